#include "commands/server_log.h"

#include <array>
#include <cstdio>
#include <ctime>
#include <string>

namespace castellan {
namespace {

constexpr std::array<std::string_view, 4> kLevels{"error", "warning", "info", "debug"};

std::string now() {
    const std::time_t seconds = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&seconds, &utc);
    char text[32];
    const std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return {text, size};
}

}  // namespace

std::optional<LogLevel> parse_log_level(std::string_view text) {
    for (std::size_t i = 0; i < kLevels.size(); ++i)
        if (kLevels[i] == text) return static_cast<LogLevel>(i);
    return std::nullopt;
}

Log make_log(LogLevel least) {
    return [least](LogLevel level, std::string_view line) {
        if (level > least) return;
        const std::string text = now() + ' ' +
                                 std::string{kLevels[static_cast<std::size_t>(level)]} + ' ' +
                                 std::string{line} + '\n';
        std::fputs(text.c_str(), stderr);
    };
}

}  // namespace castellan
