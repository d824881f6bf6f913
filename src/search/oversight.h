// Oversight: how a weaker player errs inside the search, by replies it does not see and by
// misjudging positions. Both depend on the seed and the position alone, so the errors stay the same
// throughout a game and come back when it is repeated.
#pragma once

#include <cstdint>

#include "chess/position.h"
#include "search/score.h"

namespace castellan {

struct Fallibility {
    std::uint64_t seed = 0;
    int oversight = 0;     // thousandths: how often a well veiled reply stays unseen; may pass 1000
    int misjudgement = 0;  // centipawns: standard deviation of the static evaluation's error
};

/// What a reply looks like to a person, the most glaring kind first.
enum class Visibility {
    glaring,      // takes what has just moved, or a queen from near by
    capture,      // any other capture or promotion close at hand
    check,        // a check by the piece that moves
    quiet,        // nothing special about it
    far_capture,  // along a long line or backwards
    veiled,       // a quiet move that uncovers an attack, pins, or attacks two things at once
};
inline constexpr int kVisibilityCount = 6;

/// Beyond this ply no reply is overlooked: so far ahead, the horizon is what limits.
inline constexpr Ply kLastOverlookedPly = 3;

/// `last` is the opponent's move before it, or none.
Visibility visibility(const Position& position, Move move, Move last);

/// Whether a player who errs like this does not see the legal move. It sees every way out of check,
/// and always at least one move, so that mate and stalemate stay what they are.
bool is_overlooked(const Fallibility& fallibility, const Position& position, Move move, Move last);

/// In centipawns, for the side to move.
int misjudgement(const Fallibility& fallibility, const Position& position);

}  // namespace castellan
