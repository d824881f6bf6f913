// What the network sees: each man on each square, from both sides of the board.
#pragma once

#include "chess/position.h"

namespace castellan::nnue {

inline constexpr int kFeatureCount = 2 * 6 * kSquareCount;
inline constexpr int kBucketCount = 8;

/// The board is turned so that the viewer plays up it, and mirrored so that his king stands on the
/// left: what is learnt on one wing is known on the other.
inline bool is_mirrored(Square king) { return file_of(king) >= File::e; }

inline int feature(Color view, bool mirrored, Color owner, PieceType type, Square square) {
    const int turned = index_of(square) ^ (view == Color::white ? 0 : 56) ^ (mirrored ? 7 : 0);
    return ((owner == view ? 0 : 6) + index_of(type)) * kSquareCount + turned;
}

/// Which of the outputs speaks: the fewer men, the lower.
inline int output_bucket(int men) { return (men - 2) / 4; }

}  // namespace castellan::nnue
