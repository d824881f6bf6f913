#include "base/utf8.h"

#include <cstddef>

namespace castellan {
namespace {

struct Range {
    unsigned low;
    unsigned high;
    bool has(unsigned value) const { return value >= low && value <= high; }
};

/// The length of the sequence that starts here, or 0 if it is malformed. The second byte's range
/// depends on the first: that is where overlong forms and surrogates are caught.
std::size_t sequence_length(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    constexpr Range kContinuation{0x80, 0xBF};
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    if (Range{0xC2, 0xDF}.has(first)) return kContinuation.has(byte(1)) ? 2 : 0;
    if (Range{0xE0, 0xEF}.has(first)) {
        const Range second = first == 0xE0   ? Range{0xA0, 0xBF}
                             : first == 0xED ? Range{0x80, 0x9F}
                                             : kContinuation;
        return second.has(byte(1)) && kContinuation.has(byte(2)) ? 3 : 0;
    }
    if (Range{0xF0, 0xF4}.has(first)) {
        const Range second = first == 0xF0   ? Range{0x90, 0xBF}
                             : first == 0xF4 ? Range{0x80, 0x8F}
                                             : kContinuation;
        return second.has(byte(1)) && kContinuation.has(byte(2)) && kContinuation.has(byte(3)) ? 4
                                                                                               : 0;
    }
    return 0;
}

}  // namespace

bool is_valid_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = sequence_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string_view without_partial_character(std::string_view text) {
    // The longest sequence has four bytes, so an incomplete one starts in the last three.
    for (std::size_t back = 1; back <= 3 && back <= text.size(); ++back) {
        const std::string_view tail = text.substr(text.size() - back);
        const auto first = static_cast<unsigned char>(tail.front());
        if (first < 0x80) break;
        if (first >= 0xC0)
            return sequence_length(tail) == 0 ? text.substr(0, text.size() - back) : text;
    }
    return text;
}

std::string utf8_from_latin1(std::string_view text) {
    std::string converted;
    converted.reserve(text.size() * 2);
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            converted += c;
        } else {
            converted += static_cast<char>(0xC0 | (byte >> 6));
            converted += static_cast<char>(0x80 | (byte & 0x3F));
        }
    }
    return converted;
}

}  // namespace castellan
