#include "chess/notation/fen.h"

#include <algorithm>

#include "base/text.h"

namespace castellan {
namespace {

auto refuse(Problem problem) { return fail(problem, std::string{describe(problem)}); }

/// Adjacent digits add up, as some programs write them.
Result<Setup, Problem> parse_board(std::string_view text) {
    Setup setup;
    int rank = 7;
    int file = 0;
    for (const char c : text) {
        if (c == '/') {
            if (file < 8) return refuse(Problem::rank_too_short);
            if (rank == 0) return refuse(Problem::too_many_ranks);
            --rank;
            file = 0;
        } else if (c >= '1' && c <= '8') {
            file += c - '0';
        } else if (const Piece piece = piece_from_letter(c); piece != Piece::none) {
            if (file >= 8) return refuse(Problem::rank_too_long);
            setup.put(piece, make_square(static_cast<File>(file), static_cast<Rank>(rank)));
            ++file;
        } else {
            return refuse(Problem::unknown_character_on_board);
        }
        if (file > 8) return refuse(Problem::rank_too_long);
    }
    if (rank > 0) return refuse(Problem::too_few_ranks);
    if (file < 8) return refuse(Problem::rank_too_short);
    return setup;
}

/// The rook that K, Q, k or q speaks of: the outermost on that side of the king. Without one, the
/// corner, so that validity can say that the right has no rook.
Square outermost_rook(const Setup& setup, Color color, Wing wing) {
    const Rank back_rank = relative_rank(color, Rank::r1);
    const Bitboard kings =
        setup.squares_with(make_piece(color, PieceType::king)) & squares_of(back_rank);
    const File corner = wing == Wing::king_side ? File::h : File::a;
    const int inwards = wing == Wing::king_side ? -1 : 1;
    if (kings.count() == 1)
        for (int file = index_of(corner); file != index_of(file_of(kings.first()));
             file += inwards) {
            const Square square = make_square(static_cast<File>(file), back_rank);
            if (setup.piece_on(square) == make_piece(color, PieceType::rook)) return square;
        }
    return make_square(corner, back_rank);
}

Result<Bitboard, Problem> parse_castling(std::string_view text, const Setup& setup) {
    Bitboard rooks;
    if (text == "-") return rooks;
    for (const char c : text) {
        const Color color = is_upper(c) ? Color::white : Color::black;
        const char letter = to_lower(c);
        Square rook = Square::none;
        if (letter == 'k')
            rook = outermost_rook(setup, color, Wing::king_side);
        else if (letter == 'q')
            rook = outermost_rook(setup, color, Wing::queen_side);
        else if (const auto file = file_from_letter(letter))
            rook = make_square(*file, relative_rank(color, Rank::r1));
        else
            return refuse(Problem::bad_castling);
        if (rooks.has(rook)) return refuse(Problem::repeated_castling);
        rooks |= rook;
    }
    return rooks;
}

char castling_letter(const Position& position, Color color, Square rook, CastlingStyle style) {
    const Wing wing = wing_of(position.king(color), rook);
    char letter = wing == Wing::king_side ? 'k' : 'q';
    if (style == CastlingStyle::shredder ||
        rook != outermost_rook(position.to_setup(), color, wing))
        letter = letter_of(file_of(rook));
    return color == Color::white ? to_upper(letter) : letter;
}

std::string castling_field(const Position& position, CastlingStyle style) {
    std::string text;
    for (const Color color : kColors)
        for (const Wing wing : {Wing::king_side, Wing::queen_side})
            if (const Square rook = position.castling_rook(color, wing); rook != Square::none)
                text += castling_letter(position, color, rook, style);
    return text.empty() ? "-" : text;
}

std::string en_passant_field(const Position& position, EnPassantStyle style) {
    const Color us = position.side_to_move();
    Square square = position.en_passant();
    if (style != EnPassantStyle::legal) square = position.double_step();
    if (style == EnPassantStyle::adjacent && square != Square::none &&
        (pawn_attacks(!us, square) & position.pieces(us, PieceType::pawn)).empty())
        square = Square::none;
    return square == Square::none ? "-" : to_string(square);
}

std::string board_field(const Position& position) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < 8; ++file) {
            const Piece piece =
                position.piece_on(make_square(static_cast<File>(file), static_cast<Rank>(rank)));
            if (piece == Piece::none) {
                ++empty;
                continue;
            }
            if (empty > 0) text += static_cast<char>('0' + empty);
            empty = 0;
            text += letter_of(piece);
        }
        if (empty > 0) text += static_cast<char>('0' + empty);
        if (rank > 0) text += '/';
    }
    return text;
}

}  // namespace

Result<Setup, Problem> parse_setup(std::string_view fen) {
    auto setup = parse_board(take_word(fen));
    if (!setup) return setup;

    const std::string_view side = take_word(fen);
    const std::string_view castling = take_word(fen);
    const std::string_view en_passant = take_word(fen);
    if (en_passant.empty()) return refuse(Problem::missing_field);
    if (side != "w" && side != "b") return refuse(Problem::bad_side_to_move);
    setup->side_to_move = side == "w" ? Color::white : Color::black;

    const auto rooks = parse_castling(castling, *setup);
    if (!rooks) return tl::unexpected(rooks.error());
    setup->castling_rooks = *rooks;

    if (en_passant != "-") {
        const auto square = parse_square(en_passant);
        if (!square || (rank_of(*square) != Rank::r3 && rank_of(*square) != Rank::r6))
            return refuse(Problem::bad_en_passant);
        setup->en_passant = *square;
    }
    if (const std::string_view clock = take_word(fen); !clock.empty()) {
        const auto number = parse_number<int>(clock);
        if (!number || *number < 0 || *number > kMaxHalfmoveClock)
            return refuse(Problem::bad_halfmove_clock);
        setup->halfmove_clock = *number;
    }
    if (const std::string_view count = take_word(fen); !count.empty()) {
        const auto number = parse_number<int>(count);
        if (!number || *number < 0 || *number > kMaxFullmoveNumber)
            return refuse(Problem::bad_fullmove_number);
        setup->fullmove_number = std::max(1, *number);
    }
    if (!take_word(fen).empty()) return refuse(Problem::extra_field);
    return setup;
}

Result<Position, Problem> parse_fen(std::string_view fen, const FenReading& reading) {
    auto setup = parse_setup(fen);
    if (!setup) return tl::unexpected(setup.error());
    setup->chess960 = reading.chess960;
    if (const auto problems = problems_of(*setup);
        !problems.empty() && level_of(problems.front()) <= reading.required)
        return fail(problems.front(), describe(problems));
    return Position::from(*setup);
}

std::string to_epd_fields(const Position& position, const FenWriting& writing) {
    std::string text = board_field(position);
    text += position.side_to_move() == Color::white ? " w " : " b ";
    text += castling_field(position, writing.castling);
    text += ' ';
    text += en_passant_field(position, writing.en_passant);
    return text;
}

std::string to_fen(const Position& position, const FenWriting& writing) {
    return to_epd_fields(position, writing) + ' ' + std::to_string(position.halfmove_clock()) +
           ' ' + std::to_string(position.fullmove_number());
}

}  // namespace castellan
