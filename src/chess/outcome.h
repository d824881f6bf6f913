// How a game ends, and why.
#pragma once

#include <optional>
#include <string_view>

#include "chess/color.h"

namespace castellan {

enum class EndReason {
    checkmate,
    stalemate,
    dead_position,       // no sequence of legal moves leads to mate
    fivefold,            // automatic
    seventy_five_moves,  // automatic
    threefold,           // on a player's claim
    fifty_moves,         // on a player's claim
};

struct Outcome {
    EndReason reason;
    std::optional<Color> winner;  // none: a draw

    friend bool operator==(const Outcome&, const Outcome&) = default;
};

constexpr std::string_view describe(EndReason reason) {
    switch (reason) {
        case EndReason::checkmate:
            return "checkmate";
        case EndReason::stalemate:
            return "stalemate";
        case EndReason::dead_position:
            return "dead position: neither side can give mate";
        case EndReason::fivefold:
            return "fivefold repetition";
        case EndReason::seventy_five_moves:
            return "75 moves without a capture or pawn move";
        case EndReason::threefold:
            return "threefold repetition";
        case EndReason::fifty_moves:
            return "50 moves without a capture or pawn move";
    }
    return "unknown";
}

/// As PGN writes it.
constexpr std::string_view result_text(const Outcome& outcome) {
    if (!outcome.winner) return "1/2-1/2";
    return *outcome.winner == Color::white ? "1-0" : "0-1";
}

}  // namespace castellan
