// The program as an engine process: how it greets, and how it ends, whatever the other side does.
#include <gtest/gtest.h>

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>
#include <vector>

#include "tests/support/run_program.h"

namespace castellan {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// The bars are 200 ms and 1 s on a quiet machine; tests run on busy ones, and sanitizers make
// everything slower, the end of a process most of all.
constexpr auto kQuick = CASTELLAN_IS_SANITIZED ? 5'000ms : 600ms;
constexpr auto kSecond = CASTELLAN_IS_SANITIZED ? 6'000ms : 1'500ms;

/// The program at the other end of two pipes.
class EngineProcess {
  public:
    explicit EngineProcess(std::vector<const char*> arguments = {}) {
        int to[2];
        int from[2];
        EXPECT_EQ(pipe2(to, O_CLOEXEC), 0);
        EXPECT_EQ(pipe2(from, O_CLOEXEC), 0);
        arguments.insert(arguments.begin(), CASTELLAN_PROGRAM);
        arguments.push_back(nullptr);
        pid_ = fork();
        if (pid_ == 0) {
            dup2(to[0], STDIN_FILENO);
            dup2(from[1], STDOUT_FILENO);
            execv(CASTELLAN_PROGRAM, const_cast<char* const*>(arguments.data()));
            _exit(127);
        }
        close(to[0]);
        close(from[1]);
        input_ = to[1];
        output_ = from[0];
    }
    ~EngineProcess() {
        hang_up();
        stop_listening();
        if (pid_ <= 0) return;
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
    }
    EngineProcess(const EngineProcess&) = delete;
    EngineProcess& operator=(const EngineProcess&) = delete;

    void send(const std::string& text) const {
        const std::string line = text + '\n';
        EXPECT_EQ(write(input_, line.data(), line.size()), static_cast<ssize_t>(line.size()));
    }
    void signal(int number) const { kill(pid_, number); }
    void hang_up() {
        if (input_ >= 0) close(input_);
        input_ = -1;
    }
    void stop_listening() {
        if (output_ >= 0) close(output_);
        output_ = -1;
    }

    /// Reads until this text has come; false at the end of the output or after ten seconds.
    bool wait_for(const std::string& text) {
        const auto deadline = Clock::now() + 10s;
        while (heard_.find(text) == std::string::npos) {
            pollfd output{output_, POLLIN, 0};
            if (Clock::now() > deadline) return false;
            if (poll(&output, 1, 100) <= 0) continue;
            char chunk[4096];
            const ssize_t count = read(output_, chunk, sizeof chunk);
            if (count <= 0) return false;
            heard_.append(chunk, static_cast<std::size_t>(count));
        }
        return true;
    }
    const std::string& heard() const { return heard_; }

    struct End {
        int code;  // 128 + signal if it was killed, -1 if it did not end
        Clock::duration taken;
    };
    End wait_for_end() {
        const auto start = Clock::now();
        while (Clock::now() - start < 10s) {
            int status = 0;
            if (waitpid(pid_, &status, WNOHANG) == pid_) {
                pid_ = -1;
                return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                        Clock::now() - start};
            }
            std::this_thread::sleep_for(1ms);
        }
        return {-1, Clock::now() - start};
    }

  private:
    pid_t pid_ = -1;
    int input_ = -1;
    int output_ = -1;
    std::string heard_;
};

const std::vector<std::string> kUciSearch = {"uci", "setoption name Threads value 8",
                                             "go infinite"};
const std::vector<std::string> kXboardSearch = {"xboard", "protover 2", "cores 8",
                                                "force",  "post",       "analyze"};

/// Starts a search and waits until it is under way.
void start_search(EngineProcess& engine, const std::vector<std::string>& lines) {
    for (const std::string& line : lines) engine.send(line);
    EXPECT_TRUE(engine.wait_for(lines == kUciSearch ? "info depth 3 " : "\n3 "));
}

