// The first guesses that tuning starts from: made by rule, to be read rather than to be used.
#pragma once

#include <algorithm>

#include "eval/classical/weights.h"

namespace castellan::classical {

/// Material as every beginner learns it, and for the rest small steps that
/// say no more than "towards the centre" and "forward".
constexpr Weights starting_weights() {
    Weights w{};
    constexpr Weight kMaterial[] = {{90, 110}, {320, 300}, {330, 320}, {480, 530}, {960, 980}, {}};
    constexpr Weight kCentre[] = {{4, 1}, {9, 6}, {5, 4}, {2, 1}, {2, 5}, {-9, 10}};
    constexpr Weight kForward[] = {{3, 7}, {3, 2}, {1, 1}, {2, 4}, {1, 4}, {-14, 3}};
    constexpr Weight kMobility[] = {{}, {4, 3}, {5, 4}, {3, 4}, {1, 4}, {}};
    constexpr Weight kSupport[] = {{6, 4}, {3, 2}, {3, 2}, {2, 2}, {0, 0}, {}};
    constexpr Weight kKingAttack[] = {{}, {7, 0}, {7, 0}, {10, 0}, {11, 2}, {}};
    for (std::size_t type = 0; type < kPieceTypeCount; ++type) {
        w.material[type] = kMaterial[type];
        w.mobility[type] = kMobility[type];
        w.support[type] = kSupport[type];
        w.king_attack[type] = kKingAttack[type];
        for (int i = 0; i < kSquareCount; ++i) {
            // The distance to the edge, 0 to 3, along file and rank; their sum is 3 on average.
            const int file = i & 7;
            const int rank = i >> 3;
            const int centre = std::min(file, 7 - file) + std::min(rank, 7 - rank) - 3;
            w.squares[type][static_cast<std::size_t>(i)] =
                kCentre[type] * centre + kForward[type] * (rank - 2);
        }
    }
    for (std::size_t file = 0; file < 8; ++file) {
        w.squares[0][file] = {};  // no pawn ever stands on the first or last rank
        w.squares[0][56 + file] = {};
    }
    w.isolated_pawn = {-12, -12};
    w.doubled_pawn = {-8, -18};
    w.blocked_pawn = {-4, -8};
    w.backward_pawn = {-7, -8};
    for (int rank = 1; rank < 7; ++rank)
        w.passed_pawn[static_cast<std::size_t>(rank)] = {2 * rank * rank, 4 * rank * rank + 4};
    w.blocked_passed_pawn = {-6, -20};
    w.bishop_pair = {25, 45};
    w.rook_on_open_file = {26, 8};
    w.rook_on_half_open_file = {12, 6};
    w.shield_pawn = {12, -2};
    w.tempo = {18, 10};
    return w;
}

}  // namespace castellan::classical
