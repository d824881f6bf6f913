// Bench: a fixed set of positions to a fixed depth; its node count is the engine's fingerprint.
#pragma once

#include <cstdint>

namespace castellan {

struct BenchResult {
    std::uint64_t nodes;
    double seconds;
};

/// One thread, a fresh table: the same nodes on every machine and every run.
BenchResult run_bench();

}  // namespace castellan
