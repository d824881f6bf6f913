#include "training/selfplay.h"

#include <cstdlib>
#include <memory>

#include "base/in_order.h"
#include "engine/random_plies.h"
#include "training/adjudicator.h"

namespace castellan::training {
namespace {

constexpr int kTableMegabytes = 2;     // enough for searches this small, and soon cleared
constexpr int kFewestRandomPlies = 8;  // or one more, so that either side may be to move
constexpr std::uint64_t kVerificationNodes = 400;
constexpr int kLargestOpeningScore =
    300;  // centipawns; beyond, the game is decided before it began
constexpr std::size_t kMostGamePlies = 400;
// A whole iteration is worth more than a part of the next, so the last one may go on past its
// share.
constexpr std::uint64_t kLongestIteration = 8;  // times the nodes of a move

Verdict search(Searcher& searcher, const Game& game, std::uint64_t nodes) {
    Limits limits;
    limits.soft_nodes = nodes;
    limits.nodes = kLongestIteration * nodes;
    searcher.allow_start();
    return searcher.run(game, limits, [](const Report&) {});
}

/// Random, but with something left to play for.
Position opening(Searcher& searcher, Random& random) {
    for (;;) {
        const Game game = after_random_plies(Position{}, kFewestRandomPlies, random);
        if (game.outcome()) continue;
        const Score score = search(searcher, game, kVerificationNodes).score;
        if (std::abs(score.raw()) <= kLargestOpeningScore) return game.position();
    }
}

std::optional<GameResult> result_by_rules(const Game& game) {
    if (const auto outcome = game.outcome()) {
        if (!outcome->winner) return GameResult::draw;
        return *outcome->winner == Color::white ? GameResult::white_wins : GameResult::black_wins;
    }
    if (game.claimable_draw() || game.ply() >= kMostGamePlies) return GameResult::draw;
    return std::nullopt;
}

}  // namespace

std::optional<GameRecord> play_game(Searcher& searcher, const SelfplayOptions& options,
                                    std::uint64_t index, const std::stop_token& stop) {
    Random random = Random::stream(options.seed, index);
    searcher.forget();
    GameRecord record{opening(searcher, random), {}, GameResult::draw};
    Game game{record.start};
    Adjudicator adjudicator;
    for (;;) {
        if (stop.stop_requested()) return std::nullopt;
        if (const auto result = result_by_rules(game)) {
            record.result = *result;
            return record;
        }
        const Verdict verdict = search(searcher, game, options.nodes);
        const bool is_white = game.position().side_to_move() == Color::white;
        const int score = is_white ? verdict.score.raw() : -verdict.score.raw();
        record.moves.push_back({verdict.best, static_cast<std::int16_t>(score)});
        game.play(verdict.best);
        if (const auto result = adjudicator.judge(score)) {
            record.result = *result;
            return record;
        }
    }
}

void run_selfplay(const SelfplayOptions& options, const GameSink& sink,
                  const std::stop_token& stop) {
    const auto new_maker = [&] {
        auto searcher = std::make_unique<Searcher>(kTableMegabytes);
        searcher->use_network(options.network);
        return [&, searcher = std::move(searcher)](std::uint64_t index,
                                                   const std::stop_token& enough) {
            return play_game(*searcher, options, index, enough);
        };
    };
    make_in_order<GameRecord>({options.first_game, options.first_game + options.games},
                              options.threads, stop, new_maker, sink);
}

}  // namespace castellan::training
