#include "book/polyglot_key.h"

#include "book/polyglot_numbers.h"

namespace castellan {
namespace {

constexpr std::size_t kCastlingOffset = 768;
constexpr std::size_t kEnPassantOffset = 772;
constexpr std::size_t kTurnOffset = 780;

/// Black pawn, white pawn, black knight and so on, 64 squares each.
std::size_t piece_offset(Piece piece, Square square) {
    const int kind = 2 * index_of(type_of(piece)) + (color_of(piece) == Color::white ? 1 : 0);
    return 64 * static_cast<std::size_t>(kind) + static_cast<std::size_t>(index_of(square));
}

/// A pawn stands beside the one that has just moved two squares; whether it may capture it is
/// another matter.
bool has_en_passant(const Position& position) {
    const Square passed = position.double_step();
    if (passed == Square::none) return false;
    const Color us = position.side_to_move();
    return (pawn_attacks(!us, passed) & position.pieces(us, PieceType::pawn)).any();
}

}  // namespace

Key polyglot_key(const Position& position) {
    Key key = 0;
    for (const Square square : position.pieces())
        key ^= kPolyglotNumbers[piece_offset(position.piece_on(square), square)];
    std::size_t castling = kCastlingOffset;
    for (const Color color : kColors)
        for (const Wing wing : {Wing::king_side, Wing::queen_side}) {
            if (position.castling_rook(color, wing) != Square::none)
                key ^= kPolyglotNumbers[castling];
            ++castling;
        }
    if (has_en_passant(position))
        key ^= kPolyglotNumbers[kEnPassantOffset + static_cast<std::size_t>(
                                                       index_of(file_of(position.double_step())))];
    if (position.side_to_move() == Color::white) key ^= kPolyglotNumbers[kTurnOffset];
    return key;
}

}  // namespace castellan
