// Progress: how far long work has come, told to whoever watches from another thread.
#pragma once

#include <atomic>
#include <cstdint>

namespace castellan {

struct Progress {
    std::atomic<std::uint64_t> done{0};
    std::atomic<std::uint64_t> total{0};  // 0: not known yet
    std::atomic<std::uint64_t> nodes{0};  // of what is done
};

}  // namespace castellan
