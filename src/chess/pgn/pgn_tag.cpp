#include "chess/pgn/pgn_tag.h"

#include <algorithm>

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

/// The place behind the bracket that comes next; nothing if something else does.
std::optional<std::size_t> behind_bracket(std::string_view text, std::size_t at) {
    at = skip_blanks(text, at);
    if (at >= text.size() || text[at] != ']') return std::nullopt;
    return at + 1;
}

bool is_name_character(char c) {
    return is_letter(c) || is_digit(c) ||
           std::string_view{"_-+#=:"}.find(c) != std::string_view::npos;
}

/// Whether `text`, at a bracket, goes on as a tag does.
bool starts_tag(std::string_view text) {
    std::size_t at = skip_blanks(text, 1);
    const std::size_t name_start = at;
    while (at < text.size() && is_name_character(text[at])) ++at;
    if (at == name_start) return false;
    at = skip_blanks(text, at);
    return at < text.size() && text[at] == '"';
}

/// Whether the rest of a tag's line has a quote that neither a comment nor another tag explains:
/// then the tag is not over yet. Its game may well begin behind it, with comments that quote.
bool has_stray_quote(std::string_view rest) {
    if (const auto next = skip_blanks(rest, 0); next < rest.size() && rest[next] == '[')
        return false;
    for (std::size_t at = 0; at < rest.size(); ++at) {
        if (rest[at] == '"') return true;
        if (rest[at] == ';' || (rest[at] == '[' && starts_tag(rest.substr(at)))) return false;
        if (rest[at] == '{') at = std::min(rest.find('}', at), rest.size());
    }
    return false;
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
    const std::string_view line = text.substr(0, line_end);
    std::optional<TagReading> doubtful;  // taken if no end of the tag is beyond doubt
    for (++at; at < line_end; ++at) {
        const char c = text[at];
        const char next = at + 1 < line_end ? text[at + 1] : '\0';
        if (c == '\\' && (next == '"' || next == '\\')) {
            // `\"]` with nothing behind it is a value that ends in a backslash, written carelessly.
            const auto end = next == '"' ? behind_bracket(text, at + 2) : std::nullopt;
            if (!end || skip_blanks(line, *end) < line_end) {
                reading.tag.value += next;
                ++at;
                continue;
            }
        } else if (c == '"') {
            if (const auto end = behind_bracket(text, at + 1)) {
                const TagReading ended{TagState::complete, reading.tag, *end};
                if (*end >= line_end || !has_stray_quote(line.substr(*end))) return ended;
                if (!doubtful) doubtful = ended;
            } else if (skip_blanks(text, at + 1) >= text.size()) {
                reading.state = TagState::unfinished;
                break;
            }
        }
        if (c != '\0') reading.tag.value += c;
    }
    return doubtful.value_or(reading);
}

std::optional<ForumMark> read_forum_mark(std::string_view text) {
    constexpr std::string_view kName = "pgn";
    std::size_t at = skip_blanks(text, 1);
    const bool closes = at < text.size() && text[at] == '/';
    if (closes) at = skip_blanks(text, at + 1);
    for (const char letter : kName)
        if (at >= text.size() || to_lower(text[at++]) != letter) return std::nullopt;
    // Forums let a width or a move number follow; a quote would make it a tag of that name.
    if (at < text.size() && text[at] != '=' && text[at] != ']' && !is_blank(text[at]))
        return std::nullopt;
    at = skip_blanks(text, at);
    const std::size_t end = text.find(']', at);
    if (end == std::string_view::npos || end >= end_of_line(text, 0) || text[at] == '"')
        return std::nullopt;
    return ForumMark{closes, end + 1};
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
