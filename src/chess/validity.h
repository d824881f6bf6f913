// What is wrong with a setup, problem by problem.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "chess/setup.h"

namespace castellan {

enum class Problem {
    // Syntax: the text does not describe a setup.
    missing_field,
    extra_field,
    unknown_character_on_board,
    rank_too_short,
    rank_too_long,
    too_few_ranks,
    too_many_ranks,
    bad_side_to_move,
    bad_castling,
    repeated_castling,
    bad_en_passant,
    bad_halfmove_clock,
    bad_fullmove_number,
    // Not sane: the rules of the game cannot be applied, or there are more pieces than a side can
    // have.
    no_white_king,
    no_black_king,
    several_white_kings,
    several_black_kings,
    too_many_white_pieces,
    too_many_black_pieces,
    too_many_white_pawns,
    too_many_black_pawns,
    pawn_on_first_or_last_rank,
    kings_touch,
    side_not_to_move_in_check,
    // Not reachable: play goes on as usual, but no game can have led here.
    too_many_promoted_white_pieces,
    too_many_promoted_black_pieces,
    too_many_checkers,
    impossible_double_check,
    en_passant_without_pawn,
    en_passant_square_not_empty,
    en_passant_conflicts_with_check,
    castling_without_king_and_rook,
    halfmove_clock_after_en_passant,
    halfmove_clock_beyond_game,
};

/// How much is asked of a setup; each level includes the ones before it.
enum class Validity { syntax, sane, reachable };

/// The level at which a problem is one.
constexpr Validity level_of(Problem problem) {
    if (problem < Problem::no_white_king) return Validity::syntax;
    if (problem < Problem::too_many_promoted_white_pieces) return Validity::sane;
    return Validity::reachable;
}

std::string_view describe(Problem problem);
/// All of them in one sentence.
std::string describe(const std::vector<Problem>& problems);

/// Syntax is behind us once there is a Setup. In the order of the enumeration; reachability is only
/// looked at in sane setups.
std::vector<Problem> problems_of(const Setup& setup);

/// The castling rooks that stand where they can castle: on their back rank with their king, at most
/// one on each side of it. The king may be on any file, as perft collections have it, though no
/// Chess960 game starts with a king in the corner.
Bitboard usable_castling_rooks(const Setup& setup);

}  // namespace castellan
