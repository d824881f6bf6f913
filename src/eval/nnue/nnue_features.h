// What the network sees: each piece on each square, from both sides of the board.
#pragma once

#include "chess/position.h"

namespace castellan::nnue {

/// For each bucket of the viewer's king.
inline constexpr int kFeatureCount = 2 * 6 * kSquareCount;
inline constexpr int kBucketCount = 8;
/// A network has this many king buckets, or a half, a quarter or an eighth of them.
inline constexpr int kMostKingBuckets = 8;

/// What of a side's view depends on where its king stands.
struct Perspective {
    bool is_mirrored = false;
    int king_bucket = 0;
    bool operator==(const Perspective&) const = default;
};

/// The board is turned so that the viewer plays up it, and mirrored so that his king stands on the
/// left: what is learnt on one wing is known on the other.
inline int turned(Square square, Color view, bool mirrored) {
    return index_of(square) ^ (view == Color::white ? 0 : 56) ^ (mirrored ? 7 : 0);
}

/// Kings at home differ more than kings abroad: each of the first two ranks, the next two, and the
/// rest are apart, each in halves by file, which are the first to go where buckets are few.
inline Perspective perspective_of(Color view, Square king, int king_buckets) {
    constexpr int kBands[] = {0, 1, 2, 2, 3, 3, 3, 3};
    const bool mirrored = file_of(king) >= File::e;
    const int square = turned(king, view, mirrored);
    const int finest = 2 * kBands[square / 8] + square % 8 / 2;
    return {mirrored, finest * king_buckets / kMostKingBuckets};
}

inline int feature(Color view, Perspective perspective, Color owner, PieceType type,
                   Square square) {
    const int kind = (owner == view ? 0 : 6) + index_of(type);
    return perspective.king_bucket * kFeatureCount + kind * kSquareCount +
           turned(square, view, perspective.is_mirrored);
}

/// Which of the outputs speaks: the fewer pieces, the lower.
inline int output_bucket(int pieces) { return (pieces - 2) / 4; }

}  // namespace castellan::nnue
