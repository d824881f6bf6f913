// Stopwatch: wall time since it was made, from a clock that never jumps.
#pragma once

#include <chrono>

namespace castellan {

using SteadyClock = std::chrono::steady_clock;
using SteadyTime = SteadyClock::time_point;

class Stopwatch {
  public:
    double seconds() const {
        return std::chrono::duration<double>(SteadyClock::now() - start_).count();
    }

  private:
    SteadyTime start_ = SteadyClock::now();
};

}  // namespace castellan
