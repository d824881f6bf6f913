// What a position is worth, as a table for people to read.
#pragma once

#include <string>
#include <vector>

#include "eval/nnue/network.h"

namespace castellan {

/// One line per term of the classical evaluation, in pawns: White, Black, and the difference seen
/// by White; then what the network thinks, if there is one, which has no terms.
std::vector<std::string> explanation(const Position& position, const nnue::Network* network);

}  // namespace castellan
