#include "chess/pgn/annotation.h"

#include <cstdio>
#include <cstdlib>

#include "base/text.h"

namespace castellan {
namespace {

constexpr long long kMaxSeconds = 1'000'000'000;
constexpr int kMaxCentipawns = 1'000'000;

/// "1.25" or "-.5" in hundredths; from_chars for floating point would depend on the library.
std::optional<int> parse_hundredths(std::string_view text) {
    const bool is_negative = text.starts_with('-');
    if (is_negative || text.starts_with('+')) text.remove_prefix(1);
    if (text.empty()) return std::nullopt;
    int value = 0;
    int decimals = -1;
    for (const char c : text) {
        if (c == '.') {
            if (decimals >= 0) return std::nullopt;
            decimals = 0;
        } else if (!is_digit(c) || value > kMaxCentipawns) {
            return std::nullopt;
        } else if (decimals < 2) {
            value = value * 10 + (c - '0');
            if (decimals >= 0) ++decimals;
        }
    }
    for (int i = decimals < 0 ? 0 : decimals; i < 2; ++i) value *= 10;
    return is_negative ? -value : value;
}

}  // namespace

std::optional<std::string_view> find_command(std::string_view comment, std::string_view name) {
    std::size_t at = comment.find("[%");
    while (at != std::string_view::npos) {
        const std::size_t end = comment.find(']', at);
        if (end == std::string_view::npos) return std::nullopt;
        std::string_view body = comment.substr(at + 2, end - at - 2);
        if (take_word(body) == name) return trim(body);
        at = comment.find("[%", end);
    }
    return std::nullopt;
}

std::optional<long long> clock_in(std::string_view comment) {
    auto text = find_command(comment, "clk");
    if (!text) return std::nullopt;
    long long milliseconds = 0;
    if (const auto point = text->find('.'); point != std::string_view::npos) {
        long long unit = 100;
        for (const char c : text->substr(point + 1)) {
            if (!is_digit(c)) return std::nullopt;
            milliseconds += (c - '0') * unit;
            unit /= 10;
        }
        text = text->substr(0, point);
    }
    long long seconds = 0;
    while (true) {
        const auto colon = text->find(':');
        const auto part = parse_number<long long>(text->substr(0, colon));
        if (!part || *part < 0 || *part > kMaxSeconds || seconds > kMaxSeconds) return std::nullopt;
        seconds = seconds * 60 + *part;
        if (colon == std::string_view::npos) return seconds * 1000 + milliseconds;
        text = text->substr(colon + 1);
    }
}

std::optional<EvalAnnotation> eval_in(std::string_view comment) {
    const auto text = find_command(comment, "eval");
    if (!text) return std::nullopt;
    EvalAnnotation eval;
    const auto comma = text->find(',');
    if (comma != std::string_view::npos) {
        eval.depth = parse_number<int>(trim(text->substr(comma + 1)));
        if (!eval.depth) return std::nullopt;
    }
    const std::string_view score = trim(text->substr(0, comma));
    eval.is_mate = score.starts_with('#');
    const auto value = eval.is_mate ? parse_number<int>(score.substr(1)) : parse_hundredths(score);
    if (!value) return std::nullopt;
    eval.value = *value;
    return eval;
}

std::string clock_command(long long milliseconds) {
    const long long seconds = milliseconds / 1000;
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "[%%clk %lld:%02lld:%02lld", seconds / 3600,
                  seconds / 60 % 60, seconds % 60);
    std::string text = buffer;
    if (milliseconds % 1000 != 0) text += '.' + std::to_string(milliseconds % 1000 / 100);
    return text + ']';
}

std::string eval_command(const EvalAnnotation& eval) {
    std::string text = "[%eval ";
    if (eval.is_mate) {
        text += '#' + std::to_string(eval.value);
    } else {
        char buffer[32];
        std::snprintf(buffer, sizeof buffer, "%s%d.%02d", eval.value < 0 ? "-" : "",
                      std::abs(eval.value) / 100, std::abs(eval.value) % 100);
        text += buffer;
    }
    if (eval.depth) text += ',' + std::to_string(*eval.depth);
    return text + ']';
}

std::string without_commands(std::string_view comment) {
    std::string text;
    while (!comment.empty()) {
        const auto start = comment.find("[%");
        text += trim(comment.substr(0, start));
        if (start == std::string_view::npos) break;
        const auto end = comment.find(']', start);
        if (end == std::string_view::npos) break;
        comment.remove_prefix(end + 1);
        if (!text.empty() && !trim(comment).empty()) text += ' ';
    }
    return std::string{trim(text)};
}

}  // namespace castellan
