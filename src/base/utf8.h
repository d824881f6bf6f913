// UTF-8: is this text valid, and if it is Latin-1 instead, what is it in UTF-8?
#pragma once

#include <string>
#include <string_view>

namespace castellan {

/// Strict: no overlong forms, no surrogates, nothing beyond U+10FFFF.
bool is_valid_utf8(std::string_view text);

/// The text without the part of a character that a cut has left at its end.
std::string_view without_partial_character(std::string_view text);

std::string utf8_from_latin1(std::string_view text);

}  // namespace castellan
