#include "training/selfplay.h"

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <map>
#include <mutex>
#include <thread>

#include "base/random.h"
#include "chess/movegen.h"
#include "training/adjudicator.h"

namespace castellan::training {
namespace {

constexpr int kTableMegabytes = 8;
constexpr int kFewestRandomPlies = 8;  // or one more, so that either side may be to move
constexpr std::uint64_t kVerificationNodes = 1'000;
constexpr int kLargestOpeningScore =
    300;  // centipawns; beyond, the game is decided before it began
constexpr std::size_t kMostGamePlies = 400;

Verdict search(Searcher& searcher, const Game& game, std::uint64_t nodes) {
    Limits limits;
    limits.nodes = nodes;
    searcher.allow_start();
    return searcher.run(game, limits, [](const Report&) {});
}

/// A stream of its own for each game, so that it does not matter which thread plays it.
Random random_for(std::uint64_t seed, std::uint64_t index) {
    return Random{Random{seed}.next() ^ Random{~index}.next()};
}

Game random_plies(Random& random) {
    Game game;
    const std::uint32_t plies = kFewestRandomPlies + random.below(2);
    while (game.ply() < plies && !game.outcome()) {
        const MoveList moves = legal_moves(game.position());
        game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    return game;
}

/// Random, but with something left to play for.
Position opening(Searcher& searcher, Random& random) {
    for (;;) {
        const Game game = random_plies(random);
        if (game.outcome()) continue;
        searcher.forget();
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

/// Games as they are finished, for one taker who wants them in order.
class FinishedGames {
  public:
    void put(std::uint64_t index, std::optional<GameRecord> game) {
        const std::scoped_lock lock{mutex_};
        games_.emplace(index, std::move(game));
        arrived_.notify_one();
    }

    /// Waits for this one.
    std::optional<GameRecord> take(std::uint64_t index) {
        std::unique_lock lock{mutex_};
        arrived_.wait(lock, [&] { return games_.contains(index); });
        auto node = games_.extract(index);
        return std::move(node.mapped());
    }

  private:
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::map<std::uint64_t, std::optional<GameRecord>> games_;
};

}  // namespace

std::optional<GameRecord> play_game(Searcher& searcher, const SelfplayOptions& options,
                                    std::uint64_t index, const std::stop_token& stop) {
    Random random = random_for(options.seed, index);
    GameRecord record{opening(searcher, random), {}, GameResult::draw};
    Game game{record.start};
    Adjudicator adjudicator;
    searcher.forget();
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
    std::stop_source enough;
    const std::stop_callback pass_on{stop, [&] { enough.request_stop(); }};
    const std::uint64_t end = options.first_game + options.games;
    std::atomic<std::uint64_t> next{options.first_game};
    FinishedGames finished;

    // A thread that is stopped still puts "no game" under its index: the taker, who goes through
    // the indices in order, meets the first of them and ends; nobody waits for ever.
    std::vector<std::jthread> players;
    for (int i = 0; i < options.threads; ++i)
        players.emplace_back([&] {
            Searcher searcher{kTableMegabytes};
            for (std::uint64_t index = next++; index < end; index = next++) {
                auto game = play_game(searcher, options, index, enough.get_token());
                const bool was_stopped = !game;
                finished.put(index, std::move(game));
                if (was_stopped) return;
            }
        });
    for (std::uint64_t index = options.first_game; index < end; ++index) {
        const auto game = finished.take(index);
        if (!game || !sink(*game)) break;
    }
    enough.request_stop();
}

}  // namespace castellan::training
