// TimeManager: how long to think about this move.
#pragma once

#include <atomic>

#include "base/stopwatch.h"
#include "search/limits.h"

namespace castellan {

class TimeManager {
  public:
    /// `nodes` are those searched so far, for clocks that count them.
    TimeManager(const Limits& limits, const std::atomic<std::uint64_t>& nodes);

    Milliseconds elapsed() const {
        if (nodes_per_second_)
            return Milliseconds{nodes_.load(std::memory_order_relaxed) * 1000 / *nodes_per_second_};
        return Milliseconds{static_cast<long long>(watch_.seconds() * 1000)};
    }
    /// No more time must go into preparations.
    bool should_start() const {
        return hard_ && elapsed() * kShareOfPreparations >= soft_.value_or(*hard_);
    }
    /// Time is up, even in the middle of an iteration.
    bool must_stop() const { return hard_ && elapsed() >= *hard_; }
    /// Another iteration is not worth starting. `scale` is in hundredths: above 100 if the best
    /// move is in doubt, below if it is plain.
    bool should_stop(int scale) const { return soft_ && elapsed() * 100 >= *soft_ * scale; }

  private:
    static constexpr int kShareOfPreparations = 4;  // a quarter of what a move gets

    Stopwatch watch_;
    const std::atomic<std::uint64_t>& nodes_;
    std::optional<std::uint64_t> nodes_per_second_;
    std::optional<Milliseconds> soft_;
    std::optional<Milliseconds> hard_;
};

}  // namespace castellan
