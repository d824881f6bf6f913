#include "base/line_writer.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

namespace castellan {
namespace {

constexpr std::chrono::milliseconds kPatienceAtTheEnd{100};
constexpr std::chrono::milliseconds kBetweenLooks{20};

}  // namespace

LineWriter::LineWriter(int descriptor, std::function<void()> on_broken)
    : descriptor_{descriptor},
      on_broken_{std::move(on_broken)},
      thread_{[this](const std::stop_token& stop) { send_the_rest(stop); }} {}

LineWriter::~LineWriter() {
    const std::lock_guard lock{mutex_};
    give_up_at_ = Clock::now() + kPatienceAtTheEnd;
    thread_.request_stop();
}

void LineWriter::write(std::string_view line) {
    const std::lock_guard lock{mutex_};
    waiting_.emplace_back(line) += '\n';
    send_what_fits();
    if (!waiting_.empty()) changed_.notify_one();
}

bool LineWriter::can_take_more(std::chrono::milliseconds patience) const {
    pollfd target{descriptor_, POLLOUT, 0};
    return poll(&target, 1, static_cast<int>(patience.count())) > 0;
}

void LineWriter::send_what_fits() {
    while (!waiting_.empty() && can_take_more(std::chrono::milliseconds{0})) {
        std::string& line = waiting_.front();
        // A pipe that can take more takes this much without making us wait.
        const ssize_t written =
            ::write(descriptor_, line.data(), std::min<std::size_t>(line.size(), PIPE_BUF));
        if (written < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (written <= 0) {
            waiting_.clear();
            return on_broken_();
        }
        line.erase(0, static_cast<std::size_t>(written));
        if (line.empty()) waiting_.pop_front();
    }
}

void LineWriter::send_the_rest(const std::stop_token& stop) {
    std::unique_lock lock{mutex_};
    while (changed_.wait(lock, stop, [this] { return !waiting_.empty(); })) {
        lock.unlock();
        can_take_more(kBetweenLooks);
        lock.lock();
        send_what_fits();
        if (Clock::now() >= give_up_at_) return;
    }
}

}  // namespace castellan
