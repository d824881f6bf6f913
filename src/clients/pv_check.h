// Checks the line of play that an engine announces against the rules.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "chess/game.h"

namespace castellan {

/// What is wrong with these moves in coordinate notation, played from the end of the game; empty if
/// nothing is. They must be legal, must not go on after the game has ended, and if a mate in
/// `mate` moves is announced (negative: against the side to move) they must lead to it in time.
std::string pv_problem(Game game, std::string_view moves, std::optional<int> mate);

}  // namespace castellan
