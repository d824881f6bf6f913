// UciConversation: a test's side of a conversation with a UCI server. Every line is checked.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/stopwatch.h"
#include "protocol/slowness.h"
#include "protocol/uci_output_checker.h"
#include "protocol/uci_server.h"

namespace castellan {

using std::chrono::milliseconds;

class UciConversation {
  public:
    explicit UciConversation(
        UciOutputChecker::LineEnds line_ends = UciOutputChecker::LineEnds::checked)
        : checker_{line_ends} {
        server_.emplace([this](std::string_view line) { hear(line); });
    }
    ~UciConversation() {
        server_.reset();  // ends the search that runs
        for (const std::string& problem : checker_.problems()) ADD_FAILURE() << problem;
    }
    UciConversation(const UciConversation&) = delete;
    UciConversation& operator=(const UciConversation&) = delete;

    bool send(std::string_view line) {
        {
            const std::lock_guard lock{mutex_};
            checker_.sent(line);
        }
        return server_->handle_line(line);
    }

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
    void forget_lines() {
        const std::lock_guard lock{mutex_};
        lines_.clear();
    }

    /// Everything before is done.
    bool is_ready() {
        const int before = count("readyok");
        send("isready");
        return wait_for("readyok", before + 1);
    }
    /// The answer to a search; empty if there is none.
    std::string best_move(std::string_view position, std::string_view go) {
        const int before = count("bestmove");
        send(position);
        send(go);
        if (!wait_for("bestmove", before + 1)) return {};
        const std::string line = last("bestmove");
        return line.substr(9, line.find(' ', 9) - 9);
    }

  private:
    void hear(std::string_view line) {
        const std::lock_guard lock{mutex_};
        checker_.received(line);
        lines_.emplace_back(line);
        changed_.notify_all();
    }
    int count_starting(std::string_view start) const {
        return static_cast<int>(std::ranges::count_if(
            lines_, [&](const std::string& line) { return line.starts_with(start); }));
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::string> lines_;
    UciOutputChecker checker_;
    std::optional<UciServer> server_;
};

}  // namespace castellan
