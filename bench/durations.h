// Durations: how long something took each time, and what is so at most in a given share of the
// cases.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <vector>

class Durations {
  public:
    using Clock = std::chrono::steady_clock;

    void add_since(Clock::time_point begun) {
        all_.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begun).count());
    }
    void add(const Durations& others) {
        all_.insert(all_.end(), others.all_.begin(), others.all_.end());
    }
    std::size_t count() const { return all_.size(); }

    /// In milliseconds; 0.5 is the median, 1 the longest. No number if it never happened, so that
    /// no bar is met.
    double at(double share) const {
        if (all_.empty()) return std::numeric_limits<double>::quiet_NaN();
        auto sorted = all_;
        std::ranges::sort(sorted);
        return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
    }

  private:
    std::vector<double> all_;  // milliseconds
};
