// LineWriter: lines to a pipe whose reader may be slow, or gone.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace castellan {

/// Whoever writes never waits: what the pipe does not take at once is sent on by a thread.
class LineWriter {
  public:
    /// `on_broken` is called when nobody can read any more.
    LineWriter(int descriptor, std::function<void()> on_broken);
    /// Gives a slow reader a moment to take the rest, then leaves.
    ~LineWriter();
    LineWriter(const LineWriter&) = delete;
    LineWriter& operator=(const LineWriter&) = delete;

    /// From any thread; `line` is without its end. One system call each, so lines stay whole.
    void write(std::string_view line);

  private:
    using Clock = std::chrono::steady_clock;

    bool can_take_more(std::chrono::milliseconds patience) const;
    void send_what_fits();
    void send_the_rest(const std::stop_token& stop);

    int descriptor_;
    std::function<void()> on_broken_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<std::string> waiting_;
    Clock::time_point give_up_at_ = Clock::time_point::max();
    std::jthread thread_;  // last: it needs the rest
};

}  // namespace castellan
