// What the feature sum cannot know: endings that are drawn whatever they count, and how to drive a
// bare king to mate.
#pragma once

#include "chess/position.h"

namespace castellan::classical {

/// In 64ths: how much of White's or Black's advantage can be turned into a win.
inline constexpr int kFullScale = 64;
int winning_scale(const Position& position, Color stronger);

/// Added for the stronger side when the other has a bare king: towards the edge, or, with bishop
/// and knight, towards a corner of the bishop's colour; and the kings together.
int mating_bonus(const Position& position, Color stronger);

}  // namespace castellan::classical
