// Bench: a fixed set of positions to a fixed depth; its node count is the engine's fingerprint.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>

#include "base/progress.h"
#include "eval/nnue/network_file.h"
#include "search/score.h"

namespace castellan {

struct BenchResult {
    std::uint64_t nodes;
    double seconds;
};

/// "1315364 nodes 1650000 nps", as testing tools look for it.
std::string to_text(const BenchResult& result);

inline constexpr Depth kBenchDepth = 12;

/// One thread, a fresh table: the same nodes on every machine and every run, unless stopped.
/// Without a network, by the classical evaluation. The progress, in positions, may be absent.
BenchResult run_bench(
    Depth depth = kBenchDepth,
    const std::shared_ptr<const nnue::Network>& network = nnue::embedded_network(),
    const std::stop_token& stop = {}, Progress* progress = nullptr);

}  // namespace castellan
