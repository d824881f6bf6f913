#include "engine/background_engine.h"

#include <system_error>

namespace castellan {

BackgroundEngine::~BackgroundEngine() {
    stop();
    wait();
}

bool BackgroundEngine::is_searching() const {
    const std::lock_guard lock{mutex_};
    return activity_ == Activity::searching;
}

bool BackgroundEngine::is_preparing() const {
    const std::lock_guard lock{mutex_};
    return activity_ == Activity::preparing;
}

void BackgroundEngine::begin(Activity activity, SearchMode mode) {
    wait();
    engine_.hold_clock(mode != SearchMode::play);
    const std::lock_guard lock{mutex_};
    activity_ = activity;
    mode_ = mode;
    may_answer_ = mode == SearchMode::play;
    stop_ = std::stop_source{};
}

void BackgroundEngine::end() {
    activity_ = Activity::none;
    changed_.notify_all();
}

void BackgroundEngine::prepare(std::function<void()> on_ready) {
    wait();
    if (engine_.is_ready()) return on_ready();
    begin(Activity::preparing, SearchMode::play);
    const auto work = [this, on_ready = std::move(on_ready)] {
        engine_.get_ready(stop_.get_token());
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

void BackgroundEngine::go(const Game& game, const Limits& limits, SearchMode mode) {
    begin(Activity::searching, mode);
    try {
        thread_ = std::jthread{[this, game, limits] { think(game, limits); }};
    } catch (const std::system_error&) {
        // No thread is to be had: better a short look on the caller's own than no move.
        stop();
        think(game, limits);
    }
}

void BackgroundEngine::think(const Game& game, const Limits& limits) {
    const Purpose purpose = mode_ == SearchMode::analyse ? Purpose::analysis : Purpose::play;
    const Verdict verdict =
        engine_.think(game, limits, listener_.on_report, stop_.get_token(), purpose);
    if (const std::string notice = engine_.take_notice(); !notice.empty() && listener_.on_notice)
        listener_.on_notice(notice);
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [this] { return may_answer_; });
    // The verdict goes out before anybody can see that the search is over.
    listener_.on_verdict(verdict);
    end();
}

void BackgroundEngine::stop() {
    const std::lock_guard lock{mutex_};
    if (activity_ == Activity::none) return;
    may_answer_ = true;
    stop_.request_stop();
    changed_.notify_all();
}

void BackgroundEngine::ponder_hit() {
    const std::lock_guard lock{mutex_};
    if (activity_ != Activity::searching || mode_ != SearchMode::ponder) return;
    may_answer_ = true;
    engine_.hold_clock(false);
    changed_.notify_all();
}

void BackgroundEngine::wait() {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [this] { return activity_ == Activity::none; });
}

}  // namespace castellan
