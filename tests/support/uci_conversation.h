// UciConversation: a test's side of a conversation with a UCI server. Every line is checked.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/stopwatch.h"
#include "tests/support/conversation.h"
#include "tests/support/slowness.h"
#include "tests/support/uci_output_checker.h"
#include "uci/uci_server.h"

namespace castellan {

using std::chrono::milliseconds;

class UciConversation : public SaidLines {
  public:
    explicit UciConversation(
        UciOutputChecker::LineEnds line_ends = UciOutputChecker::LineEnds::checked)
        : checker_{line_ends} {
        server_.emplace([this](std::string_view line) { check_and_hear(line); });
    }
    ~UciConversation() {
        server_.reset();  // ends the search that runs
        for (const std::string& problem : checker_.problems()) ADD_FAILURE() << problem;
    }
    UciConversation(const UciConversation&) = delete;
    UciConversation& operator=(const UciConversation&) = delete;

    bool send(std::string_view line) {
        {
            const std::lock_guard lock{checker_mutex_};
            checker_.sent(line);
        }
        return server_->handle_line(line);
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
    void check_and_hear(std::string_view line) {
        {
            const std::lock_guard lock{checker_mutex_};
            checker_.received(line);
        }
        hear(line);
    }

    std::mutex checker_mutex_;
    UciOutputChecker checker_;
    std::optional<UciServer> server_;
};

}  // namespace castellan
