// What somebody probably meant who wrote something that there is not.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace castellan {

/// The word that was probably meant; empty if none is near.
std::string nearest_word(std::string_view word, std::span<const std::string> known);

}  // namespace castellan
