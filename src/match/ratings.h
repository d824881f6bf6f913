// Ratings: the strengths that make the results of a whole tournament most likely.
#pragma once

#include <vector>

#include "match/standings.h"

namespace castellan {

/// In Elo points around a mean of nought, with half of the 95 % interval; by player. Who has won or
/// lost every game is put at the edge of what is believable.
std::vector<Estimate> tournament_ratings(const Standings& standings);

}  // namespace castellan
