#include "search/oversight.h"

#include <algorithm>
#include <cstdlib>

#include "base/random.h"
#include "chess/legality.h"
#include "chess/movegen.h"
#include "search/see.h"

namespace castellan {
namespace {

/// How often a reply of each kind is overlooked, in hundredths of Fallibility::oversight.
constexpr int kRates[kVisibilityCount] = {3, 25, 35, 50, 75, 100};

constexpr int kMostRate = 90;  // hundredths: however blind, some of each kind are seen

constexpr int kLongWay = 4;  // squares

int distance(Square a, Square b) {
    return std::max(std::abs(index_of(file_of(a)) - index_of(file_of(b))),
                    std::abs(index_of(rank_of(a)) - index_of(rank_of(b))));
}

bool goes_back(Color color, Move move) {
    return relative_rank(color, rank_of(move.to())) < relative_rank(color, rank_of(move.from()));
}

/// Pieces of `color` that a capture would win something from: the king, and pieces that are worth
/// more than the attacker or stand unprotected.
Bitboard targets(const Position& position, Color color, PieceType attacker) {
    Bitboard result = position.pieces(color, PieceType::king);
    for (const Square square : position.pieces(color) & ~position.pieces(PieceType::pawn)) {
        const bool is_protected = position.attackers_to(square, position.pieces(), color).any();
        if (!is_protected ||
            exchange_value(type_of(position.piece_on(square))) > exchange_value(attacker))
            result |= square;
    }
    return result;
}

/// Whether a slider behind the piece that moved now attacks something.
bool uncovers_attack(const Position& before, const Position& after, Move move) {
    const Color us = before.side_to_move();
    const Bitboard sliders = before.pieces(PieceType::bishop) | before.pieces(PieceType::rook) |
                             before.pieces(PieceType::queen);
    for (const Square slider : (after.pieces(us) & sliders) & ~Bitboard{move.to()}) {
        const Piece piece = after.piece_on(slider);
        const Bitboard gained =
            attacks_of(piece, slider, after.pieces()) & ~attacks_of(piece, slider, before.pieces());
        if ((gained & targets(after, !us, type_of(piece))).any()) return true;
    }
    return false;
}

bool attacks_two(const Position& before, const Position& after, Move move) {
    const Piece piece = after.piece_on(move.to());
    if (piece == Piece::none) return false;  // castling in Chess960
    const Bitboard attacked = attacks_of(piece, move.to(), after.pieces());
    return (attacked & targets(after, !before.side_to_move(), type_of(piece))).several();
}

bool pins(const Position& before, const Position& after) {
    return (after.pinned() & ~before.after_null().pinned()).any();
}

/// Not in check.
Visibility visibility_of_quiet(const Position& position, Move move) {
    const Position after = position.after(move);
    if (uncovers_attack(position, after, move)) return Visibility::veiled;
    if (after.in_check()) return Visibility::check;
    const bool is_veiled = attacks_two(position, after, move) || pins(position, after);
    return is_veiled ? Visibility::veiled : Visibility::quiet;
}

bool coin_hides(const Fallibility& fallibility, const Position& position, Move move, Move last) {
    const auto kind = static_cast<std::size_t>(visibility(position, move, last));
    Random random{fallibility.seed ^ position.key() ^ (0x9E3779B97F4A7C15 * move.bits())};
    const int rate = std::min(fallibility.oversight * kRates[kind], kMostRate * 1000);
    return static_cast<int>(random.below(100'000)) < rate;
}

}  // namespace

Visibility visibility(const Position& position, Move move, Move last) {
    if (!position.is_noisy(move))
        return position.in_check() ? Visibility::quiet : visibility_of_quiet(position, move);
    if (last && move.to() == last.to()) return Visibility::glaring;
    if (move.is_promotion() || move.is_en_passant()) return Visibility::capture;
    if (distance(move.from(), move.to()) >= kLongWay || goes_back(position.side_to_move(), move))
        return Visibility::far_capture;
    const bool takes_queen = type_of(position.piece_on(move.to())) == PieceType::queen;
    return takes_queen ? Visibility::glaring : Visibility::capture;
}

bool is_overlooked(const Fallibility& fallibility, const Position& position, Move move, Move last) {
    if (position.in_check() || !coin_hides(fallibility, position, move, last)) return false;
    return std::ranges::any_of(legal_moves(position), [&](Move other) {
        return other != move && !coin_hides(fallibility, position, other, last);
    });
}

int misjudgement(const Fallibility& fallibility, const Position& position) {
    if (fallibility.misjudgement == 0) return 0;
    // Four even numbers added are near enough to a bell curve; their deviation is 200/sqrt(3).
    Random random{fallibility.seed ^ position.key()};
    int sum = -398;
    for (int i = 0; i < 4; ++i) sum += static_cast<int>(random.below(200));
    return sum * fallibility.misjudgement / 115;
}

}  // namespace castellan
