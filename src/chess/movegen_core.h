// The move generator itself. It hands whole sets of targets to a sink, which lists or counts them.
#pragma once

#include "chess/movegen.h"

namespace castellan {

/// A sink that writes the moves down.
struct MoveWriter {
    void piece(Square from, Bitboard targets) {
        for (const Square to : targets) moves.push_back(Move::normal(from, to));
    }
    void pawns(Bitboard targets, int delta) {
        for (const Square to : targets) moves.push_back(Move::normal(offset(to, -delta), to));
    }
    void promotions(Bitboard targets, int delta) {
        for (const Square to : targets)
            for (const PieceType type :
                 {PieceType::queen, PieceType::knight, PieceType::rook, PieceType::bishop})
                moves.push_back(Move::promotion(offset(to, -delta), to, type));
    }
    void single(Move move) { moves.push_back(move); }

    MoveList& moves;
};

/// A sink that only counts: a population count per set.
struct MoveCounter {
    void piece(Square, Bitboard targets) { count += targets.count(); }
    void pawns(Bitboard targets, int) { count += targets.count(); }
    void promotions(Bitboard targets, int) { count += 4 * targets.count(); }
    void single(Move) { ++count; }

    int count = 0;
};

template <Color kUs, MoveClass kClass, typename Sink>
class MoveGenerator {
  public:
    MoveGenerator(const Position& position, Sink& sink)
        : position_{position},
          sink_{sink},
          king_{position.king(kUs)},
          occupied_{position.pieces()},
          wanted_{wanted_targets(position)} {}

    void run() {
        king_moves();
        const Bitboard checkers = position_.checkers();
        if (checkers.several()) return;  // only the king can answer a double check
        // In check, a move must capture the checker or step in its way.
        const Bitboard allowed =
            checkers.any() ? between(king_, checkers.first()) | checkers : kAllSquares;
        const Bitboard targets = allowed & wanted_;
        piece_moves<PieceType::knight>(targets);
        slider_moves<PieceType::bishop>(targets);
        slider_moves<PieceType::rook>(targets);
        all_pawn_moves(allowed);
        if constexpr (kClass != MoveClass::quiet)
            if (position_.en_passant() != Square::none) en_passant_captures();
    }

  private:
    static constexpr Color kThem = !kUs;
    static constexpr bool kQuiets = kClass != MoveClass::noisy;
    static constexpr bool kNoisy = kClass != MoveClass::quiet;

    static Bitboard wanted_targets(const Position& position) {
        if constexpr (kClass == MoveClass::noisy) return position.pieces(kThem);
        if constexpr (kClass == MoveClass::quiet) return ~position.pieces();
        return ~position.pieces(kUs);
    }

    Bitboard our(PieceType type) const { return position_.pieces(kUs, type); }

    /// Every square the enemy attacks once our king has stepped off the board.
    Bitboard danger() const {
        const Bitboard seen_through = occupied_ ^ king_;
        const Bitboard theirs = position_.pieces(kThem);
        const Bitboard queens = position_.pieces(PieceType::queen);
        Bitboard attacked = pawn_attacks<kThem>(theirs & position_.pieces(PieceType::pawn)) |
                            king_attacks(position_.king(kThem));
        for (const Square from : theirs& position_.pieces(PieceType::knight))
            attacked |= knight_attacks(from);
        for (const Square from : theirs&(position_.pieces(PieceType::bishop) | queens))
            attacked |= bishop_attacks(from, seen_through);
        for (const Square from : theirs&(position_.pieces(PieceType::rook) | queens))
            attacked |= rook_attacks(from, seen_through);
        return attacked;
    }

    void king_moves() {
        const Bitboard steps = king_attacks(king_) & wanted_;
        const Bitboard rooks = open_castling_rooks();
        // Most kings are hemmed in, and then nobody needs to know what the enemy attacks.
        if ((steps | rooks).empty()) return;
        if (rooks.empty() && !steps.several()) {  // one square is asked about faster than all
            if (position_.attackers_to(steps.first(), occupied_ ^ king_, kThem).empty())
                sink_.piece(king_, steps);
            return;
        }
        const Bitboard attacked = danger();
        sink_.piece(king_, steps & ~attacked);
        for (const Square rook : rooks)
            if ((castling_king_path(kUs, king_, rook) & attacked).empty())
                sink_.single(Move::castling(king_, rook));
    }

