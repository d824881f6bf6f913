#include "uci/protocol_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <utility>

namespace castellan {
namespace {

/// Universal time to the millisecond: "2024-05-01 12:00:00.000".
std::string time_stamp() {
    using std::chrono::system_clock;
    const auto now = system_clock::now();
    const std::time_t seconds = system_clock::to_time_t(now);
    const auto thousandths =
        std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() %
        1000;
    std::tm fields{};
    gmtime_r(&seconds, &fields);
    char day_and_time[32];
    std::strftime(day_and_time, sizeof day_and_time, "%Y-%m-%d %H:%M:%S", &fields);
    char text[48];
    std::snprintf(text, sizeof text, "%s.%03d", day_and_time, static_cast<int>(thousandths));
    return text;
}

}  // namespace

Result<void, LogError> ProtocolLog::open(const std::string& path) {
    // Without O_NONBLOCK a named pipe that nobody reads would hold us for ever.
    const int descriptor =
        ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0644);
    if (descriptor < 0)
        return fail(LogError::cannot_open, "cannot open '" + path + "': " + std::strerror(errno));
    close();
    descriptor_ = descriptor;
    return {};
}

void ProtocolLog::close() {
    if (const int open = std::exchange(descriptor_, -1); open >= 0) ::close(open);
}

void ProtocolLog::note(char direction, std::string_view line) {
    if (descriptor_ < 0) return;
    std::string text = time_stamp() + ' ' + direction + ' ';
    text.append(line).append("\n");
    // A full disk must not end a game: what cannot be written is missing from the log.
    [[maybe_unused]] const ssize_t written = ::write(descriptor_, text.data(), text.size());
}

}  // namespace castellan
