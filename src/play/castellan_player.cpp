#include "play/castellan_player.h"

#include "chess/notation/coordinate.h"
#include "eval/nnue/network_file.h"

namespace castellan {
namespace {

constexpr int kTableMegabytes = 64;

std::optional<ClockLimit> clock_limit(const SideClock& clock) {
    if (!clock.left) return std::nullopt;
    ClockLimit limit{std::chrono::floor<Milliseconds>(*clock.left), clock.increment, {}};
    if (clock.moves_to_go > 0) limit.moves_to_go = clock.moves_to_go;
    return limit;
}

}  // namespace

CastellanPlayer::CastellanPlayer(std::optional<int> elo) {
    if (elo)
        strength_ = strength_at(*elo);
    else
        full_.emplace(kTableMegabytes).use_network(nnue::embedded_network());
}

ClientStatus CastellanPlayer::start_game(const GameStart& start) {
    seed_ = start.seed;
    if (full_) full_->forget();
    return {};
}

Verdict CastellanPlayer::think(const Turn& turn, const Worker::Listener& listener) {
    Searcher& searcher = full_ ? *full_ : level_.searcher();
    searcher.allow_start();
    const std::stop_callback on_stop{turn.stop, [&] { searcher.stop(); }};
    Limits limits;
    limits.clock = clock_limit(turn.clocks[index_of(turn.game.position().side_to_move())]);
    if (strength_) return level_.choose(turn.game, limits, *strength_, seed_, listener);
    if (!limits.clock)
        limits.move_time =
            std::min(kTimeWithoutClock, std::chrono::duration_cast<Milliseconds>(turn.patience));
    return full_->run(turn.game, limits, listener);
}

Answer CastellanPlayer::answer(const Turn& turn) {
    const SteadyTime asked = SteadyClock::now();
    const Position& position = turn.game.position();
    Thought thought;
    const Verdict verdict = think(turn, [&](const Report& report) {
        if (report.line == 1)
            thought = {report.score, report.depth, report.selective_depth, report.nodes};
    });
    return {.kind = AnswerKind::move,
            .move = verdict.best,
            .text = to_coordinate(position, verdict.best),
            .spent = std::chrono::duration_cast<Microseconds>(SteadyClock::now() - asked),
            .thought = thought};
}

}  // namespace castellan
