// NAGs: the numbers that PGN gives to !, ?!, ± and other marks.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace castellan {

using Nag = std::uint16_t;

/// The number of a mark such as "!?", "+-", "=" or "⩲".
std::optional<Nag> nag_from_glyph(std::string_view glyph);

/// The mark that players write for a number; empty if there is none.
std::string_view glyph_of(Nag nag);

}  // namespace castellan
