// How XBoard writes moves, thinking, results and options.
#pragma once

#include <string>
#include <string_view>

#include "chess/game.h"
#include "chess/notation/move_error.h"
#include "engine/option.h"
#include "search/report.h"

namespace castellan {

/// Coordinates, but castling in Chess960 is O-O or O-O-O.
std::string xboard_move(const Position& position, Move move);
/// Coordinates or SAN, whatever the interface prefers.
MoveResult parse_xboard_move(const Position& position, std::string_view text);
/// Whether a word that is no command is meant as a move, legal or not.
bool looks_like_xboard_move(const Position& position, std::string_view text);

/// Centipawns; mate in N moves is 100000 + N.
int xboard_score(Score score);
/// ply score hundredths nodes selective-depth nodes-per-second tablebase-hits, a tab, the line. The
/// line starts with the expected move while we ponder on it.
std::string thinking_line(const Position& root, const Report& report, std::string_view expected);
/// "1-0 {White mates}".
std::string result_line(const Outcome& outcome);
/// The end that every interface sees on the board: of dead positions only those without pawns,
/// for a claim that is taken for false loses the game.
std::optional<Outcome> end_on_board(const Game& game);

/// What stands in the quotes of `feature option="..."`.
std::string xboard_option(const OptionSpec& spec);

/// Text from outside, cut so that it can be said back.
std::string quoted_back(std::string_view text);

}  // namespace castellan
