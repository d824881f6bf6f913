#include "chess/validity.h"

#include <algorithm>

#include "chess/attacks.h"

namespace castellan {
namespace {

/// The part of a setup that the checks below read again and again.
struct Census {
    explicit Census(const Setup& setup) {
        for (int i = 0; i < kSquareCount; ++i) {
            const auto square = static_cast<Square>(i);
            const Piece piece = setup.piece_on(square);
            if (piece == Piece::none) continue;
            of(color_of(piece), type_of(piece)) |= square;
            pieces[index_of(color_of(piece))] |= square;
        }
    }

    Bitboard& of(Color color, PieceType type) { return sets[index_of(color)][index_of(type)]; }
    Bitboard of(Color color, PieceType type) const { return sets[index_of(color)][index_of(type)]; }
    Bitboard occupied() const { return pieces[0] | pieces[1]; }

    Bitboard attackers(Color by, Square square, Bitboard blockers) const {
        const Bitboard queens = of(by, PieceType::queen);
        return (pawn_attacks(!by, square) & of(by, PieceType::pawn)) |
               (knight_attacks(square) & of(by, PieceType::knight)) |
               (king_attacks(square) & of(by, PieceType::king)) |
               (rook_attacks(square, blockers) & (of(by, PieceType::rook) | queens)) |
               (bishop_attacks(square, blockers) & (of(by, PieceType::bishop) | queens));
    }

