// How much patience the tests have with the clock.
#pragma once

#include <cstdlib>

namespace castellan {

/// Tests that measure time mean what they say on a machine of their own (`make timing`). Elsewhere
/// other programs may take the processor away, and sanitizers make everything slower.
inline int slowness() {
    if (CASTELLAN_IS_SANITIZED) return 20;
    return std::getenv("CASTELLAN_TIMING") != nullptr ? 1 : 5;
}
inline const int kSlowness = slowness();

}  // namespace castellan
