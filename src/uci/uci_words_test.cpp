// The words that people type: d, eval, perft, bench, help.
#include "engine/bench.h"
#include "tests/support/uci_conversation.h"

namespace castellan {
namespace {

TEST(UciWords, DShowsTheBoardAndItsMoves) {
    UciConversation uci;
    uci.send("position fen 4k3/8/8/8/8/8/4r3/4K3 w - - 3 40");
    uci.send("d");
    EXPECT_EQ(uci.lines().front(), "8  . . . . k . . .");
    EXPECT_EQ(uci.last("Fen: "), "Fen: 4k3/8/8/8/8/8/4r3/4K3 w - - 3 40");
    EXPECT_EQ(uci.last("Key: ").size(), 5U + 16U);
    EXPECT_EQ(uci.last("Checkers:"), "Checkers: e2");
    EXPECT_EQ(uci.lines().back(), "3 legal moves: e1d1 e1f1 e1e2");
    uci.send("position fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    uci.forget_lines();
    uci.send("d");
    EXPECT_EQ(uci.count("218 legal moves: "), 1);
    EXPECT_LT(uci.lines().size(), 30U);
}

TEST(UciWords, EvalExplainsThePosition) {
    UciConversation uci;
    uci.send("eval");
    EXPECT_EQ(uci.count("Material "), 1);
    EXPECT_EQ(uci.count("Total "), 1);
}

TEST(UciWords, WithoutAPositionThereIsNothingToShow) {
    UciConversation uci;
    uci.send("position nonsense");
    for (const std::string_view word : {"d", "eval", "perft 2", "go perft 2"}) {
        uci.forget_lines();
        uci.send(word);
        ASSERT_EQ(uci.lines().size(), 1U) << word;
        EXPECT_EQ(uci.count("info string error: there is no valid position"), 1) << word;
    }
}

TEST(UciWords, PerftCountsBelowEachMove) {
    for (const std::string_view word : {"perft 3", "go perft 3"}) {
        UciConversation uci;
        uci.send(word);
        ASSERT_TRUE(uci.wait_for("Nodes searched: 8902")) << word;
        EXPECT_EQ(uci.count("e2e4: 600"), 1) << word;
        EXPECT_EQ(uci.lines().size(), 21U) << word;
        EXPECT_EQ(uci.count("bestmove"), 0) << word;
    }
}

TEST(UciWords, AWrongDepthIsReported) {
    UciConversation uci;
    for (const std::string_view word : {"perft", "perft 0", "perft -1", "perft x", "go perft",
                                        "perft 99999999999", "bench 0", "bench x"}) {
        uci.forget_lines();
        uci.send(word);
        EXPECT_EQ(uci.count("info string error: "), 1) << word;
    }
}

TEST(UciWords, StopEndsPerftAndBenchAtOnce) {
    UciConversation uci;
    for (const std::string_view word : {"perft 20", "go perft 20", "bench 60"}) {
        uci.forget_lines();
        uci.send(word);
        uci.send("isready");
        EXPECT_TRUE(uci.wait_for("readyok")) << word;  // the reader goes on
        const Stopwatch watch;
        uci.send("stop");
        uci.send("stop");
        EXPECT_TRUE(uci.wait_for("info string ")) << word;
        EXPECT_LT(watch.seconds(), 0.1 * kSlowness) << word;
        EXPECT_EQ(uci.best_move("position startpos", "go depth 2").size(), 4U);
    }
}

TEST(UciWords, ASearchGoesOnWhilePeopleLook) {
    UciConversation uci;
    uci.send("go infinite");
    for (const std::string_view word : {"d", "eval", "help", "register", "debug on"})
        uci.send(word);
    EXPECT_EQ(uci.count("Fen: "), 1);
    EXPECT_EQ(uci.count("ponderhit "), 1);
    EXPECT_EQ(uci.count("bestmove"), 0);
    // What needs the engine to itself ends the search like another `go`.
    uci.send("perft 2");
    EXPECT_EQ(uci.count("bestmove"), 1);
    EXPECT_TRUE(uci.wait_for("Nodes searched: 400"));
}

TEST(UciWords, BenchEndsWithNodesAndSpeed) {
    UciConversation uci;
    uci.send("bench 4");
    ASSERT_TRUE(uci.wait_for(std::to_string(run_bench(4).nodes) + " nodes "));
    EXPECT_TRUE(uci.lines().back().ends_with(" nps"));
}

TEST(UciWords, APerftInOneBreathWithQuitIsAnswered) {
    UciConversation uci;
    uci.send("perft 3");
    EXPECT_FALSE(uci.send("quit"));
    EXPECT_EQ(uci.last("Nodes searched"), "Nodes searched: 8902");
}

}  // namespace
}  // namespace castellan
