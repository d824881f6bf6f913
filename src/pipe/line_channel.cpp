#include "pipe/line_channel.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

namespace castellan {
namespace {

constexpr std::size_t kLongestLine = 1 << 20;
constexpr std::size_t kMostWaiting = 16 << 20;  // hours of thinking aloud to somebody deaf
// What a pipe takes in one piece, and without blocking once it says that it takes anything.
constexpr std::size_t kPage = 4096;

/// So marked, no command takes the part that was kept for the whole.
constexpr std::string_view kCutMark = " (line too long)";

}  // namespace

LineChannel::LineChannel(int input, int output)
    : input_{input}, output_{output}, wake_up_{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)} {
    if (wake_up_ < 0) throw std::system_error{errno, std::generic_category(), "eventfd"};
}

LineChannel::~LineChannel() { ::close(wake_up_); }

// ---------------------------------------------------------------------------------------------
// Reading.

std::optional<std::string> LineChannel::read_line() {
    for (;;) {
        {
            const std::lock_guard lock{mutex_};
            if (is_closed_) return std::nullopt;
        }
        if (auto line = take_buffered_line()) return line;
        if (is_at_end_) return std::nullopt;
        wait_for_something();
    }
}

std::optional<std::string> LineChannel::take_buffered_line() {
    const auto end = buffer_.find('\n', scanned_);
    const bool is_complete = end != std::string::npos;
    if (!is_complete) {
        if (buffer_.size() > kLongestLine) {
            buffer_.resize(kLongestLine);
            is_overlong_ = true;
        }
        scanned_ = buffer_.size();
        // The last line counts even without its end.
        if (!is_at_end_ || buffer_.empty()) return std::nullopt;
    }
    std::string line = buffer_.substr(0, end);
    buffer_.erase(0, is_complete ? end + 1 : buffer_.size());
    scanned_ = 0;
    if (std::exchange(is_overlong_, false)) line += kCutMark;
    return line;
}

void LineChannel::wait_for_something() {
    bool has_waiting = false;
    {
        const std::lock_guard lock{mutex_};
        has_waiting = !waiting_.empty();
    }
    // The output is watched even with nothing to send: its reader may go away.
    std::array<pollfd, 3> watched{{{input_, POLLIN, 0},
                                   {wake_up_, POLLIN, 0},
                                   {output_, static_cast<short>(has_waiting ? POLLOUT : 0), 0}}};
    if (poll(watched.data(), watched.size(), -1) < 0) return;  // a signal came between
    if (watched[1].revents != 0) {
        std::uint64_t count = 0;
        if (read(wake_up_, &count, sizeof count) < 0) return;
    }
    if (watched[2].revents != 0) {
        const std::lock_guard lock{mutex_};
        if ((watched[2].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0)
            break_off();
        else
            send_waiting();
    }
    if (watched[0].revents != 0) read_some();
}

void LineChannel::read_some() {
    std::array<char, kPage> chunk{};
    const ssize_t count = read(input_, chunk.data(), chunk.size());
    if (count > 0)
        buffer_.append(chunk.data(), static_cast<std::size_t>(count));
    else if (count == 0 || (errno != EINTR && errno != EAGAIN))
        is_at_end_ = true;
}

// ---------------------------------------------------------------------------------------------
// Writing.

void LineChannel::write_line(std::string_view line) {
    const std::lock_guard lock{mutex_};
    if (is_broken_) return;
    waiting_.append(line).append("\n");
    send_waiting();
    if (waiting_.size() > kMostWaiting) break_off();
    if (!waiting_.empty()) wake();
}

void LineChannel::send_waiting() {
    std::size_t sent = 0;
    while (sent < waiting_.size()) {
        pollfd output{output_, POLLOUT, 0};
        if (poll(&output, 1, 0) <= 0) break;
        const ssize_t count =
            write(output_, waiting_.data() + sent, std::min(waiting_.size() - sent, kPage));
        if (count > 0)
            sent += static_cast<std::size_t>(count);
        else if (errno != EINTR && errno != EAGAIN)
            return break_off();
    }
    waiting_.erase(0, sent);
}

void LineChannel::break_off() {
    is_broken_ = true;
    is_closed_ = true;
    waiting_.clear();
    wake();
}

void LineChannel::close() {
    const std::lock_guard lock{mutex_};
    is_closed_ = true;
    wake();
}

void LineChannel::flush(std::chrono::milliseconds patience) {
    for (;;) {
        {
            const std::lock_guard lock{mutex_};
            send_waiting();
            if (waiting_.empty()) return;
        }
        pollfd output{output_, POLLOUT, 0};
        if (poll(&output, 1, static_cast<int>(patience.count())) == 0) return;
    }
}

bool LineChannel::is_broken() const {
    const std::lock_guard lock{mutex_};
    return is_broken_;
}

void LineChannel::wake() {
    const std::uint64_t one = 1;
    // It can only fail if the reader has been woken 2^64 times already.
    [[maybe_unused]] const ssize_t count = write(wake_up_, &one, sizeof one);
}

}  // namespace castellan
