// A position as a diagram of letters, for people who look at plain text.
#pragma once

#include <string>
#include <vector>

#include "chess/position.h"

namespace castellan {

/// Eight ranks, the eighth first, and the files below; White's pieces are capitals.
std::vector<std::string> diagram(const Position& position);

}  // namespace castellan
