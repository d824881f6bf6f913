#include "commands/progress_line.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace castellan {
namespace {

constexpr double kSecondsOnTerminal = 0.5;
constexpr double kSecondsElsewhere = 30;
constexpr const char* kToStartAndErase = "\r\x1b[K";

}  // namespace

ProgressLine::ProgressLine() : is_terminal_{isatty(STDERR_FILENO) != 0} {}

ProgressLine::~ProgressLine() {
    if (is_open_) std::fputc('\n', stderr);
}

bool ProgressLine::is_due() const {
    return seconds() - shown_at_ >= (is_terminal_ ? kSecondsOnTerminal : kSecondsElsewhere);
}

void ProgressLine::show(const std::string& text) {
    shown_at_ = seconds();
    if (is_terminal_)
        std::fprintf(stderr, "%s%s", kToStartAndErase, text.c_str());
    else
        std::fprintf(stderr, "%s\n", text.c_str());
    is_open_ = is_terminal_;
}

void ProgressLine::print(const std::string& text) {
    if (is_open_) std::fputs(kToStartAndErase, stderr);
    is_open_ = false;
    std::fprintf(stderr, "%s\n", text.c_str());
}

std::string duration_text(double seconds) {
    constexpr double kLongest = 1e9;
    const auto whole = static_cast<long long>(std::clamp(seconds, 0.0, kLongest));
    char text[32];
    if (whole >= 3600)
        std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60,
                      whole % 60);
    else
        std::snprintf(text, sizeof text, "%lld:%02lld", whole / 60, whole % 60);
    return text;
}

}  // namespace castellan
