// The classical evaluation as a table for people to read.
#pragma once

#include <string>
#include <vector>

#include "eval/classical/classical_eval.h"

namespace castellan::classical {

/// One line per term, in pawns: White, Black, and the difference seen by White.
std::vector<std::string> explanation(const Breakdown& breakdown);

}  // namespace castellan::classical
