// Any lines as what an interface says to an engine: whatever comes back is lines, and it ends.
#pragma once

#include <algorithm>
#include <string>

#include "base/text.h"
#include "fuzz/fuzz_check.h"

namespace castellan {

/// Lines that would write files, take all memory or count for hours are left out: they are meant.
inline bool is_cheap(std::string_view line) {
    constexpr std::string_view kDear[] = {"file",   "path",  "hash",  "threads",
                                          "memory", "cores", "perft", "bench"};
    std::string lower{line};
    std::ranges::transform(lower, lower.begin(), to_lower);
    return std::ranges::none_of(
        kDear, [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

template <typename Server>
void converse(std::string_view text) {
    Server server{[](std::string_view line) {
        FUZZ_CHECK(
            std::ranges::none_of(line, [](char c) { return c == '\n' || c == '\r' || c == '\0'; }));
    }};
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        if (is_cheap(line) && !server.handle_line(line)) return;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    FUZZ_CHECK(!server.handle_line("quit"));
}

}  // namespace castellan
