#include "engine/engine.h"

#include "base/random.h"

namespace castellan {

Engine::Engine(EngineListener listener) : listener_{std::move(listener)} { draw_seed(); }

Engine::~Engine() {
    stop();
    wait();
}

bool Engine::is_searching() const {
    const std::lock_guard lock{mutex_};
    return is_searching_;
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

void Engine::go(Game game, Limits limits, SearchMode mode) {
    wait();
    limits.multi_pv = multi_pv_;
    limits.overhead = overhead_;
    const std::optional<Strength> strength = strength_for(limits, mode);
    {
        const std::lock_guard lock{mutex_};
        running_ = strength ? &level_player_.searcher() : &searcher_;
        is_searching_ = true;
        may_answer_ = mode == SearchMode::play;
    }
    running_->allow_start();
    running_->hold_clock(mode != SearchMode::play);
    thread_ = std::jthread{[this, game = std::move(game), limits = std::move(limits), strength] {
        think(game, limits, strength);
    }};
}

void Engine::think(const Game& game, const Limits& limits,
                   const std::optional<Strength>& strength) {
    const Position& root = game.position();
    const auto report = [&](const Report& each) { listener_.on_report(root, each); };
    const Verdict verdict = strength
                                ? level_player_.choose(game, limits, *strength, game_seed_, report)
                                : searcher_.run(game, limits, report);
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
    running_->stop();
    changed_.notify_all();
}

void Engine::ponder_hit() {
    const std::lock_guard lock{mutex_};
    if (!is_searching_) return;
    may_answer_ = true;
    running_->hold_clock(false);
    changed_.notify_all();
}

void Engine::wait() {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [this] { return !is_searching_; });
}

}  // namespace castellan
