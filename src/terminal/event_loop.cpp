#include "terminal/event_loop.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <mutex>
#include <utility>

namespace castellan {

/// Work for the loop, and a descriptor that becomes readable when there is some.
class EventLoop::Inbox {
  public:
    Inbox() : signal_{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)} {}
    ~Inbox() { close(signal_); }
    Inbox(const Inbox&) = delete;
    Inbox& operator=(const Inbox&) = delete;

    int descriptor() const { return signal_; }
    void put(std::function<void()> work) {
        {
            const std::lock_guard lock{mutex_};
            work_.push_back(std::move(work));
        }
        eventfd_write(signal_, 1);
    }
    bool run_all() {
        eventfd_t count = 0;
        eventfd_read(signal_, &count);
        std::deque<std::function<void()>> work;
        {
            const std::lock_guard lock{mutex_};
            work.swap(work_);
        }
        for (const auto& one : work) one();
        return !work.empty();
    }

  private:
    int signal_;
    std::mutex mutex_;
    std::deque<std::function<void()>> work_;
};

EventLoop::EventLoop(int input) : input_{input}, inbox_{std::make_shared<Inbox>()} {}

Post EventLoop::poster() const {
    return [weak = std::weak_ptr<Inbox>{inbox_}](std::function<void()> work) {
        if (const auto inbox = weak.lock()) inbox->put(std::move(work));
    };
}

std::optional<int> EventLoop::timeout_until(std::optional<SteadyTime> deadline) {
    if (!deadline) return -1;
    constexpr Milliseconds kLongest{60'000};
    const auto left = std::chrono::ceil<Milliseconds>(*deadline - SteadyClock::now());
    if (left <= Milliseconds{0}) return std::nullopt;
    return static_cast<int>(std::min(left, kLongest).count());
}

EventLoop::Happening EventLoop::wait(std::optional<SteadyTime> deadline) {
    for (;;) {
        if (inbox_->run_all()) return Happening::posted;
        if (has_line()) return Happening::line;
        if (is_at_end_ && !std::exchange(is_end_told_, true)) return Happening::end_of_input;
        const auto timeout = timeout_until(deadline);
        if (!timeout) return Happening::deadline;
        // poll() leaves negative descriptors out.
        pollfd sources[] = {{is_at_end_ ? -1 : input_, POLLIN, 0},
                            {inbox_->descriptor(), POLLIN, 0}};
        poll(sources, 2, *timeout);
        if ((sources[0].revents & (POLLIN | POLLHUP | POLLERR | POLLNVAL)) != 0) read_more();
    }
}

void EventLoop::read_more() {
    char bytes[4'096];
    const ssize_t count = read(input_, bytes, sizeof bytes);
    if (count > 0)
        buffer_.append(bytes, static_cast<std::size_t>(count));
    else if (count == 0 || errno != EINTR)
        is_at_end_ = true;
}

EventLoop::Happening EventLoop::wait_for_input(std::optional<SteadyTime> deadline) {
    if (inbox_->run_all()) return Happening::posted;
    const auto timeout = timeout_until(deadline);
    if (!timeout) return Happening::deadline;
    pollfd sources[] = {{input_, POLLIN, 0}, {inbox_->descriptor(), POLLIN, 0}};
    const int count = poll(sources, 2, *timeout);
    if (count < 0 || (sources[0].revents & POLLIN) != 0) return Happening::input;
    if (sources[0].revents != 0) return Happening::end_of_input;
    return inbox_->run_all() ? Happening::posted : Happening::deadline;
}

std::string EventLoop::take_line() {
    const std::size_t end = buffer_.find('\n');
    std::string line = buffer_.substr(0, end);
    buffer_.erase(0, end == std::string::npos ? end : end + 1);
    if (line.ends_with('\r')) line.pop_back();
    return line;
}

}  // namespace castellan
