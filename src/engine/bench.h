// Bench: a fixed set of positions to a fixed depth; its node count is the engine's fingerprint.
#pragma once

#include <cstdint>
#include <stop_token>

#include "search/score.h"

namespace castellan {

struct BenchResult {
    std::uint64_t nodes;
    double seconds;
};

inline constexpr Depth kBenchDepth = 12;

/// One thread, a fresh table: the same nodes on every machine and every run, unless stopped.
BenchResult run_bench(Depth depth = kBenchDepth, const std::stop_token& stop = {});

}  // namespace castellan
