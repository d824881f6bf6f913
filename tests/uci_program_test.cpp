// The engine as an interface meets it: a process behind two pipes, on a machine with limits.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "tests/support/piped_program.h"
#include "tests/support/slowness.h"

namespace castellan {
namespace {

std::string engine(const std::string& before = "") {
    return before + "exec " + CASTELLAN_PROGRAM + " uci";
}

bool contains(const std::optional<std::string>& text, std::string_view part) {
    return text && text->find(part) != std::string::npos;
}

/// In megabytes.
double resident_memory(pid_t pid) {
    std::ifstream status{"/proc/" + std::to_string(pid) + "/status"};
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmRSS:")) return std::stod(line.substr(6)) / 1024;
    return 0;
}

TEST(UciProgram, SaysUciokSoonAfterItsStart) {
    double quickest = 1e9;  // of several: the machine may have other things to do
    for (int i = 0; i < 5; ++i) {
        const Stopwatch watch;
        PipedProgram uci{engine()};
        uci.send("uci");
        ASSERT_TRUE(uci.read_until("uciok"));
        quickest = std::min(quickest, watch.seconds());
    }
    EXPECT_LT(quickest, 0.1 * kSlowness);
}

TEST(UciProgram, PlaysOnWhereMemoryAndThreadsRunOut) {
    if (CASTELLAN_IS_SANITIZED) GTEST_SKIP() << "a sanitizer needs more address space than this";
    PipedProgram uci{engine("ulimit -v 300000; ")};
    for (const char* const option : {"Hash value 4096", "Threads value 512"}) {
        uci.send(std::string{"setoption name "} + option);
        EXPECT_TRUE(contains(uci.read_until("info string"), "info string")) << option;
        uci.send("isready");
        EXPECT_TRUE(uci.read_until("readyok")) << option;
        uci.send("go movetime 100");
        EXPECT_TRUE(contains(uci.read_until("bestmove"), "info depth")) << option;
    }
    uci.send("setoption name Threads value 1000000");
    EXPECT_TRUE(uci.read_until("info string error: Threads"));
    uci.send("setoption name Threads value 1");
    uci.send("setoption name Hash value 32");
    uci.send("go depth 5");
    EXPECT_FALSE(contains(uci.read_until("bestmove"), "info string"));
    uci.send("quit");
    EXPECT_EQ(uci.wait_for_exit(5), 0);
}

TEST(UciProgram, TakesTheMemoryItIsGivenAndLittleMore) {
    if (CASTELLAN_IS_SANITIZED) GTEST_SKIP() << "a sanitizer keeps memory of its own";
    constexpr double kFixed = 40;  // the program, its tables and one thread's histories
    PipedProgram uci{engine()};
    for (const int megabytes : {256, 64}) {
        uci.send("setoption name Hash value " + std::to_string(megabytes));
        uci.send("isready");
        ASSERT_TRUE(uci.read_until("readyok"));
        uci.send("go nodes 100000");
        ASSERT_TRUE(uci.read_until("bestmove"));
        EXPECT_LT(resident_memory(uci.pid()), megabytes * 1.1 + kFixed);
        EXPECT_GT(resident_memory(uci.pid()), megabytes * 0.9);
    }
    // Games leave nothing behind.
    uci.send("setoption name Hash value 1");
    uci.send("go nodes 300");
    ASSERT_TRUE(uci.read_until("bestmove"));
    const double before = resident_memory(uci.pid());
    for (int game = 0; game < 200; ++game) {
        uci.send("ucinewgame");
        uci.send("position startpos moves e2e4 e7e5");
        uci.send("go nodes 300");
        ASSERT_TRUE(uci.read_until("bestmove"));
    }
    EXPECT_LT(resident_memory(uci.pid()), before + 5);
}

TEST(UciProgram, LeavesAtTheEndOfInputWhateverItDoes) {
    for (const char* const busy :
         {"go infinite", "go ponder wtime 1 btime 1", "perft 30", "bench 60", "isready"}) {
        PipedProgram uci{engine()};
        uci.send("setoption name Threads value 8");
        uci.send("setoption name Hash value 256");
        uci.send("uci");
        ASSERT_TRUE(uci.read_until("uciok"));
        uci.send(busy);
        uci.close_input();
        EXPECT_EQ(uci.wait_for_exit(1 * kSlowness), 0) << busy;
    }
}

TEST(UciProgram, AReaderThatTakesNothingKeepsItFromNothing) {
    PipedProgram uci{engine()};
    uci.send("go infinite");
    for (int i = 0; i < 500; ++i) ASSERT_TRUE(uci.send("uci"));  // far more than a pipe holds
    uci.send("quit");
    EXPECT_EQ(uci.wait_for_exit(1 * kSlowness), 0);
}

TEST(UciProgram, LeavesWhenNobodyListens) {
    PipedProgram uci{engine()};
    uci.send("go infinite");
    uci.close_output();
    uci.send("isready");
    EXPECT_TRUE(uci.wait_for_exit(5 * kSlowness));
}

}  // namespace
}  // namespace castellan
