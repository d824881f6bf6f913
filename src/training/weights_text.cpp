#include "training/weights_text.h"

#include <cstdio>
#include <span>

namespace castellan::training {
namespace {

using classical::SquareWeights;
using classical::Weight;
using classical::Weights;

constexpr const char* kHead =
    R"(// The numbers that the classical evaluation uses: pairs of middlegame and endgame, in centipawns.
// Written by `castellan train --classical`; a test sees to it that nobody edits them by hand.
#pragma once

#include "eval/classical/weights.h"

namespace castellan::classical {

// clang-format off
inline constexpr Weights kWeights = {
    // By piece: pawn, knight, bishop, rook, queen, king.
)";

constexpr const char* kTail = R"(};
// clang-format on

}  // namespace castellan::classical
)";

std::string number_text(int number) {
    char text[16];
    std::snprintf(text, sizeof text, "%4d", number);
    return text;
}

std::string pair_text(Weight weight) {
    return "{" + number_text(weight.middlegame) + ", " + number_text(weight.endgame) + "}";
}

std::string one(const char* name, Weight weight) {
    return std::string{"    ."} + name + " = " + pair_text(weight) + ",\n";
}

std::string list(const char* name, std::span<const Weight> weights) {
    std::string text = std::string{"    ."} + name + " = {{\n        ";
    for (std::size_t i = 0; i < weights.size(); ++i)
        text += (i == 0 ? "" : ", ") + pair_text(weights[i]);
    return text + "\n    }},\n";
}

std::string board(const SquareWeights& squares, int Weight::*part) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        text += "            ";
        for (int file = 0; file < 8; ++file) {
            const auto square = static_cast<std::size_t>(8 * rank + file);
            text += number_text(squares[square].*part);
            if (square != 7) text += ',';  // h1 comes last
        }
        text += '\n';
    }
    return text;
}

std::string squares_text(const Weights& weights) {
    std::string text = "    .squares = {{\n";
    for (std::size_t type = 0; type < kPieceTypeCount; ++type) {
        const SquareWeights& squares = weights.squares[type];
        text += "        square_weights({  // " + std::string{kPieceNames[type]} +
                ", middlegame: a8 to h8 on top, a1 to h1 below\n" +
                board(squares, &Weight::middlegame) + "        }, {  // " +
                std::string{kPieceNames[type]} + ", endgame\n" + board(squares, &Weight::endgame) +
                "        }),\n";
    }
    return text + "    }},\n";
}

}  // namespace

std::string weights_header(const Weights& weights) {
    const Weights& w = weights;
    return kHead + list("material", w.material) + squares_text(w) + list("mobility", w.mobility) +
           list("support", w.support) + one("isolated_pawn", w.isolated_pawn) +
           one("doubled_pawn", w.doubled_pawn) + one("blocked_pawn", w.blocked_pawn) +
           one("backward_pawn", w.backward_pawn) + "    // By rank as the pawn's owner counts.\n" +
           list("passed_pawn", w.passed_pawn) + one("blocked_passed_pawn", w.blocked_passed_pawn) +
           one("bishop_pair", w.bishop_pair) + one("rook_on_open_file", w.rook_on_open_file) +
           one("rook_on_half_open_file", w.rook_on_half_open_file) +
           one("shield_pawn", w.shield_pawn) + list("king_attack", w.king_attack) +
           one("tempo", w.tempo) + kTail;
}

}  // namespace castellan::training
