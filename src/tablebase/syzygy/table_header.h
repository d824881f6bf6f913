// The head of a table: how its positions are numbered and its data packed. The library allocates
// and writes memory by these numbers without looking at them twice, so somebody has to do it first;
// what comes behind them is only ever read.
#pragma once

#include <cstddef>
#include <string_view>

namespace castellan {

/// No head of a table is longer.
inline constexpr std::size_t kLongestTableHead = 128 * 1024;

/// Whether the head fits the material ("KQvKR") and refers to nothing outside of itself.
bool is_sound_head(std::string_view bytes, std::string_view material, bool has_distances);

}  // namespace castellan
