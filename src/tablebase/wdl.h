// Wdl: what perfect play makes of a position, and the moves ranked by it.
#pragma once

#include <vector>

#include "chess/move.h"

namespace castellan {

/// Seen by the side to move. Cursed wins and blessed losses take so long that the fifty-move rule
/// makes them draws.
enum class Wdl { loss, blessed_loss, draw, cursed_win, win };

/// The same without the fifty-move rule.
constexpr Wdl without_fifty_move_rule(Wdl wdl) {
    return wdl == Wdl::cursed_win ? Wdl::win : wdl == Wdl::blessed_loss ? Wdl::loss : wdl;
}

/// A root move: the higher the rank, the better; equal ranks reach the same result equally safely.
struct RankedMove {
    Move move;
    int rank;
    Wdl result;  // seen by the side that plays it
};

/// Every legal move.
struct Ranking {
    std::vector<RankedMove> moves;
    bool is_by_distance;  // else the moves that keep a win are known, but not which make progress
};

}  // namespace castellan