    /// Rooks that may castle as far as the pieces in between are concerned.
    Bitboard open_castling_rooks() const {
        Bitboard open;
        if (!kQuiets || position_.in_check()) return open;
        // A pinned rook shields its king from the far end of the rank; castling would uncover it.
        for (const Square rook : position_.castling_rooks(kUs) & ~position_.pinned())
            if ((castling_way(kUs, king_, rook) & occupied_).empty()) open |= rook;
        return open;
    }

    template <PieceType kType>
    void piece_moves(Bitboard targets) {
        // A pinned knight can never move: it leaves the line at once.
        for (const Square from : our(kType) & ~position_.pinned())
            sink_.piece(from, attacks_of<kType>(from, occupied_) & targets);
    }

    /// Queens move as both kinds of slider, so they are visited with each.
    template <PieceType kType>
    void slider_moves(Bitboard targets) {
        const Bitboard sliders = our(kType) | our(PieceType::queen);
        for (const Square from : sliders & ~position_.pinned())
            sink_.piece(from, attacks_of<kType>(from, occupied_) & targets);
        for (const Square from : sliders& position_.pinned())
            sink_.piece(from, attacks_of<kType>(from, occupied_) & targets & line(king_, from));
    }

    void all_pawn_moves(Bitboard allowed) {
        const Bitboard pawns = our(PieceType::pawn);
        pawn_moves(pawns & ~position_.pinned(), allowed);
        for (const Square from : pawns& position_.pinned())
            pawn_moves(from, allowed & line(king_, from));
    }

    void pawn_moves(Bitboard pawns, Bitboard allowed) {
        constexpr Bitboard kPromoting = squares_of(relative_rank(kUs, Rank::r7));
        constexpr int kForward = forward(kUs);
        constexpr int kEast = kForward + 1;
        constexpr int kWest = kForward - 1;
        const Bitboard empty = ~occupied_;
        const Bitboard enemies = position_.pieces(kThem) & allowed;

        const Bitboard ordinary = pawns & ~kPromoting;
        if constexpr (kQuiets) {
            constexpr Bitboard kThird = squares_of(relative_rank(kUs, Rank::r3));
            const Bitboard once = shift<kForward>(ordinary) & empty;
            const Bitboard twice = shift<kForward>(once & kThird) & empty;
            sink_.pawns(once & allowed, kForward);
            sink_.pawns(twice & allowed, 2 * kForward);
        }
        if constexpr (kNoisy) {
            sink_.pawns(shift<kEast>(ordinary) & enemies, kEast);
            sink_.pawns(shift<kWest>(ordinary) & enemies, kWest);

            const Bitboard promoting = pawns & kPromoting;
            if (promoting.empty()) return;
            sink_.promotions(shift<kForward>(promoting) & empty & allowed, kForward);
            sink_.promotions(shift<kEast>(promoting) & enemies, kEast);
            sink_.promotions(shift<kWest>(promoting) & enemies, kWest);
        }
    }

    void en_passant_captures() {
        const Square to = position_.en_passant();
        for (const Square from : pawn_attacks<kThem>(to) & our(PieceType::pawn))
            if (is_safe_en_passant(position_, from)) sink_.single(Move::en_passant(from, to));
    }

    const Position& position_;
    Sink& sink_;
    const Square king_;
    const Bitboard occupied_;
    const Bitboard wanted_;
};

template <MoveClass kClass, typename Sink>
void generate(const Position& position, Sink& sink) {
    if (position.side_to_move() == Color::white)
        MoveGenerator<Color::white, kClass, Sink>{position, sink}.run();
    else
        MoveGenerator<Color::black, kClass, Sink>{position, sink}.run();
}

}  // namespace castellan
