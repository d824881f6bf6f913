#include "engine/engine.h"

#include <algorithm>
#include <random>
#include <system_error>

#include "eval/nnue/network_file.h"

namespace castellan {

Engine::Engine(EngineListener listener)
    : listener_{std::move(listener)}, book_random_{std::random_device{}()} {
    searcher_.use_network(nnue::embedded_network());
    draw_seed();
}

Engine::~Engine() {
    stop();
    wait();
}

bool Engine::is_searching() const {
    const std::lock_guard lock{mutex_};
    return activity_ == Activity::searching;
}

bool Engine::is_preparing() const {
    const std::lock_guard lock{mutex_};
    return activity_ == Activity::preparing;
}

void Engine::new_game() {
    searcher_.forget();
    draw_seed();
}

void Engine::draw_seed() {
    const auto now = std::chrono::system_clock::now().time_since_epoch().count();
    game_seed_ = Random{level_seed_ != 0 ? level_seed_ : static_cast<std::uint64_t>(now)}.next();
}

std::optional<Strength> Engine::strength_for(const Limits& limits, SearchMode mode) const {
    const bool is_limited = limits_strength_ || skill_ < kFullSkill;
    if (!is_limited || mode == SearchMode::analyse || limits.mate_in) return std::nullopt;
    return strength_at(limits_strength_ ? elo_ : elo_of_skill(skill_));
}

void Engine::begin(Activity activity, SearchMode mode, Searcher& searcher) {
    wait();
    searcher.allow_start();
    searcher.hold_clock(mode != SearchMode::play);
    const std::lock_guard lock{mutex_};
    running_ = &searcher;
    activity_ = activity;
    mode_ = mode;
    may_answer_ = mode == SearchMode::play;
}

void Engine::end() {
    activity_ = Activity::none;
    changed_.notify_all();
}

void Engine::prepare(std::function<void()> on_ready) {
    wait();
    if (searcher_.is_ready()) return on_ready();
    begin(Activity::preparing, SearchMode::play, searcher_);
    const auto work = [this, on_ready = std::move(on_ready)] {
        searcher_.get_ready();
        const std::lock_guard lock{mutex_};
        on_ready();
        end();
    };
    try {
        thread_ = std::jthread{work};
    } catch (const std::system_error&) {
        work();
    }
}

void Engine::go(const Game& game, Limits limits, SearchMode mode) {
    const std::optional<Strength> strength = strength_for(limits, mode);
    begin(Activity::searching, mode, strength ? level_player_.searcher() : searcher_);
    limits.multi_pv = multi_pv_;
    limits.overhead = overhead_;
    if (nodes_per_second_) limits.nodes_per_second = nodes_per_second_;
    try {
        thread_ = std::jthread{[this, game, limits, strength] { think(game, limits, strength); }};
    } catch (const std::system_error&) {
        // No thread is to be had: better a short look on the caller's own than no move.
        stop();
        think(game, limits, strength);
    }
}

void Engine::think(const Game& game, const Limits& limits,
                   const std::optional<Strength>& strength) {
    const Position& root = game.position();
    const Verdict verdict = find_move(game, limits, strength);
    drop_failed_tablebase();
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [this] { return may_answer_; });
    // The verdict goes out before anybody can see that the search is over.
    listener_.on_verdict(root, verdict);
    end();
}

Verdict Engine::find_move(const Game& game, const Limits& limits,
                          const std::optional<Strength>& strength) {
    const Position& root = game.position();
    if (mode_ != SearchMode::analyse)
        if (const auto move = book_move(root, limits)) {
            listener_.on_report(
                root, {1, 1, 1, Score::draw(), Bound::exact, 0, Milliseconds{0}, 0, 0, {*move}});
            return {*move, {}, Score::draw()};
        }
    const auto report = [&](const Report& each) { listener_.on_report(root, each); };
    return strength ? level_player_.choose(game, limits, *strength, game_seed_, report)
                    : searcher_.run(game, limits, report);
}

std::optional<Move> Engine::book_move(const Position& root, const Limits& limits) {
    if (!own_book_) return std::nullopt;
    std::vector<BookMove> moves = book_moves(root);
    if (!limits.search_moves.empty())
        std::erase_if(moves, [&](const BookMove& each) {
            return std::ranges::find(limits.search_moves, each.move) == limits.search_moves.end();
        });
    return choose(moves, book_random_);
}

void Engine::drop_failed_tablebase() {
    if (!tablebase_.tables || !tablebase_.tables->has_failed()) return;
    tablebase_.tables.reset();
    searcher_.use_tablebase(tablebase_);
    if (listener_.on_notice)
        listener_.on_notice("a tablebase file could not be read any more; tablebases are off");
}

void Engine::stop() {
    const std::lock_guard lock{mutex_};
    if (activity_ == Activity::none) return;
    may_answer_ = true;
    running_->stop();
    changed_.notify_all();
}

void Engine::ponder_hit() {
    const std::lock_guard lock{mutex_};
    if (activity_ != Activity::searching || mode_ != SearchMode::ponder) return;
    may_answer_ = true;
    running_->hold_clock(false);
    changed_.notify_all();
}

void Engine::wait() {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [this] { return activity_ == Activity::none; });
}

}  // namespace castellan