std::size_t open_files() {
    std::size_t count = 0;
    DIR* const folder = opendir("/proc/self/fd");
    while (folder != nullptr && readdir(folder) != nullptr) ++count;
    if (folder != nullptr) closedir(folder);
    return count;
}

TEST(EngineProcess, SpeaksTheProtocolItIsGreetedWith) {
    struct Greeting {
        std::vector<const char*> arguments;
        std::string says;
        std::string answer;
    };
    const std::vector<Greeting> greetings = {
        {{}, "uci", "uciok\n"},
        {{}, "isready", "readyok\n"},
        {{}, "xboard\nprotover 2", "feature done=1\n"},
        {{}, "\n  \nxboard\nping 1", "pong 1\n"},
        {{}, "protover 2", "feature done=1\n"},
        {{}, "new\nping 2", "pong 2\n"},
        {{}, "level 40 5 0\nping 2", "pong 2\n"},
        {{"uci"}, "xboard\nisready", "readyok\n"},
        {{"xboard"}, "uci\nping 3", "pong 3\n"},
    };
    for (const Greeting& greeting : greetings) {
        EngineProcess engine{greeting.arguments};
        engine.send(greeting.says);
        EXPECT_TRUE(engine.wait_for(greeting.answer)) << greeting.says;
        engine.send("quit");
        EXPECT_EQ(engine.wait_for_end().code, 0) << greeting.says;
    }
}

TEST(EngineProcess, SaysNothingBeforeItIsSpokenTo) {
    EngineProcess engine;
    engine.hang_up();
    EXPECT_EQ(engine.wait_for_end().code, 0);
    EXPECT_FALSE(engine.wait_for("x"));
    EXPECT_EQ(engine.heard(), "");
}

TEST(EngineProcess, AnswersEverythingSaidBeforeTheEndOfTheInput) {
    EngineProcess engine;
    engine.send("xboard\nping 1\nping 2");
    engine.hang_up();
    EXPECT_EQ(engine.wait_for_end().code, 0);
    EXPECT_TRUE(engine.wait_for("pong 2\n"));
}

TEST(EngineProcess, QuitAndTheEndOfTheInputEndASearchOfEightThreads) {
    for (const auto& search : {kUciSearch, kXboardSearch})
        for (const bool says_quit : {true, false}) {
            EngineProcess engine;
            start_search(engine, search);
            says_quit ? engine.send("quit") : engine.hang_up();
            const auto end = engine.wait_for_end();
            EXPECT_EQ(end.code, 0) << search[0] << says_quit;
            EXPECT_LT(end.taken, kQuick) << search[0] << says_quit;
        }
}

TEST(EngineProcess, SigtermIsAnOrderlyEnd) {
    for (const auto& search : {kUciSearch, kXboardSearch}) {
        EngineProcess engine;
        start_search(engine, search);
        engine.signal(SIGTERM);
        const auto end = engine.wait_for_end();
        EXPECT_EQ(end.code, 0) << search[0];
        EXPECT_LT(end.taken, kSecond) << search[0];
    }
    EngineProcess idle;
    idle.send("uci");
    ASSERT_TRUE(idle.wait_for("uciok"));
    idle.signal(SIGTERM);
    EXPECT_EQ(idle.wait_for_end().code, 0);
}

TEST(EngineProcess, SigintIsIgnoredByXboardsEngine) {
    EngineProcess engine;
    start_search(engine, kXboardSearch);
    engine.signal(SIGINT);
    engine.signal(SIGINT);
    engine.send("ping 1");
    EXPECT_TRUE(engine.wait_for("pong 1"));
    engine.send("quit");
    EXPECT_EQ(engine.wait_for_end().code, 0);
}

TEST(EngineProcess, EndsWhenNobodyReadsAnyMore) {
    for (const auto& search : {kUciSearch, kXboardSearch}) {
        EngineProcess engine;
        start_search(engine, search);
        engine.stop_listening();  // the input stays open
        const auto end = engine.wait_for_end();
        EXPECT_EQ(end.code, 1) << search[0];
        EXPECT_LT(end.taken, kSecond) << search[0];
    }
}

