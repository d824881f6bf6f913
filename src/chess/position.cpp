#include "chess/position.h"

namespace castellan {

Position::Position(Empty) {
    by_type_.fill({});
    by_color_.fill({});
    board_.fill(Piece::none);
    key_ = 0;
    part_keys_.fill(0);
    fullmove_number_ = 1;
    halfmove_clock_ = 0;
    side_to_move_ = Color::white;
    en_passant_ = Square::none;
    double_step_ = Square::none;
    chess960_ = false;
}

namespace {

Setup starting_setup() {
    constexpr PieceType kBackRank[] = {PieceType::rook,   PieceType::knight, PieceType::bishop,
                                       PieceType::queen,  PieceType::king,   PieceType::bishop,
                                       PieceType::knight, PieceType::rook};
    Setup setup;
    for (int file = 0; file < 8; ++file)
        for (const Color color : kColors) {
            const auto square = [&](Rank rank) {
                return make_square(static_cast<File>(file), relative_rank(color, rank));
            };
            setup.put(make_piece(color, kBackRank[file]), square(Rank::r1));
            setup.put(make_piece(color, PieceType::pawn), square(Rank::r2));
        }
    setup.castling_rooks = Bitboard{Square::a1} | Square::h1 | Square::a8 | Square::h8;
    return setup;
}

}  // namespace

Position::Position() {
    static const Position start = *from(starting_setup());
    *this = start;
}

Result<Position, Problem> Position::from(const Setup& setup) {
    if (const auto problems = problems_of(setup);
        !problems.empty() && level_of(problems.front()) == Validity::sane)
        return fail(problems.front(), describe(problems));

    Position position{Empty{}};
    for (int i = 0; i < kSquareCount; ++i) {
        const auto square = static_cast<Square>(i);
        if (const Piece piece = setup.piece_on(square); piece != Piece::none)
            position.put(piece, square);
    }
    position.side_to_move_ = setup.side_to_move;
    if (setup.side_to_move == Color::black) position.key_ ^= zobrist::black_to_move();
    position.castling_rooks_ = usable_castling_rooks(setup);
    for (const Square rook : position.castling_rooks_)
        position.key_ ^= zobrist::castling_rook(rook);
    position.halfmove_clock_ = setup.halfmove_clock;
    position.fullmove_number_ = setup.fullmove_number;
    position.set_chess960(setup.chess960);

    if (position.side_to_move_ == Color::white)
        position.find_checks_and_pins<Color::white>();
    else
        position.find_checks_and_pins<Color::black>();

    if (const Square passed = setup.en_passant; passed != Square::none) {
        const Color them = !setup.side_to_move;
        const bool is_double_step =
            rank_of(passed) == relative_rank(them, Rank::r3) && position.is_empty(passed) &&
            position.is_empty(offset(passed, -forward(them))) &&
            position.piece_on(offset(passed, forward(them))) == make_piece(them, PieceType::pawn);
        if (is_double_step) {
            position.double_step_ = passed;
            if (position.side_to_move_ == Color::white)
                position.allow_en_passant<Color::white>(passed);
            else
                position.allow_en_passant<Color::black>(passed);
        }
    }
    return position;
}

Setup Position::to_setup() const {
    Setup setup;
    setup.board = board_;
    setup.side_to_move = side_to_move_;
    setup.castling_rooks = castling_rooks_;
    setup.en_passant = double_step_;
    setup.halfmove_clock = halfmove_clock_;
    setup.fullmove_number = fullmove_number_;
    setup.chess960 = chess960_;
    return setup;
}

Square Position::castling_rook(Color color, Wing wing) const {
    for (const Square rook : castling_rooks(color))
        if (wing_of(king(color), rook) == wing) return rook;
    return Square::none;
}

bool Position::has_standard_castling() const {
    for (const Color color : kColors) {
        const Rank back_rank = relative_rank(color, Rank::r1);
        const Bitboard rooks = castling_rooks(color);
        if (rooks.empty()) continue;
        const Bitboard corners =
            Bitboard{make_square(File::a, back_rank)} | make_square(File::h, back_rank);
        if ((rooks & ~corners).any() || king(color) != make_square(File::e, back_rank))
            return false;
    }
    return true;
}

template <Color kUs>
void Position::play_castling(Move move) {
    const Square king_from = move.from();
    const Square rook_from = move.to();
    const Wing wing = wing_of(king_from, rook_from);
    // Both leave before either arrives: in Chess960 one may arrive where the other stood.
    remove(make_piece(kUs, PieceType::king), king_from);
    remove(make_piece(kUs, PieceType::rook), rook_from);
    put(make_piece(kUs, PieceType::king), castled_king(kUs, wing));
    put(make_piece(kUs, PieceType::rook), castled_rook(kUs, wing));
    drop_castling_rights(squares_of(relative_rank(kUs, Rank::r1)));
}
template void Position::play_castling<Color::white>(Move);
template void Position::play_castling<Color::black>(Move);

Position Position::after_null() const {
    Position next = *this;
    if (next.en_passant_ != Square::none) next.key_ ^= zobrist::en_passant(file_of(en_passant_));
    next.en_passant_ = Square::none;
    next.double_step_ = Square::none;
    next.key_ ^= zobrist::black_to_move();
    next.side_to_move_ = !side_to_move_;
    ++next.halfmove_clock_;
    if (side_to_move_ == Color::black) {
        ++next.fullmove_number_;
        next.find_checks_and_pins<Color::white>();
    } else {
        next.find_checks_and_pins<Color::black>();
    }
    return next;
}

Changes Position::changes(Move move) const {
    Changes changes;
    const Piece piece = piece_on(move.from());
    const Color us = side_to_move_;
    if (move.is_castling()) {
        const Piece rook = make_piece(us, PieceType::rook);
        const Wing wing = wing_of(move.from(), move.to());
        changes.removed.push_back({piece, move.from()});
        changes.removed.push_back({rook, move.to()});
        changes.added.push_back({piece, castled_king(us, wing)});
        changes.added.push_back({rook, castled_rook(us, wing)});
        return changes;
    }
    changes.removed.push_back({piece, move.from()});
    if (move.is_en_passant())
        changes.removed.push_back(
            {make_piece(!us, PieceType::pawn), offset(move.to(), -forward(us))});
    else if (!is_empty(move.to()))
        changes.removed.push_back({piece_on(move.to()), move.to()});
    changes.added.push_back(
        {move.is_promotion() ? make_piece(us, move.promoted_to()) : piece, move.to()});
    return changes;
}

bool Position::repeats(const Position& other) const {
    return key_ == other.key_ && side_to_move_ == other.side_to_move_ && board_ == other.board_ &&
           castling_rooks_ == other.castling_rooks_ && en_passant_ == other.en_passant_;
}

bool Position::is_consistent() const {
    const auto fresh = from(to_setup());
    return fresh && fresh->board_ == board_ && fresh->by_type_ == by_type_ &&
           fresh->by_color_ == by_color_ && fresh->key_ == key_ &&
           fresh->part_keys_ == part_keys_ && fresh->castling_rooks_ == castling_rooks_ &&
           fresh->checkers_ == checkers_ && fresh->pinned_ == pinned_ &&
           fresh->en_passant_ == en_passant_ && fresh->double_step_ == double_step_;
}

bool is_safe_en_passant(const Position& position, Square from) {
    const Color us = position.side_to_move();
    const Square to = position.en_passant();
    const Bitboard captured = offset(to, -forward(us));
    const Bitboard occupied = (position.pieces() ^ from ^ captured) | to;
    return (position.attackers_to(position.king(us), occupied, !us) & ~captured).empty();
}

std::vector<Problem> unreachable_problems(const Position& position) {
    return problems_of(position.to_setup());  // insane setups never become a position
}

std::string unreachable_remark(const Position& position) {
    auto problems = unreachable_problems(position);
    std::erase(problems, Problem::halfmove_clock_beyond_game);
    return describe(problems);
}

}  // namespace castellan
