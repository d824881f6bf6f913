// Typographic characters that stand for plain ones in chess notation: – for -, × for x, ♘ for N.
#pragma once

#include <string_view>

namespace castellan {

/// Cuts one character off the front of `text`, which is not empty, and gives the ASCII character it
/// stands for; NUL if there is none.
char take_plain_character(std::string_view& text);

}  // namespace castellan