/// Fills the pipe with answers that nobody reads.
void flood(const EngineProcess& engine, const std::string& line) {
    std::string lines;
    for (int i = 0; i < 100; ++i) lines += line + '\n';
    for (int i = 0; i < 100; ++i) engine.send(lines);
}

TEST(EngineProcess, ASlowReaderKeepsItNeitherFromListeningNorFromEnding) {
    for (const bool is_xboard : {false, true})
        for (const bool is_sigterm : {false, true}) {
            EngineProcess engine;
            start_search(engine, is_xboard ? kXboardSearch : kUciSearch);
            // Far more than a pipe holds; that it can be written shows that it is read.
            flood(engine, is_xboard ? "ping 123456" : "isready");
            is_sigterm ? engine.signal(SIGTERM) : engine.hang_up();
            const auto end = engine.wait_for_end();
            EXPECT_EQ(end.code, 0) << is_xboard << is_sigterm;
            EXPECT_LT(end.taken, kSecond) << is_xboard << is_sigterm;
        }
}

TEST(EngineProcess, WhatASlowReaderMissedIsKeptForIt) {
    EngineProcess engine;
    engine.send("xboard");
    flood(engine, "ping 7");
    engine.send("ping 8");
    EXPECT_TRUE(engine.wait_for("pong 8\n"));
    EXPECT_EQ(engine.heard().size(), 1 + 10'001 * std::string{"pong 7\n"}.size());
}

TEST(EngineProcess, LongLinesAndStrangeBytesDoNoHarm) {
    for (const char* const greeting : {"uci", "xboard"}) {
        EngineProcess engine;
        engine.send(greeting);
        std::string bytes;
        for (int i = 0; i < 4'096; ++i) bytes += static_cast<char>(i % 256);
        std::ranges::replace(bytes, '\n', ' ');
        engine.send(bytes);
        engine.send("name " + bytes);
        engine.send(std::string(1 << 20, 'x'));
        engine.send("position startpos moves" + std::string(3 << 20, ' ') + "e2e4");
        engine.send("isready\nping 1");
        EXPECT_TRUE(engine.wait_for(greeting == std::string{"uci"} ? "readyok" : "pong 1"));
        engine.send("quit");
        EXPECT_EQ(engine.wait_for_end().code, 0);
    }
}

TEST(EngineProcess, MemoryThatIsNotThereIsReportedAndPlayGoesOn) {
    if (CASTELLAN_IS_SANITIZED) GTEST_SKIP() << "the sanitizer limits allocations itself";
    const ProgramRun run = run_program(
        "ulimit -v 600000; printf 'xboard\\nmemory 1000000\\nnew\\nping 1\\nquit\\n' | " +
        std::string{CASTELLAN_PROGRAM});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_NE(run.output.find("tellusererror "), std::string::npos) << run.output;
    EXPECT_NE(run.output.find("pong 1\n"), std::string::npos) << run.output;
}

TEST(EngineProcess, ALongGameFitsInALine) {
    EngineProcess engine{{"uci"}};
    std::string line = "position startpos moves";
    for (int i = 0; i < 1'500; ++i) line += " g1f3 g8f6 f3g1 f6g8";
    engine.send(line + "\ngo depth 2");
    EXPECT_TRUE(engine.wait_for("bestmove "));
    EXPECT_FALSE(engine.heard().find("bestmove 0000") != std::string::npos);
}

TEST(EngineProcess, StartsAndEndsOverAndOverWithoutLeavingAnything) {
    const int starts = CASTELLAN_IS_SANITIZED ? 20 : 100;
    const std::size_t before = open_files();
    for (int i = 0; i < starts; ++i) {
        EngineProcess engine;
        engine.send(i % 2 == 0 ? "xboard\nnew\ngo" : "uci\ngo infinite");
        engine.send("quit");
        ASSERT_EQ(engine.wait_for_end().code, 0) << i;
    }
    EXPECT_EQ(open_files(), before);
}

}  // namespace
}  // namespace castellan
