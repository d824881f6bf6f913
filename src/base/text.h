// Words and numbers in text from outside: nothing here depends on a locale.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace castellan {

constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_letter(char c) { return is_upper(c) || is_lower(c); }
constexpr char to_lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr char to_upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

constexpr std::string_view trim(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// As one line that shows as it is, whatever was quoted in it: '?' for line ends and other control
/// characters.
inline std::string as_one_line(std::string_view text) {
    std::string line{text};
    for (char& c : line)
        if ((static_cast<unsigned char>(c) < ' ' && c != '\t') || c == 0x7F) c = '?';
    return line;
}

/// Cuts the next blank-separated word off the front of `text`; empty when none is left.
constexpr std::string_view take_word(std::string_view& text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    std::size_t length = 0;
    while (length < text.size() && !is_blank(text[length])) ++length;
    const std::string_view word = text.substr(0, length);
    text.remove_prefix(length);
    return word;
}

/// "1 game", "2 games".
inline std::string counted(long long count, std::string_view one, std::string_view many) {
    std::string text = std::to_string(count);
    text.append(" ").append(count == 1 ? one : many);
    return text;
}

/// The whole of `text` as a decimal number, or nothing (also when it does not fit).
template <typename Number>
std::optional<Number> parse_number(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace castellan
