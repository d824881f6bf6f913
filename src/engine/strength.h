// Strength: what a playing strength in Elo points means, in numbers that the search and the choice
// of the move obey.
#pragma once

#include <cstdint>

#include "search/score.h"

namespace castellan {

inline constexpr int kLowestElo = 400;
inline constexpr int kHighestElo = 2800;
inline constexpr int kStandardElo = 1500;
inline constexpr int kFullSkill = 20;  // Skill Level: no limit

struct Strength {
    // The horizon.
    std::uint64_t nodes;  // no deeper iteration is begun after so many
    double depth;         // plies; a fraction is the share of positions that get one more
    int lines;            // moves that are considered in earnest
    // Errors of sight and judgement.
    int oversight;     // thousandths of the well veiled replies
    int misjudgement;  // centipawns, standard deviation
    // The choice between the moves considered, by what the player itself believes.
    double temperature;  // win probability, 0 to 1
    int budget;          // centipawns given away at choice, on average the most
    int veto;            // centipawns that are never given away knowingly
    int habit;           // centipawns for castling and developing, against walks of the king
    bool takes_mate_in_one;
};

/// The Elo is brought into the range above.
Strength strength_at(int elo);

/// What the levels 0 to 19 of Skill Level stand for: even steps from the lowest Elo on.
int elo_of_skill(int skill);

}  // namespace castellan
