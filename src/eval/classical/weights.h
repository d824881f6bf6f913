// The numbers of the classical evaluation, in centipawns: one pair per feature, for the middlegame
// and for the endgame. Every feature counts linearly, so that all of them can be tuned at once.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "chess/piece.h"
#include "chess/square.h"

namespace castellan::classical {

struct Weight {
    int middlegame = 0;
    int endgame = 0;

    friend constexpr Weight operator+(Weight a, Weight b) {
        return {a.middlegame + b.middlegame, a.endgame + b.endgame};
    }
    friend constexpr Weight operator-(Weight a, Weight b) {
        return {a.middlegame - b.middlegame, a.endgame - b.endgame};
    }
    friend constexpr Weight operator*(Weight a, int count) {
        return {a.middlegame * count, a.endgame * count};
    }
    constexpr Weight& operator+=(Weight other) { return *this = *this + other; }
};

/// What the evaluation speaks of when it explains itself.
enum class Term { material, squares, mobility, support, pawns, passed_pawns, pieces, king, tempo };
inline constexpr int kTermCount = 9;
inline constexpr std::string_view kTermNames[kTermCount] = {"Material", "Squares", "Mobility",
                                                            "Support",  "Pawns",   "Passed pawns",
                                                            "Pieces",   "King",    "Tempo"};

struct Weights {
    std::array<Weight, kPieceTypeCount> material;
    /// By the square as its owner sees it, a1 first.
    std::array<std::array<Weight, kSquareCount>, kPieceTypeCount> squares;
    std::array<Weight, kPieceTypeCount> mobility;  // per square reached
    std::array<Weight, kPieceTypeCount> support;   // per man that another defends
    Weight isolated_pawn;
    Weight doubled_pawn;
    Weight blocked_pawn;
    Weight backward_pawn;
    std::array<Weight, 8> passed_pawn;  // by rank as its owner counts
    Weight blocked_passed_pawn;
    Weight bishop_pair;
    Weight rook_on_open_file;
    Weight rook_on_half_open_file;
    Weight shield_pawn;                               // per pawn in front of the king
    std::array<Weight, kPieceTypeCount> king_attack;  // per attacked square around the enemy king
    Weight tempo;
};

/// Where tuning starts: material as every beginner learns it, and for the rest small steps that
/// say no more than "towards the centre" and "forward".
constexpr Weights make_weights() {
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

inline constexpr Weights kWeights = make_weights();

}  // namespace castellan::classical
