// Perft: how many move sequences of a given length there are; the classic test of move generation.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "base/progress.h"
#include "chess/position.h"

namespace castellan {

struct PerftOptions {
    int threads = 1;
    int hash_megabytes = 0;  // 0: no table
    std::stop_token stop{};  // once it is asked for, only the moves that were finished are counted
    Progress* progress = nullptr;  // in first moves; may be absent
};

struct PerftEntry {
    Move move;
    std::uint64_t nodes;
};

/// The count below each legal move, in the order of legal_moves(), without those that were not
/// finished when it was stopped; depth is at least 1.
/// Throws std::bad_alloc if the table does not fit in memory.
std::vector<PerftEntry> perft_divide(const Position& position, int depth,
                                     const PerftOptions& options = {});

std::uint64_t perft(const Position& position, int depth, const PerftOptions& options = {});

}  // namespace castellan
