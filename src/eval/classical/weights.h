// What the classical evaluation has numbers for, in centipawns: one pair per feature, for the
// middlegame and for the endgame. Every feature counts linearly, so that all can be tuned at once.
#pragma once

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
    friend constexpr bool operator==(Weight, Weight) = default;
};

/// What the evaluation speaks of when it explains itself.
enum class Term { material, squares, mobility, support, pawns, passed_pawns, pieces, king, tempo };
inline constexpr int kTermCount = 9;
inline constexpr std::string_view kTermNames[kTermCount] = {"Material", "Squares", "Mobility",
                                                            "Support",  "Pawns",   "Passed pawns",
                                                            "Pieces",   "King",    "Tempo"};

/// By the square as its owner sees it, a1 first.
using SquareWeights = std::array<Weight, kSquareCount>;

struct Weights {
    std::array<Weight, kPieceTypeCount> material;
    std::array<SquareWeights, kPieceTypeCount> squares;
    std::array<Weight, kPieceTypeCount> mobility;  // per square reached
    std::array<Weight, kPieceTypeCount> support;   // per piece that another defends
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

    friend constexpr bool operator==(const Weights&, const Weights&) = default;
};

/// From two boards as a person reads them: the eighth rank on top.
constexpr SquareWeights square_weights(const int (&middlegame)[kSquareCount],
                                       const int (&endgame)[kSquareCount]) {
    SquareWeights weights{};
    for (int i = 0; i < kSquareCount; ++i)
        weights[static_cast<std::size_t>(i)] = {middlegame[i ^ 56], endgame[i ^ 56]};
    return weights;
}

}  // namespace castellan::classical
