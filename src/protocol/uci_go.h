// The words behind UCI's `go`, as limits.
#pragma once

#include <string_view>

#include "chess/position.h"
#include "engine/engine.h"

namespace castellan {

struct UciGo {
    Limits limits;
    SearchMode mode = SearchMode::play;
    bool has_only_illegal_moves = false;  // searchmoves was given, and left nothing to search
};

/// Never fails: unknown words and unreadable numbers are passed over. It is the presence of a limit
/// that counts, so `movetime 0` and `wtime -5` mean "at once".
UciGo parse_go(std::string_view arguments, const Position& position);

}  // namespace castellan
