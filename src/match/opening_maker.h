// Makes starting positions for matches: random moves that leave the game open.
#pragma once

#include <functional>
#include <stop_token>

#include "chess/position.h"
#include "search/score.h"

namespace castellan {

struct OpeningOptions {
    std::uint64_t count = 1'000;
    int plies = 8;                 // random ones, or one more
    int margin = 50;               // centipawns: nobody is ahead by more
    std::uint64_t nodes = 20'000;  // of the search that judges
    std::uint64_t seed = 1;
    bool is_chess960 = false;
    int threads = 1;
};

struct MadeOpening {
    Position position;
    Score score;  // seen by the side to move
};

/// No position comes twice. The same wish gives the same positions, whatever the threads.
void make_openings(const OpeningOptions& wish, const std::function<void(const MadeOpening&)>& sink,
                   const std::stop_token& stop);

}  // namespace castellan
