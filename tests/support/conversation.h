// Conversation: for tests of a protocol server; what was said so far can be waited for.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/slowness.h"

namespace castellan {

/// What a server has said so far, from whatever thread.
class SaidLines {
  public:
    /// Waits until this many lines start so; false if that takes too long.
    bool wait_for(std::string_view start, int count = 1) {
        std::unique_lock lock{mutex_};
        return changed_.wait_for(lock, std::chrono::seconds{10 * kSlowness},
                                 [&] { return count_starting(start) >= count; });
    }
    int count(std::string_view start) {
        const std::lock_guard lock{mutex_};
        return count_starting(start);
    }
    /// Empty if there is none.
    std::string last(std::string_view start) {
        const std::lock_guard lock{mutex_};
        for (auto line = lines_.rbegin(); line != lines_.rend(); ++line)
            if (line->starts_with(start)) return *line;
        return {};
    }
    std::vector<std::string> lines() {
        const std::lock_guard lock{mutex_};
        return lines_;
    }
    /// What was said since this was last called.
    std::vector<std::string> news() {
        const std::lock_guard lock{mutex_};
        std::vector<std::string> fresh{lines_.begin() + static_cast<std::ptrdiff_t>(told_),
                                       lines_.end()};
        told_ = lines_.size();
        return fresh;
    }
    void forget_lines() {
        const std::lock_guard lock{mutex_};
        lines_.clear();
        told_ = 0;
    }

  protected:
    void hear(std::string_view line) {
        const std::lock_guard lock{mutex_};
        lines_.emplace_back(line);
        changed_.notify_all();
    }

  private:
    int count_starting(std::string_view start) const {
        return static_cast<int>(std::ranges::count_if(
            lines_, [&](const std::string& line) { return line.starts_with(start); }));
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::string> lines_;
    std::size_t told_ = 0;
};

template <typename Server>
class Conversation : public SaidLines {
  public:
    bool send(std::string_view line) { return server_.handle_line(line); }

  private:
    Server server_{[this](std::string_view line) { hear(line); }};
};

}  // namespace castellan