    Bitboard sets[2][kPieceTypeCount];
    Bitboard pieces[2];
};

/// Whether more pieces of this colour must have been pawns once than pawns are missing. Each bishop
/// beyond the first on squares of its colour is one of them.
bool has_too_many_promoted_pieces(const Census& census, Color color) {
    const auto beyond = [](Bitboard set, int usual) { return std::max(0, set.count() - usual); };
    const Bitboard bishops = census.of(color, PieceType::bishop);
    const int promoted = beyond(census.of(color, PieceType::queen), 1) +
                         beyond(census.of(color, PieceType::rook), 2) +
                         beyond(census.of(color, PieceType::knight), 2) +
                         beyond(bishops & kLightSquares, 1) + beyond(bishops & kDarkSquares, 1);
    return promoted > 8 - census.of(color, PieceType::pawn).count();
}

void find_insane(const Setup& setup, const Census& census, std::vector<Problem>& found) {
    const auto check = [&](bool wrong, Problem problem) {
        if (wrong) found.push_back(problem);
    };
    const Bitboard kings[] = {census.of(Color::white, PieceType::king),
                              census.of(Color::black, PieceType::king)};
    const Bitboard pawns[] = {census.of(Color::white, PieceType::pawn),
                              census.of(Color::black, PieceType::pawn)};
    check(kings[0].empty(), Problem::no_white_king);
    check(kings[1].empty(), Problem::no_black_king);
    check(kings[0].several(), Problem::several_white_kings);
    check(kings[1].several(), Problem::several_black_kings);
    check(census.pieces[0].count() > 16, Problem::too_many_white_pieces);
    check(census.pieces[1].count() > 16, Problem::too_many_black_pieces);
    check(pawns[0].count() > 8, Problem::too_many_white_pawns);
    check(pawns[1].count() > 8, Problem::too_many_black_pawns);
    check(((pawns[0] | pawns[1]) & (squares_of(Rank::r1) | squares_of(Rank::r8))).any(),
          Problem::pawn_on_first_or_last_rank);

    if (kings[0].count() != 1 || kings[1].count() != 1) return;
    const bool touching = (king_attacks(kings[0].first()) & kings[1]).any();
    check(touching, Problem::kings_touch);
    const Color us = setup.side_to_move;
    const Square their_king = kings[index_of(!us)].first();
    check(!touching && census.attackers(us, their_king, census.occupied()).any(),
          Problem::side_not_to_move_in_check);
}

/// In a double check one piece has moved and uncovered the other. Pawns and knights are never the
/// uncovered ones, and no move leads from one side of the king to the other along one line.
bool is_impossible_pair(const Setup& setup, Square king, Square a, Square b) {
    const auto is_leaper = [&](Square square) {
        const PieceType type = type_of(setup.piece_on(square));
        return type == PieceType::pawn || type == PieceType::knight;
    };
    const bool same_line = line(king, a).any() && line(king, a) == line(king, b);
    return same_line || (is_leaper(a) && is_leaper(b));
}

void find_en_passant_problems(const Setup& setup, const Census& census, Bitboard checkers,
                              std::vector<Problem>& found) {
    if (setup.en_passant == Square::none) return;
    const Color them = !setup.side_to_move;
    const Square passed = setup.en_passant;
    if (rank_of(passed) != relative_rank(them, Rank::r3) ||
        setup.piece_on(offset(passed, forward(them))) != make_piece(them, PieceType::pawn)) {
        found.push_back(Problem::en_passant_without_pawn);
        return;
    }
    const Square pawn = offset(passed, forward(them));
    const Square origin = offset(passed, -forward(them));
    if (setup.piece_on(passed) != Piece::none || setup.piece_on(origin) != Piece::none) {
        found.push_back(Problem::en_passant_square_not_empty);
        return;
    }
    // A check after a double step comes from the pawn, or was uncovered by it: put back on its
    // origin, the pawn must stop every other checker.
    const Square king = census.of(!them, PieceType::king).first();
    const Bitboard before = (census.occupied() ^ pawn) | origin;
    const Bitboard others = checkers & ~Bitboard{pawn};
    if ((others & census.attackers(them, king, before)).any())
        found.push_back(Problem::en_passant_conflicts_with_check);
}

void find_unreachable(const Setup& setup, const Census& census, std::vector<Problem>& found) {
    const Color us = setup.side_to_move;
    const Square king = census.of(us, PieceType::king).first();
    const Bitboard checkers = census.attackers(!us, king, census.occupied());
    if (has_too_many_promoted_pieces(census, Color::white))
        found.push_back(Problem::too_many_promoted_white_pieces);
    if (has_too_many_promoted_pieces(census, Color::black))
        found.push_back(Problem::too_many_promoted_black_pieces);
    if (checkers.count() > 2) found.push_back(Problem::too_many_checkers);
    if (checkers.count() == 2) {
        Bitboard rest = checkers;
        const Square a = rest.first();
        rest.remove_first();
        if (is_impossible_pair(setup, king, a, rest.first()))
            found.push_back(Problem::impossible_double_check);
    }
    find_en_passant_problems(setup, census, checkers, found);
    if (usable_castling_rooks(setup) != setup.castling_rooks)
        found.push_back(Problem::castling_without_king_and_rook);
    if (setup.en_passant != Square::none && setup.halfmove_clock != 0)
        found.push_back(Problem::halfmove_clock_after_en_passant);
    const int plies_played = 2 * (setup.fullmove_number - 1) + (us == Color::black ? 1 : 0);
    if (setup.halfmove_clock > plies_played) found.push_back(Problem::halfmove_clock_beyond_game);
}

}  // namespace

std::vector<Problem> problems_of(const Setup& setup) {
    std::vector<Problem> found;
    const Census census{setup};
    find_insane(setup, census, found);
    if (found.empty()) find_unreachable(setup, census, found);
    return found;
}

Bitboard usable_castling_rooks(const Setup& setup) {
    Bitboard usable;
    for (const Color color : kColors) {
        const Bitboard back_rank = squares_of(relative_rank(color, Rank::r1));
        const Bitboard kings = setup.squares_with(make_piece(color, PieceType::king));
        if (kings.count() != 1 || (kings & back_rank).empty()) continue;
        const Square king = kings.first();

        Bitboard wings[2];
        const Bitboard rooks = setup.castling_rooks & back_rank &
                               setup.squares_with(make_piece(color, PieceType::rook));
        for (const Square rook : rooks) wings[rook > king ? 1 : 0] |= rook;
        for (const Bitboard wing : wings)
            if (wing.count() == 1) usable |= wing;
    }
    return usable;
}

std::string describe(const std::vector<Problem>& problems) {
    std::string text;
    for (const Problem problem : problems) {
        if (!text.empty()) text += "; ";
        text += describe(problem);
    }
    return text;
}

std::string_view describe(Problem problem) {
    switch (problem) {
        case Problem::missing_field:
            return "a FEN has four to six fields: board, side to move, castling, en passant, "
                   "clocks";
        case Problem::extra_field:
            return "there is text after the sixth field";
        case Problem::unknown_character_on_board:
            return "the board may only hold the letters pnbrqkPNBRQK, digits 1 to 8 and slashes";
        case Problem::rank_too_short:
            return "a rank has fewer than eight squares";
        case Problem::rank_too_long:
            return "a rank has more than eight squares";
        case Problem::too_few_ranks:
            return "the board has fewer than eight ranks";
        case Problem::too_many_ranks:
            return "the board has more than eight ranks";
        case Problem::bad_side_to_move:
            return "the side to move must be w or b";
        case Problem::bad_castling:
            return "castling must be - or letters of KQkq or files A to H, a to h";
        case Problem::repeated_castling:
            return "a castling right is given twice";
        case Problem::bad_en_passant:
            return "the en passant square must be - or a square on the third or sixth rank";
        case Problem::bad_halfmove_clock:
            return "the halfmove clock must be a number from 0 to 32767";
        case Problem::bad_fullmove_number:
            return "the move number must be a number from 0 to 1000000";
        case Problem::no_white_king:
            return "White has no king";
        case Problem::no_black_king:
            return "Black has no king";
        case Problem::several_white_kings:
            return "White has more than one king";
        case Problem::several_black_kings:
            return "Black has more than one king";
        case Problem::too_many_white_pieces:
            return "White has more than 16 pieces";
        case Problem::too_many_black_pieces:
            return "Black has more than 16 pieces";
        case Problem::too_many_white_pawns:
            return "White has more than 8 pawns";
        case Problem::too_many_black_pawns:
            return "Black has more than 8 pawns";
        case Problem::pawn_on_first_or_last_rank:
            return "a pawn stands on the first or last rank";
        case Problem::kings_touch:
            return "the kings stand next to each other";
        case Problem::side_not_to_move_in_check:
            return "the side that is not to move is in check";
        case Problem::too_many_promoted_white_pieces:
            return "White has more promoted pieces than missing pawns";
        case Problem::too_many_promoted_black_pieces:
            return "Black has more promoted pieces than missing pawns";
        case Problem::too_many_checkers:
            return "no single move gives check with three pieces";
        case Problem::impossible_double_check:
            return "no single move gives this double check";
        case Problem::en_passant_without_pawn:
            return "no pawn can just have passed the en passant square";
        case Problem::en_passant_square_not_empty:
            return "the en passant square or the one behind it is not empty";
        case Problem::en_passant_conflicts_with_check:
            return "the check was there before the pawn's double step";
        case Problem::castling_without_king_and_rook:
            return "a castling right has no king and rook in place";
        case Problem::halfmove_clock_after_en_passant:
            return "the halfmove clock is not 0 after a pawn's double step";
        case Problem::halfmove_clock_beyond_game:
            return "the halfmove clock counts more plies than the game has";
    }
    return "unknown problem";
}

}  // namespace castellan
