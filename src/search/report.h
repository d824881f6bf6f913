// Report: what a search tells whoever listens, as data.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "chess/move.h"
#include "search/limits.h"
#include "search/score.h"

namespace castellan {

struct Report {
    Depth depth;
    Ply selective_depth;
    int line;  // 1 is the best, 2 the next, as far as MultiPV was asked for
    Score score;
    Bound bound;
    std::uint64_t nodes;
    Milliseconds time;
    int table_fullness;  // in thousandths
    std::uint64_t tablebase_hits;
    std::vector<Move> pv;
};

/// Called by the thread that searches.
using ReportListener = std::function<void(const Report&)>;

/// The end of a search.
struct Verdict {
    Move best;    // none if there is no legal move
    Move ponder;  // what the opponent is expected to answer; may be none
    Score score;
};

}  // namespace castellan
