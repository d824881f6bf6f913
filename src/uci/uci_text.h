// What a search says, in the words of UCI.
#pragma once

#include <string>

#include "chess/position.h"
#include "engine/option.h"
#include "search/report.h"

namespace castellan {

/// "cp 31", "mate -4".
std::string uci_score(Score score);

/// `info depth …`; with the chances to win, draw and lose if these are wanted.
std::string uci_info(const Position& root, const Report& report, bool shows_chances);

/// `bestmove …`; 0000 if there is no move.
std::string uci_best_move(const Position& root, const Verdict& verdict);

/// As the answer to `uci` lists it.
std::string uci_declaration(const OptionSpec& spec);

}  // namespace castellan
