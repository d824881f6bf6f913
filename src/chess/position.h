// Position: everything the rules need to know at one moment of a game, as a value.
#pragma once

#include <array>
#include <vector>

#include "base/result.h"
#include "chess/attacks.h"
#include "chess/bitboard.h"
#include "chess/castling.h"
#include "chess/move.h"
#include "chess/setup.h"
#include "chess/validity.h"
#include "chess/zobrist.h"

namespace castellan {

/// What a move takes off the board and puts on it, for whoever keeps something in step with it.
struct Changes {
    struct Item {
        Piece piece;
        Square square;
        friend bool operator==(const Item&, const Item&) = default;
    };
    FixedVector<Item, 2> removed;
    FixedVector<Item, 2> added;
};

class Position {
  public:
    /// The starting position of standard chess.
    Position();

    /// Refuses insane setups. Castling rights without king and rook in place, and an en passant
    /// square that no pawn can legally capture on, are dropped.
    static Result<Position, Problem> from(const Setup& setup);
    Setup to_setup() const;

    Color side_to_move() const { return side_to_move_; }
    Piece piece_on(Square square) const { return board_[index_of(square)]; }
    bool is_empty(Square square) const { return piece_on(square) == Piece::none; }
    Bitboard pieces() const { return by_color_[0] | by_color_[1]; }
    Bitboard pieces(Color color) const { return by_color_[index_of(color)]; }
    Bitboard pieces(PieceType type) const { return by_type_[index_of(type)]; }
    Bitboard pieces(Color color, PieceType type) const { return pieces(color) & pieces(type); }
    Square king(Color color) const { return pieces(color, PieceType::king).first(); }

    /// Rooks that have kept the right to castle; the squares in the way are another matter.
    Bitboard castling_rooks() const { return castling_rooks_; }
    Bitboard castling_rooks(Color color) const {
        return castling_rooks_ & squares_of(relative_rank(color, Rank::r1));
    }
    /// Square::none if the right is lost.
    Square castling_rook(Color color, Wing wing) const;

    /// The square behind a pawn that has just moved two squares, if a capture there is legal.
    Square en_passant() const { return en_passant_; }
    /// The same whether or not anything can capture there.
    Square double_step() const { return double_step_; }

    /// Plies since the last capture or pawn move.
    int halfmove_clock() const { return halfmove_clock_; }
    int fullmove_number() const { return fullmove_number_; }
    /// Whether castling is written by the rook's square or file. It changes no rule.
    bool is_chess960() const { return chess960_; }
    void set_chess960(bool chess960) { chess960_ = chess960 || !has_standard_castling(); }

    /// Equal for positions that repeat each other in the sense of the rules.
    Key key() const { return key_; }
    Key pawn_key() const { return part_keys_[2]; }
    Key non_pawn_key(Color color) const { return part_keys_[index_of(color)]; }

    /// Enemy pieces that attack the king of the side to move.
    Bitboard checkers() const { return checkers_; }
    bool in_check() const { return checkers_.any(); }
    /// Pieces of the side to move that stand between their king and an enemy slider.
    Bitboard pinned() const { return pinned_; }

    /// Pieces of both colours that attack the square, seen through `occupied`.
    Bitboard attackers_to(Square square, Bitboard occupied) const;
    Bitboard attackers_to(Square square, Bitboard occupied, Color by) const {
        return attackers_to(square, occupied) & pieces(by);
    }

    bool is_capture(Move move) const {
        return move.is_en_passant() || (!move.is_castling() && !is_empty(move.to()));
    }
    /// Captures and promotions; the rest is quiet.
    bool is_noisy(Move move) const { return move.is_promotion() || is_capture(move); }

    /// The position after a legal move.
    Position after(Move move) const {
        Position next = *this;
        next.play(move);
        return next;
    }
    /// The position if the side to move passed; it must not be in check.
    Position after_null() const;
    Changes changes(Move move) const;

    /// Whether both are the same position in the sense of the repetition rule.
    bool repeats(const Position& other) const;

    /// Everything that is kept incrementally, computed anew: for tests.
    bool is_consistent() const;

  private:
    struct Empty {};
    explicit Position(Empty);

    void put(Piece piece, Square square);
    void remove(Piece piece, Square square);
    void move_piece(Piece piece, Square from, Square to);
    void toggle_piece_keys(Piece piece, Key change);

    void play(Move move) {
        if (side_to_move_ == Color::white)
            play_as<Color::white>(move);
        else
            play_as<Color::black>(move);
    }
    template <Color kUs>
    void play_as(Move move);
    template <Color kUs>
    void play_castling(Move move);
    template <Color kUs>
    void allow_en_passant(Square passed);
    template <Color kUs>
    void find_checks_and_pins();
    void drop_castling_rights(Bitboard squares);
    bool has_standard_castling() const;

