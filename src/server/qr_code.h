// Addresses as QR codes, for those who would have to type them into a phone.
#pragma once

#include <string>
#include <string_view>

namespace castellan {

/// Rows of '0' and '1' (dark) with a line feed between; empty if the text is too long.
std::string qr_rows(const std::string& text);

/// The same for a terminal, two rows on a line, light on dark, with the margin that readers want.
std::string qr_for_terminal(std::string_view rows);

}  // namespace castellan
