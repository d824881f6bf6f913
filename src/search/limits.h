// Limits: when a search has to end.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/stopwatch.h"
#include "chess/move.h"
#include "search/oversight.h"
#include "search/score.h"

namespace castellan {

using Milliseconds = std::chrono::milliseconds;

/// The side to move's own clock.
struct ClockLimit {
    Milliseconds left{0};  // zero and less: move at once
    Milliseconds increment{0};
    std::optional<int> moves_to_go;  // until the next time control
};

/// The first limit that is reached ends the search; with none it goes on until it is stopped.
struct Limits {
    std::optional<Depth> depth;
    std::optional<std::uint64_t> nodes;
    std::optional<std::uint64_t> soft_nodes;  // no deeper iteration is begun after so many
    std::optional<Milliseconds> move_time;
    std::optional<ClockLimit> clock;
    std::optional<int> mate_in;      // moves: enough once such a mate is found
    std::vector<Move> search_moves;  // empty: all of them
    int multi_pv = 1;
    Milliseconds overhead{30};  // kept back for the way to the interface
    Milliseconds waited{0};     // before the search could start: of the time for this move
    /// Time is then counted in nodes, at this rate, so that a search can be repeated exactly.
    std::optional<std::uint64_t> nodes_per_second;
    Stopwatch watch;                         // runs since the search was asked for
    std::optional<Fallibility> fallibility;  // only of players that are limited in strength
};

}  // namespace castellan
