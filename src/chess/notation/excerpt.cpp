#include "chess/notation/excerpt.h"

#include "base/utf8.h"

namespace castellan {
namespace {

constexpr std::size_t kShownBytes = 40;

/// How many bytes the control character at the front of valid UTF-8 has; 0 if there is none.
std::size_t control_length(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    if (byte(0) < ' ' || byte(0) == 0x7F) return 1;
    if (byte(0) == 0xC2 && byte(1) < 0xA0) return 2;  // U+0080 to U+009F
    // U+2028 and U+2029 end a line and a paragraph.
    if (byte(0) == 0xE2 && byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9)) return 3;
    return 0;
}

}  // namespace

std::string excerpt(std::string_view text) {
    const std::string_view shown = without_partial_character(text.substr(0, kShownBytes));
    const std::string valid = is_valid_utf8(shown) ? std::string{shown} : utf8_from_latin1(shown);
    std::string line;
    for (std::string_view rest = valid; !rest.empty();) {
        const std::size_t control = control_length(rest);
        line += control > 0 ? ' ' : rest.front();
        rest.remove_prefix(control > 0 ? control : 1);
    }
    return line;
}

}  // namespace castellan
