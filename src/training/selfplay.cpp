#include "training/selfplay.h"

#include <cstdlib>
#include <memory>

#include "base/in_order.h"
#include "engine/random_plies.h"
#include "play/adjudicator.h"
#include "play/game_rules.h"

namespace castellan::training {
namespace {

constexpr int kTableMegabytes = 2;     // enough for searches this small, and soon cleared
constexpr int kFewestRandomPlies = 8;  // or one more, so that either side may be to move
constexpr std::uint64_t kVerificationNodes = 400;
constexpr int kLargestOpeningScore =
    300;  // centipawns; beyond, the game is decided before it began
// A whole iteration is worth more than a part of the next, so the last one may go on past its
// share.
constexpr std::uint64_t kLongestIteration = 8;  // times the nodes of a move

// Games whose result is no longer in doubt end, so that time goes into others.
const AdjudicationRules kAdjudication{
    .draw = DrawRule{.move_number = 40, .move_count = 5, .score = 10},
    .resign = ResignRule{.move_count = 3, .score = 1'500, .two_sided = true},
    .max_moves = 200,
    .tables = nullptr,
};

Verdict search(Engine& engine, const Game& game, std::uint64_t nodes) {
    Limits limits;
    limits.soft_nodes = nodes;
    limits.nodes = kLongestIteration * nodes;
    return engine.think(game, limits, [](const Report&) {});
}

/// Random, but with something left to play for.
Position opening(Engine& engine, Random& random) {
    for (;;) {
        const Game game = after_random_plies(Position{}, kFewestRandomPlies, random);
        if (game.outcome()) continue;
        const Score score = search(engine, game, kVerificationNodes).score;
        if (std::abs(score.raw()) <= kLargestOpeningScore) return game.position();
    }
}

GameResult training_result(PgnResult result) {
    return result == PgnResult::white_wins   ? GameResult::white_wins
           : result == PgnResult::black_wins ? GameResult::black_wins
                                             : GameResult::draw;
}

}  // namespace

std::optional<TrainingGame> play_selfplay_game(Engine& engine, const SelfplayOptions& options,
                                               std::uint64_t index, const std::stop_token& stop) {
    Random random = Random::stream(options.seed, index);
    engine.new_game(index);
    TrainingGame played{opening(engine, random), {}, GameResult::draw};
    Game game{played.start};
    Adjudicator adjudicator{kAdjudication};
    for (;;) {
        if (stop.stop_requested()) return std::nullopt;
        if (const auto outcome = outcome_with_claims(game)) {
            played.result = training_result(result_of(*outcome));
            return played;
        }
        const Verdict verdict = search(engine, game, options.nodes);
        const bool is_white = game.position().side_to_move() == Color::white;
        const int score = is_white ? verdict.score.raw() : -verdict.score.raw();
        played.moves.push_back({verdict.best, static_cast<std::int16_t>(score)});
        game.play(verdict.best);
        if (const auto end = adjudicator.after_move(game, Thought{.score = verdict.score})) {
            played.result = training_result(end->result);
            return played;
        }
    }
}

void run_selfplay(const SelfplayOptions& options, const GameSink& sink,
                  const std::stop_token& stop) {
    const auto new_maker = [&] {
        auto engine = std::make_unique<Engine>(
            EngineSettings{.hash_megabytes = kTableMegabytes, .network = options.network});
        return [&, engine = std::move(engine)](std::uint64_t index, const std::stop_token& enough) {
            return play_selfplay_game(*engine, options, index, enough);
        };
    };
    make_in_order<TrainingGame>({options.first_game, options.first_game + options.games},
                                options.threads, stop, new_maker, sink);
}

}  // namespace castellan::training
