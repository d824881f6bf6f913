// What the engine says while it thinks: the rules, and which reports are told at all.
#include "tests/support/uci_conversation.h"
#include "uci/uci_reporter.h"

namespace castellan {
namespace {

Report report(Depth depth, int line, int centipawns, Move move, Bound bound = Bound::exact) {
    return {depth, depth, line,  Score::centipawns(centipawns), bound, 1000, Milliseconds{5},
            3,     0,     {move}};
}
const Move kE4 = Move::normal(Square::e2, Square::e4);
const Move kD4 = Move::normal(Square::d2, Square::d4);
const Move kA3 = Move::normal(Square::a2, Square::a3);

TEST(UciReporter, TellsABlockOnceItIsComplete) {
    UciReporter reporter{Position{}, 2, false};
    EXPECT_TRUE(reporter.take(report(3, 1, 30, kE4), 0.1).empty());
    EXPECT_EQ(reporter.take(report(3, 2, 20, kD4), 0.1).size(), 2U);
    EXPECT_EQ(reporter.finish({kE4, {}, {}}), std::vector<std::string>{"bestmove e2e4"});
}

TEST(UciReporter, CompletesABlockThatAStopHasCutShort) {
    UciReporter reporter{Position{}, 3, false};
    reporter.take(report(3, 1, 50, kE4), 0.1);
    reporter.take(report(3, 2, 30, kD4), 0.1);
    reporter.take(report(3, 3, 10, kA3), 0.1);
    // The next iteration was stopped after it had found something new.
    reporter.take(report(4, 1, 20, kD4), 0.1);
    const auto lines = reporter.finish({kD4, {}, {}});
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_TRUE(lines[0].starts_with("info depth 4 seldepth 4 multipv 1 score cp 20 nodes"));
    EXPECT_TRUE(lines[1].starts_with("info depth 3 seldepth 3 multipv 2 score cp 20 upperbound"));
    EXPECT_TRUE(lines[1].ends_with("pv e2e4"));
    EXPECT_TRUE(lines[2].starts_with("info depth 3 seldepth 3 multipv 3 score cp 10 nodes"));
    EXPECT_EQ(lines[3], "bestmove d2d4");
}

TEST(UciReporter, KeepsToFiftyLinesASecondAndOwesTheLastExactOne) {
    UciReporter reporter{Position{}, 1, false};
    std::size_t early = 0;
    for (int i = 0; i < 200; ++i) early += reporter.take(report(i, 1, 0, kE4), 0.9).size();
    EXPECT_EQ(early, 200U);
    for (int second = 1; second <= 3; ++second) {
        std::size_t exact = 0;
        std::size_t bounds = 0;
        for (int i = 0; i < 500; ++i) {
            const double now = second + i / 500.0;
            bounds += reporter.take(report(i, 1, 0, kE4, Bound::lower), now).size();
            exact += reporter.take(report(i, 1, 0, kE4), now).size();
        }
        EXPECT_LE(exact + bounds, 50U);
        EXPECT_GT(exact, bounds);
    }
    reporter.take(report(99, 1, 7, kD4), 3.9999);
    const auto lines = reporter.finish({kD4, {}, {}});
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_TRUE(lines[0].starts_with("info depth 99 "));
}

TEST(UciOutput, ARootWithoutMovesHasAScoreAndNoMove) {
    UciConversation uci;
    EXPECT_EQ(uci.best_move("position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "go depth 5"),
              "0000");
    EXPECT_EQ(uci.last("info"), "info depth 0 score mate 0");
    EXPECT_EQ(uci.best_move("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 5"), "0000");
    EXPECT_EQ(uci.last("info"), "info depth 0 score cp 0");
}

TEST(UciOutput, MultiPvShowsAsManyLinesAsThereAreMoves) {
    struct Case {
        std::string_view position;
        std::string_view go;
        int lines;
    };
    constexpr Case kCases[] = {
        {"position startpos", "go depth 3", 20},
        {"position fen 7k/8/6K1/8/8/8/8/R7 b - - 0 1", "go depth 9", 1},
        {"position fen 7k/8/5K2/8/8/8/8/R7 b - - 0 1", "go depth 9", 2},
        {"position fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", "go depth 2", 218},
    };
    UciConversation uci;
    uci.send("setoption name MultiPV value 500");
    for (const auto& [position, go, lines] : kCases) {
        uci.forget_lines();
        uci.best_move(position, go);
        EXPECT_NE(uci.last("info depth ").find(" multipv " + std::to_string(lines) + ' '),
                  std::string::npos)
            << position;
    }
}

/// Wherever a search ends, its last block is whole and its move is the one shown first.
TEST(UciOutput, KeepsTheRulesWhereverASearchIsCut) {
    UciConversation uci;
    for (const std::string_view lines : {"1", "2", "5", "50"}) {
        uci.send("setoption name MultiPV value " + std::string{lines});
        for (const std::string_view position :
             {"position startpos moves e2e4 c7c5",
              "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
              "position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
              "position fen 6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1"})
            for (int nodes = 50; nodes < 20'000; nodes = nodes * 3 / 2)
                EXPECT_NE(uci.best_move(position, "go nodes " + std::to_string(nodes)), "");
    }
}

TEST(UciOutput, KeepsTheRulesWithSeveralThreadsAndRandomStops) {
    UciConversation uci;
    uci.send("setoption name Threads value 3");
    uci.send("setoption name MultiPV value 4");
    for (int i = 1; i <= 30; ++i) {
        uci.send("go infinite");
        std::this_thread::sleep_for(milliseconds{i});
        uci.send("stop");
        ASSERT_TRUE(uci.wait_for("bestmove", i));
    }
}

TEST(UciOutput, ALongSearchIsNotAFlood) {
    UciConversation uci;
    uci.send("setoption name MultiPV value 100");
    uci.send("position fen 8/8/8/3k4/8/8/3K4/7R w - - 0 1");  // many quick iterations
    uci.send("go movetime 2500");
    EXPECT_TRUE(uci.wait_for("bestmove"));
}

}  // namespace
}  // namespace castellan
