#include "chess/pgn/pgn_result.h"

#include <algorithm>
#include <string>

#include "chess/notation/plain_character.h"

namespace castellan {
namespace {

constexpr std::size_t kLongestResult = 16;  // bytes; "1⁄2–1⁄2" has 13

std::optional<PgnResult> result_from_plain(std::string_view text) {
    if (text == "1-0") return PgnResult::white_wins;
    if (text == "0-1") return PgnResult::black_wins;
    if (text == "1/2-1/2" || text == "1/2") return PgnResult::draw;
    if (text == "*") return PgnResult::unknown;
    return std::nullopt;
}

/// The text with plain dashes, and with 1/2 for ½.
std::string plain_result(std::string_view text) {
    constexpr std::string_view kHalf = "½";
    constexpr char kLatin1Half = '\xBD';
    constexpr std::string_view kOldDashes = "\x96\x97\xAD";  // en and em of Windows-1252, soft
    std::string plain;
    while (!text.empty()) {
        if (text.starts_with(kHalf)) {
            plain += "1/2";
            text.remove_prefix(kHalf.size());
        } else if (text.front() == kLatin1Half) {
            plain += "1/2";
            text.remove_prefix(1);
        } else if (kOldDashes.find(text.front()) != std::string_view::npos) {
            plain += '-';
            text.remove_prefix(1);
        } else {
            plain += take_plain_character(text);
        }
    }
    return plain;
}

}  // namespace

std::optional<PgnResult> result_from_text(std::string_view text) {
    if (const auto result = result_from_plain(text)) return result;
    // Nearly every text is a move in ASCII, and needs no closer look.
    const bool is_ascii = std::ranges::none_of(text, [](char c) { return (c & 0x80) != 0; });
    if (is_ascii || text.size() > kLongestResult) return std::nullopt;
    return result_from_plain(plain_result(text));
}

}  // namespace castellan
