// UCI's `go` with every limit, and what ends a search.
#include "uci/uci_go.h"

#include "base/random.h"
#include "tests/support/uci_conversation.h"

namespace castellan {
namespace {

constexpr std::string_view kMateInOne = "position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
constexpr std::string_view kStalemate = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
constexpr std::string_view kMated = "position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
constexpr std::string_view kTwoKings = "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1";
constexpr std::string_view kManyMoves =
    "position fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";

UciGo parsed(std::string_view arguments) { return parse_go(arguments, Position{}); }

TEST(UciGo, TheOtherClockOrAnIncrementAloneStillMakesAClock) {
    EXPECT_EQ(parsed("wtime 5000 btime 7000").limits.clock->left, Milliseconds{5000});
    EXPECT_EQ(parsed("btime 7000").limits.clock->left, Milliseconds{7000});
    EXPECT_EQ(parsed("winc 100").limits.clock->left, Milliseconds{0});
    EXPECT_EQ(parsed("wtime 9 winc -5").limits.clock->increment, Milliseconds{0});
    EXPECT_EQ(parsed("wtime 99999999999999999999").limits.clock->left,
              Milliseconds{1'000'000'000'000});
    for (const std::string_view none : {"wtime 9", "wtime 9 movestogo 0", "wtime 9 movestogo -5"})
        EXPECT_FALSE(parsed(none).limits.clock->moves_to_go) << none;
    EXPECT_EQ(parsed("wtime 9 movestogo 200").limits.clock->moves_to_go, 200);
}

TEST(UciGo, EveryLimitEndsTheSearchSoon) {
    UciConversation uci;
    for (const std::string_view go : {"go movetime 0",
                                      "go movetime -20",
                                      "go movetime",
                                      "go depth 0",
                                      "go depth -3",
                                      "go depth",
                                      "go nodes 0",
                                      "go nodes 1",
                                      "go nodes -1",
                                      "go wtime 0 btime 0",
                                      "go wtime -100 btime -100",
                                      "go wtime 50 btime 50",
                                      "go wtime 0 btime 0 winc 0 binc 0",
                                      "go wtime 100",
                                      "go btime 100",
                                      "go winc 100 binc 100",
                                      "go movestogo 5",
                                      "go wtime x btime y",
                                      "go wtime 100 btime 100 movestogo 0",
                                      "go wtime 100 btime 100 movestogo -5",
                                      "go wtime 100 btime 100 movestogo 1",
                                      "go wtime 100 btime 100 movestogo 200",
                                      "go mate 1 depth 5",
                                      "go mate 1",
                                      "go mate 0",
                                      "go nodes 99999999999999999999 movetime 20",
                                      "go wtime 99999999999999999999 btime 1 movetime 20",
                                      "go depth 99999999999999999999 movetime 20",
                                      "go depth x movetime 20",
                                      "go depth 200 nodes 2000 movetime 100000",
                                      "go searchmoves a2a3 depth 4",
                                      "go depth 4 searchmoves a2a3 zz e7e5",
                                      "go nonsense depth 3 more nonsense",
                                      "go\tdepth  3\r"}) {
        const Stopwatch watch;
        EXPECT_EQ(uci.best_move("position startpos moves", go).size(), 4U) << go;
        EXPECT_LT(watch.seconds(), 2.0 * kSlowness) << go;
    }
}

TEST(UciGo, LessThanNoTimeIsAnsweredAtOnce) {
    UciConversation uci;
    uci.is_ready();
    for (const std::string_view go : {"go movetime 0", "go wtime 0 btime 0", "go wtime -5 btime -5",
                                      "go winc 5", "go nodes 1", "go depth 0"}) {
        const Stopwatch watch;
        uci.best_move(kManyMoves, go);
        EXPECT_LT(watch.seconds(), 0.2 * kSlowness) << go;
    }
}

TEST(UciGo, SearchmovesRestrictsTheRoot) {
    UciConversation uci;
    EXPECT_EQ(uci.best_move("position startpos", "go searchmoves a2a3 depth 6"), "a2a3");
    EXPECT_EQ(uci.best_move("position startpos", "go searchmoves a2a3 a2a3 e2e5 depth 6"), "a2a3");
    EXPECT_EQ(uci.best_move("position startpos", "go searchmoves e2e5 depth 6"), "0000");
    EXPECT_EQ(uci.best_move("position startpos", "go searchmoves depth 6"), "0000");
    uci.send("setoption name MultiPV value 3");
    uci.forget_lines();
    uci.best_move("position startpos", "go depth 5 searchmoves a2a3 h2h3");
    EXPECT_EQ(uci.count("info depth 5 "), 2);
    uci.send("go ponder searchmoves a2a3 wtime 10 btime 10");
    uci.send("ponderhit");
    EXPECT_TRUE(uci.wait_for("bestmove a2a3"));
}

TEST(UciGo, AnalysisWaitsForStopWhateverItFinds) {
    UciConversation uci;
    int answers = 0;
    for (const std::string_view position :
         {kMateInOne, kStalemate, kMated, kTwoKings,
          std::string_view{"position fen 8/8/8/8/8/1k6/1p6/1K6 w - - 0 1"},  // one reply at most
          std::string_view{"position fen nonsense"}})
        for (const std::string_view go :
             {"go infinite", "go", "go ponder wtime 1 btime 1", "go infinite depth 2",
              "go ponder movetime 0", "go infinite searchmoves e2e5"}) {
            uci.send(position);
            uci.send(go);
            std::this_thread::sleep_for(milliseconds{30});
            if (go.starts_with("go infinite")) uci.send("ponderhit");  // nobody ponders
            std::this_thread::sleep_for(milliseconds{10});
            EXPECT_EQ(uci.count("bestmove"), answers) << position << ' ' << go;
            uci.send("stop");
            EXPECT_TRUE(uci.wait_for("bestmove", ++answers)) << position << ' ' << go;
        }
}

TEST(UciGo, PonderhitPutsTheClockInForce) {
    UciConversation uci;
    uci.send("position startpos moves e2e4");
    uci.send("go ponder wtime 200 btime 200");
    std::this_thread::sleep_for(milliseconds{50});
    EXPECT_EQ(uci.count("bestmove"), 0);
    uci.send("ponderhit");
    EXPECT_TRUE(uci.wait_for("bestmove"));
    uci.send("ponderhit");
    uci.send("stop");
    EXPECT_TRUE(uci.is_ready());
    EXPECT_EQ(uci.count("bestmove"), 1);
}

TEST(UciGo, APonderhitAfterTheTimeIsSpentIsAnsweredAtOnce) {
    UciConversation uci;
    uci.is_ready();
    uci.send("position startpos moves e2e4");
    uci.send("go ponder wtime 100 btime 100");
    std::this_thread::sleep_for(milliseconds{200});
    const Stopwatch watch;
    uci.send("ponderhit");
    EXPECT_TRUE(uci.wait_for("bestmove"));
    EXPECT_LT(watch.seconds(), 0.1 * kSlowness);
}

TEST(UciGo, StopEndsAPonderMissWithOneMove) {
    UciConversation uci;
    uci.send("position startpos moves e2e4 e7e5");
    uci.send("go ponder wtime 1000 btime 1000");
    uci.send("stop");
    uci.send("ponderhit");
    uci.send("stop");
    EXPECT_TRUE(uci.wait_for("bestmove"));
    EXPECT_TRUE(uci.is_ready());
    EXPECT_EQ(uci.count("bestmove"), 1);
}

TEST(UciGo, StopRightAfterGoGivesOneMove) {
    constexpr int kTimes = CASTELLAN_IS_SANITIZED ? 100 : 1'000;
    UciConversation uci;
    uci.is_ready();
    double longest = 0;
    for (int i = 0; i < kTimes; ++i) {
        uci.forget_lines();
        uci.send("go infinite");
        const Stopwatch watch;
        uci.send("stop");
        ASSERT_TRUE(uci.wait_for("bestmove")) << i;
        longest = std::max(longest, watch.seconds());
        ASSERT_EQ(uci.count("bestmove"), 1) << i;
    }
    EXPECT_LT(longest, 0.5 * kSlowness);
}

TEST(UciGo, StopWithoutASearchIsIgnored) {
    UciConversation uci;
    for (int i = 0; i < 3; ++i) uci.send("stop");
    uci.send("ponderhit");
    EXPECT_TRUE(uci.lines().empty());
    EXPECT_EQ(uci.best_move("position startpos", "go depth 3").size(), 4U);
    uci.send("stop");
    EXPECT_TRUE(uci.is_ready());
    EXPECT_EQ(uci.count("bestmove"), 1);
}

TEST(UciGo, NewCommandsEndTheSearchThatRuns) {
    UciConversation uci;
    uci.send("go infinite");
    uci.send("go infinite");
    EXPECT_EQ(uci.count("bestmove"), 1);
    uci.send("position startpos moves d2d4");
    EXPECT_EQ(uci.count("bestmove"), 2);
    uci.send("go infinite");
    uci.send("ucinewgame");
    EXPECT_EQ(uci.count("bestmove"), 3);
}

TEST(UciGo, AFirstMoveIsQuickEvenWithALargeTableNotYetCleared) {
    UciConversation uci;
    uci.send("setoption name Hash value 1024");
    for (int game = 0; game < 3; ++game) {
        const Stopwatch watch;
        uci.send("ucinewgame");
        EXPECT_EQ(uci.best_move("position startpos", "go wtime 1000 btime 1000").size(), 4U);
        EXPECT_LT(watch.seconds(), 0.5 * kSlowness) << game;
    }
}

TEST(UciGo, TheTimeSaidIsTheTimeThatPassed) {
    UciConversation uci;
    std::vector<double> errors;
    for (int i = 0; i < 11; ++i) {
        uci.send("ucinewgame");
        const Stopwatch watch;
        uci.best_move("position startpos", "go nodes 20000");
        const double passed = watch.seconds() * 1000;
        const std::string line = uci.last("info depth");
        errors.push_back(std::abs(passed - std::stod(line.substr(line.find(" time ") + 6))));
    }
    std::ranges::sort(errors);
    EXPECT_LT(errors[errors.size() / 2], 15 * kSlowness);
}

TEST(UciGo, ARepetitionIsADrawAndIsAvoidedByTheStrongerSide) {
    UciConversation uci;
    constexpr std::string_view kThirdTime =
        "position fen 4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1 moves d2d3 e8f8 d3d2 f8e8 d2d3 e8f8 d3d2 "
        "f8e8";
    EXPECT_EQ(uci.best_move(kThirdTime, "go depth 8 searchmoves d2d3"), "d2d3");
    EXPECT_NE(uci.last("info depth 8").find(" score cp 0 "), std::string::npos);
    EXPECT_EQ(uci.best_move(kThirdTime, "go depth 8 searchmoves d2d3 d2d4"), "d2d4");
}

TEST(UciGo, AtNinetyNinePliesTheStrongerSideMovesAPawn) {
    UciConversation uci;
    const std::string move =
        uci.best_move("position fen 4k3/8/8/8/8/8/4P3/4K2Q w - - 99 80", "go depth 8");
    EXPECT_TRUE(move == "e2e3" || move == "e2e4") << move;
    uci.best_move("position fen 4k3/8/8/8/8/8/8/4K2Q w - - 98 80", "go depth 8");
    EXPECT_NE(uci.last("info depth 8").find(" score cp 0 "), std::string::npos);
}

TEST(UciGo, ALimitThatCannotBeReadLeavesTheOthersInForce) {
    const UciGo go = parse_go("depth abc movetime 50", Position{});
    EXPECT_FALSE(go.limits.depth);
    EXPECT_EQ(go.limits.move_time, Milliseconds{50});
    EXPECT_EQ(parse_go("depth abc", Position{}).limits.depth, 1);
}

}  // namespace
}  // namespace castellan
