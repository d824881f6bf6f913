// Finds the features of a position and reports each with its weight: to a sum, an explanation, or
// a tuner.
#pragma once

#include <algorithm>

#include "chess/position.h"
#include "eval/classical/tuned_weights.h"

namespace castellan::classical {

/// A square as its owner sees it: White's e4 and Black's e5 are the same.
constexpr Square seen_by(Color color, Square square) {
    return color == Color::white ? square : static_cast<Square>(index_of(square) ^ 56);
}

/// All squares in front of these, on the same file.
template <Color kUs>
constexpr Bitboard ahead_of(Bitboard set) {
    constexpr int kForward = forward(kUs);
    set = shift<kForward>(set);
    set |= shift<kForward>(set);
    set |= kUs == Color::white ? Bitboard{set.bits() << 16} : Bitboard{set.bits() >> 16};
    set |= kUs == Color::white ? Bitboard{set.bits() << 32} : Bitboard{set.bits() >> 32};
    return set;
}

constexpr Bitboard neighbours(Bitboard set) { return shift<1>(set) | shift<-1>(set); }

/// Walks one side's pieces. The sink is told sink.add(term, weight, count) for each feature,
/// `weight` being a reference into kWeights, so that a tuner can tell which one it is.
template <Color kUs, typename Sink>
class FeatureFinder {
  public:
    FeatureFinder(const Position& position, Sink& sink)
        : position_{position},
          sink_{sink},
          occupied_{position.pieces()},
          own_pawns_{position.pieces(kUs, PieceType::pawn)},
          enemy_pawns_{position.pieces(kThem, PieceType::pawn)},
          king_zone_{king_attacks(position.king(kThem)) | position.king(kThem)},
          open_squares_{~(own_pawns_ | pawn_attacks<kThem>(enemy_pawns_))} {}

    void run() {
        pawns();
        pieces<PieceType::knight>();
        pieces<PieceType::bishop>();
        pieces<PieceType::rook>();
        pieces<PieceType::queen>();
        const Square king = position_.king(kUs);
        place(PieceType::king, king);
        const Bitboard shield = shift<forward(kUs)>(neighbours(king) | king);
        sink_.add(Term::king, kWeights.shield_pawn, (shield & own_pawns_).count());
        if (position_.pieces(kUs, PieceType::bishop).several())
            sink_.add(Term::pieces, kWeights.bishop_pair, 1);
        support();
        if (position_.side_to_move() == kUs) sink_.add(Term::tempo, kWeights.tempo, 1);
    }

  private:
    static constexpr Color kThem = !kUs;

    void place(PieceType type, Square square) {
        sink_.add(Term::material, kWeights.material[index_of(type)], 1);
        sink_.add(Term::squares, kWeights.squares[index_of(type)][index_of(seen_by(kUs, square))],
                  1);
    }

    template <PieceType kType>
    void pieces() {
        constexpr std::size_t kIndex = index_of(kType);
        for (const Square square : position_.pieces(kUs, kType)) {
            place(kType, square);
            const Bitboard attacks = attacks_of<kType>(square, occupied_);
            attacked_ |= attacks;
            sink_.add(Term::mobility, kWeights.mobility[kIndex], (attacks & open_squares_).count());
            sink_.add(Term::king, kWeights.king_attack[kIndex], (attacks & king_zone_).count());
            if constexpr (kType == PieceType::rook) rook_file(square);
        }
    }

    void rook_file(Square square) {
        const Bitboard file = squares_of(file_of(square));
        if ((file & own_pawns_).any()) return;
        const bool is_open = (file & enemy_pawns_).empty();
        sink_.add(Term::pieces,
                  is_open ? kWeights.rook_on_open_file : kWeights.rook_on_half_open_file, 1);
    }

    void pawns() {
        const Bitboard own_attacks = pawn_attacks<kUs>(own_pawns_);
        attacked_ |= own_attacks;
        for (const Square square : own_pawns_) {
            place(PieceType::pawn, square);
            const Bitboard ahead = ahead_of<kUs>(square);
            const Bitboard beside = neighbours(squares_of(file_of(square)));
            const Square next = offset(square, forward(kUs));
            const bool is_blocked = !position_.is_empty(next);
            const bool is_isolated = (beside & own_pawns_).empty();

            if ((ahead & own_pawns_).any()) sink_.add(Term::pawns, kWeights.doubled_pawn, 1);
            if (is_isolated) sink_.add(Term::pawns, kWeights.isolated_pawn, 1);
            if (is_blocked) sink_.add(Term::pawns, kWeights.blocked_pawn, 1);
            // Backward: no neighbour can come up to defend it, and its next step is guarded.
            const Bitboard level_and_behind = beside & ~ahead_of<kUs>(neighbours(square));
            if (!is_isolated && (level_and_behind & own_pawns_).empty() &&
                pawn_attacks<kThem>(enemy_pawns_).has(next))
                sink_.add(Term::pawns, kWeights.backward_pawn, 1);
            if (((ahead | ahead_of<kUs>(neighbours(square))) & enemy_pawns_).empty() &&
                (ahead & own_pawns_).empty()) {
                const Rank rank = relative_rank(kUs, rank_of(square));
                sink_.add(Term::passed_pawns, kWeights.passed_pawn[index_of(rank)], 1);
                if (is_blocked) sink_.add(Term::passed_pawns, kWeights.blocked_passed_pawn, 1);
            }
        }
    }

    /// Pieces that another piece defends, by type; the king defends too, but needs no defence.
    void support() {
        const Bitboard defended = attacked_ | king_attacks(position_.king(kUs));
        for (const PieceType type :
             {PieceType::pawn, PieceType::knight, PieceType::bishop, PieceType::rook})
            sink_.add(Term::support, kWeights.support[index_of(type)],
                      (position_.pieces(kUs, type) & defended).count());
    }

    const Position& position_;
    Sink& sink_;
    Bitboard attacked_;
    const Bitboard occupied_;
    const Bitboard own_pawns_;
    const Bitboard enemy_pawns_;
    const Bitboard king_zone_;
    const Bitboard open_squares_;  // no pawn of ours stands there, none of theirs guards it
};

/// 24 with all pieces on the board, 0 with kings and pawns alone.
inline int game_phase(const Position& position) {
    const int phase = position.pieces(PieceType::knight).count() +
                      position.pieces(PieceType::bishop).count() +
                      2 * position.pieces(PieceType::rook).count() +
                      4 * position.pieces(PieceType::queen).count();
    return std::min(phase, 24);
}
inline constexpr int kFullPhase = 24;

constexpr int blend(Weight weight, int phase) {
    return (weight.middlegame * phase + weight.endgame * (kFullPhase - phase)) / kFullPhase;
}

}  // namespace castellan::classical
