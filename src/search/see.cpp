#include "search/see.h"

namespace castellan {

bool exchange_wins(const Position& position, Move move, int threshold) {
    if (move.is_castling()) return threshold <= 0;
    const Square to = move.to();
    PieceType on_square = type_of(position.piece_on(move.from()));
    int balance = -threshold;
    balance += move.is_en_passant() ? exchange_value(PieceType::pawn)
                                    : exchange_value(type_of(position.piece_on(to)));
    if (move.is_promotion()) {
        on_square = move.promoted_to();
        balance += exchange_value(on_square) - exchange_value(PieceType::pawn);
    }
    if (balance < 0) return false;  // not even if nobody takes back
    balance -= exchange_value(on_square);
    if (balance >= 0) return true;  // even if the piece is lost

    const Color us = position.side_to_move();
    Bitboard occupied = position.pieces() & ~Bitboard{move.from()};
    if (move.is_en_passant()) occupied &= ~Bitboard{offset(to, -forward(us))};
    occupied |= to;
    const Bitboard queens = position.pieces(PieceType::queen);
    const Bitboard diagonal = position.pieces(PieceType::bishop) | queens;
    const Bitboard straight = position.pieces(PieceType::rook) | queens;

    // Both sides capture with their cheapest piece in turn, as long as it pays. `balance` is seen
    // by the side that has just captured, and below zero: the other side may stop there and win.
    Bitboard attackers = position.attackers_to(to, occupied);
    Color side = !us;
    for (;; side = !side) {
        attackers &= occupied;
        const Bitboard own = attackers & position.pieces(side);
        if (own.empty()) break;
        int type = 0;
        while ((own & position.pieces(static_cast<PieceType>(type))).empty()) ++type;
        // A king may only take if nobody can take back.
        if (type == index_of(PieceType::king))
            return (attackers & position.pieces(!side)).any() ? side != us : side == us;

        const Square from = (own & position.pieces(static_cast<PieceType>(type))).first();
        occupied ^= from;
        if (type == index_of(PieceType::pawn) || type == index_of(PieceType::bishop) ||
            type == index_of(PieceType::queen))
            attackers |= bishop_attacks(to, occupied) & diagonal;
        if (type == index_of(PieceType::rook) || type == index_of(PieceType::queen))
            attackers |= rook_attacks(to, occupied) & straight;

        balance = -balance - 1 - kExchangeValues[type];
        if (balance >= 0) {
            side = !side;  // even losing this piece, the capture has paid: the other side stops
            break;
        }
    }
    // The side that is to capture and cannot, or had better not, has lost the exchange.
    return side != us;
}

}  // namespace castellan
