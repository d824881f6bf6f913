#include "search/see.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"

namespace castellan {
namespace {

/// The slow way: captures on one square, always by the cheapest piece, each side free to stop.
int slow_gain(const Position& position, Square to, Bitboard occupied, Color side,
              PieceType on_square) {
    Bitboard own = position.attackers_to(to, occupied, side) & occupied;
    if (own.empty()) return 0;
    int type = 0;
    while ((own & position.pieces(static_cast<PieceType>(type))).empty()) ++type;
    const Square from = (own & position.pieces(static_cast<PieceType>(type))).first();
    const Bitboard rest = occupied ^ from;
    if (type == index_of(PieceType::king) && (position.attackers_to(to, rest, !side) & rest).any())
        return 0;
    return std::max(0, exchange_value(on_square) -
                           slow_gain(position, to, rest, !side, static_cast<PieceType>(type)));
}

int slow_exchange(const Position& position, Move move) {
    if (move.is_castling()) return 0;
    const Color us = position.side_to_move();
    PieceType arriving = type_of(position.piece_on(move.from()));
    int gain = exchange_value(type_of(position.piece_on(move.to())));
    Bitboard occupied = (position.pieces() ^ move.from()) | move.to();
    if (move.is_en_passant()) {
        gain = exchange_value(PieceType::pawn);
        occupied ^= offset(move.to(), -forward(us));
    }
    if (move.is_promotion()) {
        arriving = move.promoted_to();
        gain += exchange_value(arriving) - exchange_value(PieceType::pawn);
    }
    // The square itself is no attacker of itself.
    return gain - slow_gain(position, move.to(), occupied & ~Bitboard{move.to()}, !us, arriving);
}

TEST(StaticExchange, AgreesWithTheSlowWayInRandomPositions) {
    Random random{11};
    for (int game = 0; game < 200; ++game) {
        Position position;
        for (int ply = 0; ply < 150; ++ply) {
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            for (const Move move : moves) {
                const int exact = slow_exchange(position, move);
                for (const int threshold : {exact - 1, exact, exact + 1, 0})
                    ASSERT_EQ(exchange_wins(position, move, threshold), exact >= threshold)
                        << to_fen(position) << ' ' << to_coordinate(position, move) << ' ' << exact
                        << ' ' << threshold;
            }
            position =
                position.after(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
    }
}

}  // namespace
}  // namespace castellan
