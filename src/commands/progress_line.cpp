#include "commands/progress_line.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <utility>

namespace castellan {
namespace {

constexpr double kSecondsOnTerminal = 0.5;
constexpr double kSecondsElsewhere = 30;
constexpr std::chrono::milliseconds kBetweenGlances{100};
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
    erase();
    std::fprintf(stderr, "%s\n", text.c_str());
}

void ProgressLine::erase() {
    if (is_open_) std::fputs(kToStartAndErase, stderr);
    is_open_ = false;
}

ProgressTicker::ProgressTicker(std::function<std::string(double seconds)> text)
    : thread_{[this, text = std::move(text)](const std::stop_token& done) {
          std::mutex mutex;
          std::condition_variable_any end;
          std::unique_lock lock{mutex};
          while (!end.wait_for(lock, done, kBetweenGlances, [&] { return done.stop_requested(); }))
              if (line_.is_due()) line_.show(text(line_.seconds()));
      }} {}

ProgressTicker::~ProgressTicker() {
    thread_.request_stop();
    thread_.join();
    line_.erase();
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
