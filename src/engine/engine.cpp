#include "engine/engine.h"

namespace castellan {

Engine::Engine(EngineListener listener) : listener_{std::move(listener)} {}

Engine::~Engine() {
    stop();
    wait();
}

bool Engine::is_searching() const {
    const std::lock_guard lock{mutex_};
    return is_searching_;
}

void Engine::go(Game game, Limits limits, SearchMode mode) {
    wait();
    limits.multi_pv = multi_pv_;
    limits.overhead = overhead_;
    {
        const std::lock_guard lock{mutex_};
        is_searching_ = true;
        may_answer_ = mode == SearchMode::play;
    }
    searcher_.allow_start();
    searcher_.hold_clock(mode != SearchMode::play);
    thread_ = std::jthread{
        [this, game = std::move(game), limits = std::move(limits)] { think(game, limits); }};
}

void Engine::think(const Game& game, const Limits& limits) {
    const Position& root = game.position();
    const Verdict verdict = searcher_.run(
        game, limits, [&](const Report& report) { listener_.on_report(root, report); });
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [this] { return may_answer_; });
    // The verdict goes out before anybody can see that the search is over.
    listener_.on_verdict(root, verdict);
    is_searching_ = false;
    changed_.notify_all();
}

void Engine::stop() {
    const std::lock_guard lock{mutex_};
    if (!is_searching_) return;
    may_answer_ = true;
    searcher_.stop();
    changed_.notify_all();
}

void Engine::ponder_hit() {
    const std::lock_guard lock{mutex_};
    if (!is_searching_) return;
    may_answer_ = true;
    searcher_.hold_clock(false);
    changed_.notify_all();
}

void Engine::wait() {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [this] { return !is_searching_; });
}

}  // namespace castellan
