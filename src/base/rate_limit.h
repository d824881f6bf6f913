// RateLimit: so many in a second, with some room for a burst.
#pragma once

#include <algorithm>

#include "base/stopwatch.h"

namespace castellan {

class RateLimit {
  public:
    RateLimit(double per_second, double burst)
        : per_second_{per_second}, burst_{burst}, left_{burst}, since_{SteadyClock::now()} {}

    /// False if it is one too many.
    bool take(SteadyTime now = SteadyClock::now()) {
        const double seconds = std::chrono::duration<double>(now - since_).count();
        since_ = now;
        left_ = std::min(burst_, left_ + seconds * per_second_);
        if (left_ < 1) return false;
        left_ -= 1;
        return true;
    }

  private:
    double per_second_;
    double burst_;
    double left_;
    SteadyTime since_;
};

}  // namespace castellan
