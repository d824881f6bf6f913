// What a message repeats of a text from outside: little of it, on one line, as valid UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace castellan {

/// The first 40 characters at most. Blanks stand for line ends and for every other character that a
/// terminal would obey instead of showing it; text that is not UTF-8 is taken for Latin-1.
std::string excerpt(std::string_view text);

}  // namespace castellan
