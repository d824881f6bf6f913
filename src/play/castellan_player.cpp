#include "play/castellan_player.h"

#include "chess/notation/coordinate.h"

namespace castellan {
namespace {

std::optional<ClockLimit> clock_limit(const SideClock& clock) {
    if (!clock.left) return std::nullopt;
    ClockLimit limit{std::chrono::floor<Milliseconds>(*clock.left), clock.increment, {}};
    if (clock.moves_to_go > 0) limit.moves_to_go = clock.moves_to_go;
    return limit;
}

/// A level has a small table of its own, and never uses the large one.
EngineSettings settings_for(std::optional<int> elo, EngineSettings settings) {
    if (elo) {
        settings.hash_megabytes = 1;
        settings.threads = 1;
    }
    return settings;
}

}  // namespace

CastellanPlayer::CastellanPlayer(std::optional<int> elo, const EngineSettings& settings)
    : engine_{settings_for(elo, settings)}, needs_time_limit_{!elo && !settings.nodes} {
    engine_.limit_strength(elo);
}

void CastellanPlayer::change_level(int elo) { engine_.limit_strength(elo); }

PlayerStatus CastellanPlayer::start_game(const GameStart& start) {
    engine_.new_game(start.seed);
    return {};
}

Limits CastellanPlayer::limits_for(const Turn& turn) const {
    Limits limits;
    limits.clock = clock_limit(turn.clocks[index_of(turn.game.position().side_to_move())]);
    // The move gets what it would have got at once, less the time that it waited.
    limits.waited = std::chrono::duration_cast<Milliseconds>(turn.waited);
    if (limits.clock) limits.clock->left += limits.waited;
    if (!limits.clock && needs_time_limit_)
        limits.move_time =
            std::min(kTimeWithoutClock,
                     std::chrono::duration_cast<Milliseconds>(turn.patience) + limits.waited);
    return limits;
}

Answer CastellanPlayer::answer(const Turn& turn) {
    const SteadyTime asked = SteadyClock::now();
    Thought thought;
    const auto listener = [&](const Report& report) {
        if (report.line == 1)
            thought = {report.score, report.depth, report.selective_depth, report.nodes};
    };
    const Verdict verdict = engine_.think(turn.game, limits_for(turn), listener, turn.stop);
    return {.kind = AnswerKind::move,
            .move = verdict.best,
            .text = to_coordinate(turn.game.position(), verdict.best),
            .spent = std::chrono::duration_cast<Microseconds>(SteadyClock::now() - asked),
            .thought = thought};
}

}  // namespace castellan
