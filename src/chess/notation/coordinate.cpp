#include "chess/notation/coordinate.h"

#include <optional>

#include "base/text.h"
#include "chess/legality.h"
#include "chess/notation/excerpt.h"

namespace castellan {
namespace {

std::optional<PieceType> promotion_from_letter(char letter) {
    switch (to_lower(letter)) {
        case 'n':
            return PieceType::knight;
        case 'b':
            return PieceType::bishop;
        case 'r':
            return PieceType::rook;
        case 'q':
            return PieceType::queen;
        default:
            return std::nullopt;
    }
}

/// The legal castling move that this text may mean, or no move.
Move castling_meant(const Position& position, Square from, Square to) {
    const Color us = position.side_to_move();
    if (from != position.king(us)) return {};
    for (const Square rook : position.castling_rooks(us)) {
        const Move castling = Move::castling(from, rook);
        const bool fits = to == rook || to == castled_king(us, wing_of(from, rook));
        if (fits && is_legal(position, castling)) return castling;
    }
    return {};
}

}  // namespace

std::string to_coordinate(const Position& position, Move move) {
    if (!move) return "0000";
    Square to = move.to();
    if (move.is_castling() && !position.is_chess960())
        to = castled_king(color_of(position.piece_on(move.from())), wing_of(move.from(), to));
    std::string text = to_string(move.from()) + to_string(to);
    if (move.is_promotion()) text += to_lower(letter_of(move.promoted_to()));
    return text;
}

MoveResult parse_coordinate(const Position& position, std::string_view text) {
    const auto quoted = [&] { return "'" + excerpt(text) + "'"; };
    if (text == "0000") return fail(MoveError::null_move, "passing is not a move");
    if (text.size() != 4 && text.size() != 5)
        return fail(MoveError::unreadable, quoted() + " is not a move such as e2e4 or e7e8q");
    const auto from = parse_square(text.substr(0, 2));
    const auto to = parse_square(text.substr(2, 2));
    if (!from || !to)
        return fail(MoveError::unreadable, quoted() + " is not a move such as e2e4 or e7e8q");

    if (text.size() == 5) {
        const auto type = promotion_from_letter(text[4]);
        if (!type)
            return fail(MoveError::unreadable, quoted() + ": a pawn promotes to n, b, r or q");
        const Move move = Move::promotion(*from, *to, *type);
        if (is_legal(position, move)) return move;
        if (is_legal(position, Move::normal(*from, *to)))
            return fail(MoveError::needless_promotion, quoted() + " is not a promotion");
        return tl::unexpected(explain_refusal(position, *from, *to));
    }
    for (const Move move : {Move::normal(*from, *to), Move::en_passant(*from, *to)})
        if (is_legal(position, move)) return move;
    if (const Move castling = castling_meant(position, *from, *to)) return castling;
    if (is_legal(position, Move::promotion(*from, *to, PieceType::queen)))
        return fail(
            MoveError::missing_promotion,
            quoted() + " needs the piece to promote to, such as " + std::string{text} + "q");
    return tl::unexpected(explain_refusal(position, *from, *to));
}

}  // namespace castellan
