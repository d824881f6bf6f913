// The 960 starting positions of Chess960, by the number that tournaments draw.
#pragma once

#include "chess/position.h"

namespace castellan {

inline constexpr int kChess960Count = 960;
inline constexpr int kStandardChess960Number = 518;

/// The numbers are from 0 to 959, a different one for each side in double Chess960.
Position chess960_start(int white_number, int black_number);
inline Position chess960_start(int number) { return chess960_start(number, number); }

}  // namespace castellan