    std::array<Bitboard, kPieceTypeCount> by_type_;
    std::array<Bitboard, 2> by_color_;
    std::array<Piece, kSquareCount> board_;
    Key key_;
    std::array<Key, 3> part_keys_;  // white non-pawns, black non-pawns, pawns
    Bitboard castling_rooks_;
    Bitboard checkers_;
    Bitboard pinned_;
    std::int32_t fullmove_number_;
    std::int32_t halfmove_clock_;
    Color side_to_move_;
    Square en_passant_;
    Square double_step_;
    bool chess960_;
};

/// Whether the pieces that would remain after this en passant capture leave the king unattacked.
bool is_safe_en_passant(const Position& position, Square from);

// ---------------------------------------------------------------------------------------------
// Playing a move is the innermost step of every search, so it stands here to be inlined.

inline Bitboard Position::attackers_to(Square square, Bitboard occupied) const {
    const Bitboard queens = pieces(PieceType::queen);
    return (pawn_attacks<Color::black>(square) & pieces(Color::white, PieceType::pawn)) |
           (pawn_attacks<Color::white>(square) & pieces(Color::black, PieceType::pawn)) |
           (knight_attacks(square) & pieces(PieceType::knight)) |
           (king_attacks(square) & pieces(PieceType::king)) |
           (rook_attacks(square, occupied) & (pieces(PieceType::rook) | queens)) |
           (bishop_attacks(square, occupied) & (pieces(PieceType::bishop) | queens));
}

inline void Position::toggle_piece_keys(Piece piece, Key change) {
    key_ ^= change;
    part_keys_[type_of(piece) == PieceType::pawn ? 2 : index_of(color_of(piece))] ^= change;
}

inline void Position::put(Piece piece, Square square) {
    by_type_[index_of(type_of(piece))] ^= square;
    by_color_[index_of(color_of(piece))] ^= square;
    board_[index_of(square)] = piece;
    toggle_piece_keys(piece, zobrist::piece(piece, square));
}

inline void Position::remove(Piece piece, Square square) {
    put(piece, square);  // every set and key is an exclusive or, so putting twice removes
    board_[index_of(square)] = Piece::none;
}

inline void Position::move_piece(Piece piece, Square from, Square to) {
    const Bitboard both = Bitboard{from} | to;
    by_type_[index_of(type_of(piece))] ^= both;
    by_color_[index_of(color_of(piece))] ^= both;
    board_[index_of(from)] = Piece::none;
    board_[index_of(to)] = piece;
    toggle_piece_keys(piece, zobrist::piece(piece, from) ^ zobrist::piece(piece, to));
}

inline void Position::drop_castling_rights(Bitboard squares) {
    for (const Square rook : castling_rooks_& squares) key_ ^= zobrist::castling_rook(rook);
    castling_rooks_ &= ~squares;
}

template <Color kUs>
void Position::play_as(Move move) {
    constexpr Color kThem = !kUs;
    const Square from = move.from();
    const Square to = move.to();
    const Piece piece = piece_on(from);

    if (en_passant_ != Square::none) {
        key_ ^= zobrist::en_passant(file_of(en_passant_));
        en_passant_ = Square::none;
    }
    double_step_ = Square::none;
    ++halfmove_clock_;
    key_ ^= zobrist::black_to_move();
    side_to_move_ = kThem;
    if constexpr (kUs == Color::black) ++fullmove_number_;

    if (move.is_castling()) {
        play_castling<kUs>(move);
    } else {
        if (const Piece captured = piece_on(to); captured != Piece::none) {
            remove(captured, to);
            halfmove_clock_ = 0;
        }
        move_piece(piece, from, to);
        if ((castling_rooks_ & (Bitboard{from} | to)).any())
            drop_castling_rights(Bitboard{from} | to);

        if (type_of(piece) == PieceType::pawn) {
            halfmove_clock_ = 0;
            if (move.is_promotion()) {
                remove(piece, to);
                put(make_piece(kUs, move.promoted_to()), to);
            } else if (move.is_en_passant()) {
                remove(make_piece(kThem, PieceType::pawn), offset(to, -forward(kUs)));
            } else if (index_of(to) - index_of(from) == 2 * forward(kUs)) {
                double_step_ = offset(from, forward(kUs));
            }
        } else if (type_of(piece) == PieceType::king && castling_rooks(kUs).any()) {
            drop_castling_rights(squares_of(relative_rank(kUs, Rank::r1)));
        }
    }
    find_checks_and_pins<kThem>();
    if (double_step_ != Square::none) allow_en_passant<kThem>(double_step_);
}

template <Color kUs>
void Position::find_checks_and_pins() {
    constexpr Color kThem = !kUs;
    const Square king_square = king(kUs);
    const Bitboard theirs = pieces(kThem);
    const Bitboard ours = pieces(kUs);
    const Bitboard queens = pieces(PieceType::queen);

    checkers_ = theirs & ((pawn_attacks<kUs>(king_square) & pieces(PieceType::pawn)) |
                          (knight_attacks(king_square) & pieces(PieceType::knight)));
    pinned_ = {};
    // Rays that pass through our own pieces show both the sliders that give check and those that
    // pin.
    const Bitboard snipers =
        theirs & ((rook_attacks(king_square, theirs) & (pieces(PieceType::rook) | queens)) |
                  (bishop_attacks(king_square, theirs) & (pieces(PieceType::bishop) | queens)));
    for (const Square sniper : snipers) {
        const Bitboard blockers = between(king_square, sniper) & ours;
        if (blockers.empty())
            checkers_ |= sniper;
        else if (!blockers.several())
            pinned_ |= blockers;
    }
}

/// `passed` was stepped over; the capture counts only if one of our pawns may legally make it.
template <Color kUs>
void Position::allow_en_passant(Square passed) {
    const Bitboard capturers = pawn_attacks<!kUs>(passed) & pieces(kUs, PieceType::pawn);
    if (capturers.empty()) return;
    en_passant_ = passed;
    bool is_possible = false;
    for (const Square from : capturers) is_possible |= is_safe_en_passant(*this, from);
    if (is_possible)
        key_ ^= zobrist::en_passant(file_of(passed));
    else
        en_passant_ = Square::none;
}

/// Why no game can have led to this position, as far as it shows; empty if one may have. The
/// position can be played and searched all the same.
std::vector<Problem> unreachable_problems(const Position& position);
/// The same in words, for whoever has set the position up; empty if there is nothing to say. That
/// the clock of the fifty-move rule is older than the game is not said: records often have no move
/// number.
std::string unreachable_remark(const Position& position);

}  // namespace castellan
