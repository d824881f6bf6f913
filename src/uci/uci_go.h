// The words behind UCI's `go`, as limits.
#pragma once

#include <string_view>

#include "chess/position.h"
#include "engine/background_engine.h"

namespace castellan {

struct UciGo {
    Limits limits;
    SearchMode mode = SearchMode::play;
    bool has_only_illegal_moves = false;  // searchmoves was given, and left nothing to search
};

/// A root move that is none: a search restricted to it has nothing to search, and says so.
inline constexpr Move kNoMoveAtAll{};

/// Never fails: unknown words are passed over, and so are limits without a number that can be read
/// if there is another one. It is the presence of a limit that counts, so `movetime 0`, `wtime -5`
/// and nothing but `depth` without a number mean "at once". Where only the other
/// side's clock is given, it stands for both.
UciGo parse_go(std::string_view arguments, const Position& position);

/// How many lines of MultiPV there can be.
std::size_t count_lines(const Limits& limits, int multi_pv, const Position& position);

}  // namespace castellan
