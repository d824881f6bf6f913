// Secrets: what nobody can guess.
#pragma once

#include <string>
#include <string_view>

namespace castellan {

/// 128 random bits from the system, in hexadecimal.
std::string make_secret();

/// Takes the same time wherever the texts differ.
bool is_same_secret(std::string_view a, std::string_view b);

}  // namespace castellan
