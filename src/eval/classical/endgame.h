// What the feature sum cannot know: endings that are drawn whatever they count, and how to drive a
// bare king to mate.
#pragma once

#include <optional>

#include "chess/position.h"

namespace castellan::classical {

/// In 64ths: how much of White's or Black's advantage can be turned into a win.
inline constexpr int kFullScale = 64;
int winning_scale(const Position& position, Color stronger);

/// Added for the stronger side when the other has a bare king, or one piece in an ending without
/// pawns: towards the edge, and the kings together.
int mating_bonus(const Position& position, Color stronger);

/// Bishop and knight against the bare king, instead of any other count: towards a corner of the
/// bishop's colour, where nothing else that squares are worth leads astray.
std::optional<int> bishop_and_knight_score(const Position& position, Color stronger);

}  // namespace castellan::classical
