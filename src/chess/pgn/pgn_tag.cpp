#include "chess/pgn/pgn_tag.h"

#include "base/text.h"

namespace castellan {
namespace {

std::size_t skip_blanks(std::string_view text, std::size_t at) {
    while (at < text.size() && (is_blank(text[at]) || text[at] == '\0')) ++at;
    return at;
}

constexpr bool is_line_end(char c) { return c == '\n' || c == '\r'; }

std::size_t end_of_line(std::string_view text, std::size_t at) {
    while (at < text.size() && !is_line_end(text[at])) ++at;
    return at;
}

/// Whether a quote with this text behind it ends the value: a bracket follows, and no further
/// quote on the line, unless the next tag has it. Gives the place behind the bracket.
std::optional<std::size_t> end_of_tag(std::string_view text, std::size_t at, std::size_t line_end) {
    at = skip_blanks(text, at);
    if (at >= text.size() || text[at] != ']') return std::nullopt;
    const std::size_t behind = at + 1;
    if (behind >= line_end) return behind;  // the bracket stands on a later line
    const std::string_view line = text.substr(0, line_end);
    const std::size_t next = skip_blanks(line, behind);
    const bool next_tag_follows = next < line_end && line[next] == '[';
    if (!next_tag_follows && line.find('"', next) != std::string_view::npos) return std::nullopt;
    return behind;
}

bool is_name_character(char c) {
    return is_letter(c) || is_digit(c) ||
           std::string_view{"_-+#=:"}.find(c) != std::string_view::npos;
}

}  // namespace

TagReading read_tag(std::string_view text) {
    TagReading reading{TagState::malformed, {}, 0};
    std::size_t at = skip_blanks(text, 1);
    const std::size_t name_start = at;
    while (at < text.size() && is_name_character(text[at])) ++at;
    reading.tag.name = text.substr(name_start, at - name_start);
    at = skip_blanks(text, at);
    if (at >= text.size()) {
        reading.state = TagState::unfinished;
        return reading;
    }
    if (reading.tag.name.empty() || text[at] != '"') return reading;

    const std::size_t line_end = end_of_line(text, at);
    for (++at; at < line_end; ++at) {
        const char c = text[at];
        const char next = at + 1 < line_end ? text[at + 1] : '\0';
        if (c == '\\' && (next == '"' || next == '\\')) {
            // `\"]` with nothing behind it is a value that ends in a backslash, written carelessly.
            const auto end = next == '"' ? end_of_tag(text, at + 2, line_end) : std::nullopt;
            const bool ends_value = end && skip_blanks(text.substr(0, line_end), *end) >= line_end;
            if (!ends_value) {
                reading.tag.value += next;
                ++at;
                continue;
            }
        } else if (c == '"') {
            if (const auto end = end_of_tag(text, at + 1, line_end)) {
                reading.state = TagState::complete;
                reading.length = *end;
                return reading;
            }
            if (skip_blanks(text, at + 1) >= text.size()) {
                reading.state = TagState::unfinished;
                return reading;
            }
        }
        if (c != '\0') reading.tag.value += c;
    }
    return reading;
}

std::string tag_text(std::string_view name, std::string_view value) {
    std::string text = "[";
    text += name;
    text += " \"";
    for (const char c : value) {
        if (c == '"' || c == '\\') text += '\\';
        text += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return text + "\"]";
}

}  // namespace castellan
