// FEN: a position as one line of text; X-FEN and Shredder-FEN for Chess960.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "chess/position.h"

namespace castellan {

inline constexpr std::string_view kStartFen =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

struct FenReading {
    Validity required = Validity::sane;  // what a position must satisfy to be accepted
    bool chess960 = false;  // write castling the Chess960 way even where the setup is standard
};

/// Only the syntax matters here: four to six fields. Clocks that are left out are 0 and 1.
Result<Setup, Problem> parse_setup(std::string_view fen);

/// The reason is the first problem; the message names them all.
Result<Position, Problem> parse_fen(std::string_view fen, const FenReading& reading = {});

/// Which en passant squares are written after a pawn's double step.
enum class EnPassantStyle {
    legal,     // if a capture is legal: equal positions have equal text
    adjacent,  // if an enemy pawn stands beside, pinned or not (X-FEN, Polyglot)
    always,    // after every double step (the FEN standard)
};
enum class CastlingStyle {
    xfen,      // KQkq, and a file letter only for a rook that is not the outermost
    shredder,  // always file letters
};
struct FenWriting {
    EnPassantStyle en_passant = EnPassantStyle::legal;
    CastlingStyle castling = CastlingStyle::xfen;
};

std::string to_fen(const Position& position, const FenWriting& writing = {});
/// The first four fields, as EPD has them.
std::string to_epd_fields(const Position& position, const FenWriting& writing = {});

}  // namespace castellan
