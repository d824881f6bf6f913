#include "clients/child_process.h"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <algorithm>

#include <csignal>
#include <thread>

namespace castellan {
namespace {

using std::chrono::milliseconds;

std::unique_ptr<ChildProcess> shell(const std::string& script, std::stop_token stop = {}) {
    auto child = ChildProcess::start({{"/bin/sh", "-c", script}, {}, {}, std::move(stop)});
    EXPECT_TRUE(child) << child.error().message;
    return std::move(*child);
}

SteadyTime in(int ms) { return SteadyClock::now() + milliseconds{ms}; }

TEST(ChildProcess, LinesGoBothWays) {
    const auto child = shell("while read line; do echo \"<$line>\"; done");
    EXPECT_TRUE(child->send("one\ntwo\n"));
    EXPECT_EQ(child->read_line(in(5000)).text, "<one>");
    EXPECT_EQ(child->read_line(in(5000)).text, "<two>");
    EXPECT_EQ(child->read_line(in(20)).status, ReadStatus::timeout);
    child->shut_down(milliseconds{5000});
    EXPECT_EQ(child->ending(), "exited with code 0");
}

TEST(ChildProcess, ItsEndIsSeenAndDescribed) {
    const auto child = shell("echo last words; echo trouble >&2; exit 7");
    EXPECT_EQ(child->read_line(in(5000)).text, "last words");
    EXPECT_EQ(child->read_line(in(5000)).status, ReadStatus::closed);
    EXPECT_EQ(child->ending(), "exited with code 7");
    // They come through two pipes, in any order.
    std::vector<std::string> lines = child->last_lines();
    std::ranges::sort(lines);
    EXPECT_EQ(lines, (std::vector<std::string>{"! trouble", "< last words"}));
    const auto killed = shell("kill -9 $$");
    EXPECT_EQ(killed->read_line(in(5000)).status, ReadStatus::closed);
    EXPECT_EQ(killed->ending(), "was killed by signal 9 (Killed)");
}

TEST(ChildProcess, WhatCannotBeStartedSaysWhy) {
    const auto missing = ChildProcess::start({{"/nonexistent/engine"}, {}, {}, {}});
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().message,
              "cannot start /nonexistent/engine: No such file or directory");
    EXPECT_FALSE(ChildProcess::start({{"/bin/sh"}, "/nonexistent", {}, {}}));
    EXPECT_FALSE(ChildProcess::start({{"/bin/sh"}, {}, "/nonexistent/log", {}}));
    EXPECT_FALSE(ChildProcess::start({}));
}

TEST(ChildProcess, AFloodDoesNotOutlastTheDeadline) {
    const auto child = shell("yes");
    const SteadyTime deadline = in(100);
    while (child->read_line(deadline).status == ReadStatus::line) {
    }
    EXPECT_LT(SteadyClock::now(), deadline + milliseconds{500});
    EXPECT_TRUE(child->send("quit\n"));
}

TEST(ChildProcess, WhoDoesNotReadDoesNotBlockTheSender) {
    const auto child = shell("sleep 60");
    const std::string much(1 << 20, 'x');
    EXPECT_FALSE(child->send(much + '\n', milliseconds{50}));
}

TEST(ChildProcess, NobodyIsLeftBehind) {
    pid_t group = 0;
    {
        const auto child = shell("trap '' TERM INT HUP; sleep 60 & echo ready; wait");
        EXPECT_EQ(child->read_line(in(5000)).text, "ready");
        group = child->pid();
        EXPECT_EQ(kill(-group, 0), 0);
    }
    // The grandchild is reaped by init, which may take a moment.
    for (int i = 0; i < 500 && kill(-group, 0) == 0; ++i)
        std::this_thread::sleep_for(milliseconds{10});
    EXPECT_NE(kill(-group, 0), 0);
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a zombie is left";
}

TEST(ChildProcess, ARequestToStopEndsTheWait) {
    std::stop_source source;
    const auto child = shell("sleep 60", source.get_token());
    std::jthread stopper{[&] { source.request_stop(); }};
    EXPECT_EQ(child->read_line(in(30'000)).status, ReadStatus::interrupted);
}

}  // namespace
}  // namespace castellan
