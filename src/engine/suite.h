// Test suites: whether a search finds what a record of positions says is best.
#pragma once

#include <optional>
#include <string>

#include "chess/notation/epd.h"
#include "engine/engine.h"

namespace castellan {

struct SuiteAnswer {
    Move move;
    Score score;
    bool is_solved = false;
    /// What no search may get wrong, whether it solves the position or not; empty if all is well.
    std::string fault;
};

/// Searches the position of a record. It is solved if the move is one of `bm` and none of `am`;
/// for `bm #n`, if the mate is no longer than that. A record with neither is solved by any move.
/// Ends early if stopped.
SuiteAnswer solve(Engine& engine, const EpdRecord& record, const Limits& limits,
                  const std::stop_token& stop = {});

/// The distance in `bm #n`, negative if the side to move is mated.
std::optional<int> mate_distance(const EpdRecord& record);

/// Whether a line is legal, and as long as its score says if that is a mate.
bool is_sound_line(const Position& root, const Report& report);

}  // namespace castellan
