#include "protocol/uci_server.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <thread>

#include "base/random.h"

namespace castellan {
namespace {

/// A conversation with a server: what was said so far can be waited for.
class Conversation {
  public:
    Conversation()
        : server_{[this](std::string_view line) {
              const std::lock_guard lock{mutex_};
              lines_.emplace_back(line);
              changed_.notify_all();
          }} {}

    bool send(std::string_view line) { return server_.handle_line(line); }

    /// Waits until this many lines start so; false after ten seconds.
    bool wait_for(std::string_view start, int count = 1) {
        std::unique_lock lock{mutex_};
        return changed_.wait_for(lock, std::chrono::seconds{10},
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
    int count_starting(std::string_view start) const {
        return static_cast<int>(std::ranges::count_if(
            lines_, [&](const std::string& line) { return line.starts_with(start); }));
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::string> lines_;
    UciServer server_;  // last: its thread must end before the rest goes
};

TEST(Uci, IdentifiesItselfAndEndsWithUciok) {
    Conversation uci;
    uci.send("uci");
    EXPECT_EQ(uci.count("id name Castellan"), 1);
    EXPECT_EQ(uci.count("option name Hash type spin default 16 min 1"), 1);
    EXPECT_EQ(uci.count("uciok"), 1);
    uci.send("isready");
    EXPECT_EQ(uci.count("readyok"), 1);
}

TEST(Uci, WordsBeforeACommandAreSkippedAndGarbageIsReported) {
    Conversation uci;
    uci.send("  joho\tdebug on");
    EXPECT_EQ(uci.count("info string error"), 0);
    uci.send("complete nonsense");
    EXPECT_EQ(uci.count("info string error: unknown command complete"), 1);
    uci.send("");
    uci.send(" \r");
    uci.send("isready\r");
    EXPECT_EQ(uci.count("readyok"), 1);
}

TEST(Uci, ABadPositionGivesNoMoveUntilAGoodOneComes) {
    Conversation uci;
    for (const std::string_view bad :
         {"position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position fen garbage", "position fen k w",
          "position fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "position startpos moves e2e4 e2e4",
          "position startpos moves e9e4", "position", "position moves e2e4"}) {
        EXPECT_EQ(uci.best_move(bad, "go depth 3"), "0000") << bad;
        EXPECT_EQ(uci.best_move("position startpos", "go depth 3").size(), 4U) << bad;
    }
}

TEST(Uci, ARootWithoutMovesHasAScoreAndNoMove) {
    Conversation uci;
    EXPECT_EQ(uci.best_move("position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "go depth 5"),
              "0000");
    EXPECT_EQ(uci.last("info"), "info depth 0 score mate 0");
    EXPECT_EQ(uci.best_move("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 5"), "0000");
    EXPECT_EQ(uci.last("info"), "info depth 0 score cp 0");
}

TEST(Uci, EveryLimitEndsTheSearch) {
    Conversation uci;
    for (const std::string_view go :
         {"go movetime 0", "go depth 0", "go nodes 0", "go nodes 1", "go wtime 0 btime 0",
          "go wtime -100 btime -100", "go wtime 50 btime 50", "go wtime 100 btime 100 movestogo 0",
          "go wtime 100 btime 100 movestogo -5", "go wtime 100 btime 100 movestogo 1",
          "go mate 1 depth 5", "go nodes 99999999999999999999 movetime 20",
          "go depth x movetime 20", "go searchmoves a2a3 depth 4",
          "go depth 4 searchmoves a2a3 zz e7e5"})
        EXPECT_EQ(uci.best_move("position startpos moves", go).size(), 4U) << go;
}

TEST(Uci, SearchmovesRestrictsTheRoot) {
    Conversation uci;
    EXPECT_EQ(uci.best_move("position startpos", "go searchmoves a2a3 depth 6"), "a2a3");
    EXPECT_EQ(uci.best_move("position startpos", "go searchmoves e2e5 depth 6"), "0000");
}

TEST(Uci, AnalysisWaitsForStopWhateverItFinds) {
    Conversation uci;
    int answers = 0;
    for (const std::string_view position : {"position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1",
                                            "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
                                            "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1"})
        for (const std::string_view go :
             {"go infinite", "go", "go ponder wtime 1 btime 1", "go infinite depth 2"}) {
            uci.send(position);
            uci.send(go);
            std::this_thread::sleep_for(std::chrono::milliseconds{30});
            EXPECT_EQ(uci.count("bestmove"), answers) << position << ' ' << go;
            uci.send("stop");
            EXPECT_TRUE(uci.wait_for("bestmove", ++answers)) << position << ' ' << go;
        }
}

TEST(Uci, PonderhitPutsTheClockInForce) {
    Conversation uci;
    uci.send("position startpos moves e2e4");
    uci.send("go ponder wtime 200 btime 200");
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
    EXPECT_EQ(uci.count("bestmove"), 0);
    uci.send("ponderhit");
    EXPECT_TRUE(uci.wait_for("bestmove"));
    uci.send("ponderhit");
    uci.send("stop");
    EXPECT_EQ(uci.count("bestmove"), 1);
}

TEST(Uci, StopRightAfterGoGivesOneMove) {
    Conversation uci;
    for (int i = 1; i <= 300; ++i) {
        uci.send("go infinite");
        uci.send("stop");
        ASSERT_TRUE(uci.wait_for("bestmove", i)) << i;
    }
    EXPECT_EQ(uci.count("bestmove"), 300);
    EXPECT_GE(uci.count("info depth 1 "), 300);  // a score before every move
}

TEST(Uci, NewCommandsEndTheSearchThatRuns) {
    Conversation uci;
    uci.send("go infinite");
    uci.send("go infinite");
    EXPECT_TRUE(uci.wait_for("bestmove", 1));
    uci.send("position startpos moves d2d4");
    EXPECT_EQ(uci.count("bestmove"), 2);
    uci.send("go infinite");
    uci.send("ucinewgame");
    EXPECT_EQ(uci.count("bestmove"), 3);
}

TEST(Uci, OptionsAreCheckedAndWaitForTheSearch) {
    Conversation uci;
    for (const std::string_view bad :
         {"setoption name Hash value x", "setoption name Hash value 0", "setoption name Hash",
          "setoption name Threads value 1000000", "setoption name Nonsense value 3", "setoption",
          "setoption name UCI_Chess960 value maybe"}) {
        const int before = uci.count("info string error");
        uci.send(bad);
        EXPECT_EQ(uci.count("info string error"), before + 1) << bad;
    }
    uci.send("setoption name hAsH value 4");
    uci.send("setoption name Clear Hash");
    uci.send("go infinite");
    uci.send("setoption name Threads value 2");
    uci.send("setoption name Hash value zzz");
    EXPECT_EQ(uci.count("info string error: Hash"), 3);
    uci.send("isready");
    EXPECT_EQ(uci.count("readyok"), 1);
    uci.send("stop");
    EXPECT_TRUE(uci.wait_for("bestmove"));
    EXPECT_EQ(uci.best_move("position startpos", "go depth 5").size(), 4U);
    EXPECT_EQ(uci.count("info string error: Hash"), 4);
}

TEST(Uci, Chess960CastlingIsWrittenAsKingTakesRook) {
    Conversation uci;
    uci.send("setoption name UCI_Chess960 value true");
    EXPECT_EQ(uci.best_move("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1h1",
                            "go searchmoves e8a8 depth 3"),
              "e8a8");
    uci.send("setoption name UCI_Chess960 value false");
    EXPECT_EQ(uci.best_move("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1",
                            "go searchmoves e8c8 depth 3"),
              "e8c8");
}

TEST(Uci, MultiPvShowsAsManyLinesAsThereAreMoves) {
    Conversation uci;
    uci.send("setoption name MultiPV value 500");
    uci.best_move("position startpos", "go depth 3");
    EXPECT_EQ(uci.count("info depth 3 seldepth"), 20);
    uci.best_move("position fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
                  "go depth 1");
    EXPECT_NE(uci.last("info depth 1 ").find("multipv 218 "), std::string::npos);
}

TEST(Uci, RandomCommandsNeverLoseABestmove) {
    constexpr std::string_view kCommands[] = {"go infinite",
                                              "go depth 3",
                                              "go nodes 500",
                                              "go movetime 2",
                                              "go ponder wtime 100 btime 100",
                                              "stop",
                                              "ponderhit",
                                              "isready",
                                              "setoption name Hash value 2",
                                              "setoption name MultiPV value 2",
                                              "position startpos moves e2e4",
                                              "position startpos",
                                              "ucinewgame",
                                              "uci",
                                              "nonsense"};
    Conversation uci;
    Random random{9};
    int searches = 0;
    for (int i = 0; i < 2'000; ++i) {
        const std::string_view command = kCommands[random.below(std::size(kCommands))];
        if (command.starts_with("go")) ++searches;
        uci.send(command);
    }
    uci.send("stop");
    EXPECT_TRUE(uci.wait_for("bestmove", searches));
    uci.send("isready");
    EXPECT_EQ(uci.count("bestmove"), searches);
}

TEST(Uci, QuitEndsTheConversationEvenInASearch) {
    Conversation uci;
    uci.send("go infinite");
    EXPECT_FALSE(uci.send("quit"));
}

}  // namespace
}  // namespace castellan
