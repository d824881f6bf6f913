// Perft: how many move sequences of a given length there are; the classic test of move generation.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "chess/position.h"

namespace castellan {

struct PerftOptions {
    int threads = 1;
    int hash_megabytes = 0;  // 0: no table
    std::stop_token stop{};  // once it is asked for, the counts mean nothing
};

struct PerftEntry {
    Move move;
    std::uint64_t nodes;
};

/// The count below each legal move, in the order of legal_moves(); depth is at least 1.
/// Throws std::bad_alloc if the table does not fit in memory.
std::vector<PerftEntry> perft_divide(const Position& position, int depth,
                                     const PerftOptions& options = {});

std::uint64_t perft(const Position& position, int depth, const PerftOptions& options = {});

}  // namespace castellan
