// Thinkers: a fixed number of threads on which all players of a program think, however many games
// there are. Whoever must answer soonest comes first; who asks much waits behind who asks little.
#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "base/stopwatch.h"
#include "search/limits.h"

namespace castellan {

/// On whose behalf somebody thinks: a person, or whatever else should get its fair share.
using ThinkingFor = std::uint64_t;

/// Short questions never wait behind long ones: each kind has threads of its own.
enum class Lane {
    quick,    // weak levels, which take milliseconds
    deep,     // strong ones, which take what they get
    program,  // other programs, for which a thread only waits
};
inline constexpr std::size_t kLanes = 3;

struct ThinkersSettings {
    std::array<int, kLanes> threads{1, 1, 2};
    std::optional<Milliseconds> longest{};  // of a search that nobody waits behind; none: no bound
    Milliseconds round{3'000};              // in which all who wait in a lane should have a turn
};

/// What is thought about again and again, at most on one thread at a time: one side of a game.
class Thinking {
  public:
    virtual ~Thinking() = default;
    virtual void think() noexcept = 0;
    /// What is thought about now should come to its end; from any thread.
    virtual void hurry() noexcept = 0;
};

class Thinkers {
  public:
    /// Throws std::system_error if a thread cannot be started.
    explicit Thinkers(ThinkersSettings settings = {});
    Thinkers(const Thinkers&) = delete;
    Thinkers& operator=(const Thinkers&) = delete;
    /// Everybody has left before.
    ~Thinkers();

    class Desk;
    /// Where a side of a game thinks from now on.
    Desk& seat(std::unique_ptr<Thinking> thinking, Lane lane, ThinkingFor whom);
    /// It gets its turn; it should have had it within `patience`, or within a round.
    void call(Desk& desk, Milliseconds patience);
    /// What nobody watches is thought about for a moment only.
    void set_watched(Desk& desk, bool is_watched);
    /// Nobody waits for it: its thinking ends on a thread of this pool, however long that takes.
    void leave(Desk& desk) noexcept;

    /// How many wait for their turn.
    std::size_t waiting(Lane lane) const;

  private:
    void close() noexcept;
    void work(Lane lane);
    void keep_time();
    Desk* next(Lane lane) const;
    std::optional<SteadyTime> end_of_turn(const Desk& desk) const;
    std::size_t count_waiting(Lane lane) const;
    std::condition_variable& bell(Lane lane) { return bells_[static_cast<std::size_t>(lane)]; }

    ThinkersSettings settings_;
    mutable std::mutex mutex_;  // guards everything below
    std::array<std::condition_variable, kLanes> bells_;
    std::condition_variable time_changed_;
    std::vector<std::unique_ptr<Desk>> desks_;
    bool is_closing_ = false;
    std::vector<std::jthread> threads_;
};

}  // namespace castellan
