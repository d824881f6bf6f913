// BackgroundEngine: an engine that thinks on a thread of its own and answers through a listener, as
// the protocols want it.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "engine/engine.h"

namespace castellan {

/// How the end of a search is decided, beside its limits.
enum class SearchMode {
    play,     // the limits decide
    ponder,   // the limits count from ponder_hit() on; until then only stop() ends it
    analyse,  // only stop() ends it
};

struct EngineListener {
    /// Called from the engine's thread.
    std::function<void(const Report&)> on_report;
    /// Exactly once for each search.
    std::function<void(const Verdict&)> on_verdict;
    /// Something that a person should know, before the verdict; may be absent.
    std::function<void(std::string_view message)> on_notice{};
};

class BackgroundEngine {
  public:
    explicit BackgroundEngine(EngineListener listener) : listener_{std::move(listener)} {}
    /// Ends a search that runs.
    ~BackgroundEngine();

    /// To be changed only while nothing runs.
    Engine& engine() { return engine_; }
    const Engine& engine() const { return engine_; }

    /// Does now what would else be done by the next search, on its time: clearing a large table.
    /// It happens in the background if there is much to do; on_ready follows in any case.
    void prepare(std::function<void()> on_ready);
    /// Returns at once. Not during a search.
    void go(const Game& game, const Limits& limits, SearchMode mode);

    bool is_searching() const;
    bool is_preparing() const;
    /// From any thread, at any time; nothing happens if no search runs, or none that ponders.
    void stop();
    void ponder_hit();
    /// Blocks until the verdict has been given, or what was prepared is ready.
    void wait();

  private:
    enum class Activity { none, preparing, searching };

    void begin(Activity activity, SearchMode mode);
    void end();
    void think(const Game& game, const Limits& limits);

    EngineListener listener_;
    Engine engine_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    Activity activity_ = Activity::none;
    SearchMode mode_ = SearchMode::play;
    bool may_answer_ = false;  // false while pondering or analysing, whatever the search has found
    std::stop_source stop_;    // of what runs
    std::jthread thread_;
};

}  // namespace castellan
