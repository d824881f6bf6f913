#include "uci/uci_server.h"

#include "tests/support/uci_conversation.h"

namespace castellan {
namespace {

TEST(Uci, IdentifiesItselfAndEndsWithUciok) {
    UciConversation uci;
    uci.send("uci");
    const auto lines = uci.lines();
    EXPECT_TRUE(lines.front().starts_with("id name Castellan 0.")) << lines.front();
    EXPECT_EQ(lines.back(), "uciok");
    EXPECT_EQ(uci.count("option name Hash type spin default 16 min 1"), 1);
    EXPECT_TRUE(uci.is_ready());
}

TEST(Uci, MayBeAskedForItsOptionsAnyTime) {
    UciConversation uci;
    uci.send("setoption name Hash value nonsense");
    uci.send("go infinite");
    uci.forget_lines();
    for (int i = 1; i <= 20; ++i) uci.send("uci");
    EXPECT_EQ(uci.count("uciok"), 20);
    // Whatever the search says, nothing comes between the options.
    bool is_listing = false;
    for (const std::string& line : uci.lines()) {
        if (line.starts_with("id name")) is_listing = true;
        const bool is_list =
            line.starts_with("id ") || line.starts_with("option ") || line == "uciok";
        EXPECT_TRUE(is_list || !is_listing) << line;
        if (line == "uciok") is_listing = false;
    }
    uci.send("stop");
    EXPECT_TRUE(uci.wait_for("bestmove"));
}

TEST(Uci, WordsBeforeACommandAreSkippedAndGarbageIsReported) {
    UciConversation uci;
    for (const std::string_view line :
         {"  joho\tdebug on", "debug off", "debug", "register later", "\t \tdebug   on\r", "",
          " \r", "register name Stefan MK code 4359874324"})
        uci.send(line);
    EXPECT_TRUE(uci.lines().empty());
    uci.send("complete nonsense");
    EXPECT_EQ(uci.count("info string error: unknown command complete"), 1);
    uci.send(std::string(100'000, 'x'));
    EXPECT_LT(uci.last("info string error: unknown command xxx").size(), 100U);
    uci.send("isready\r");
    EXPECT_TRUE(uci.wait_for("readyok"));
}

TEST(Uci, APositionThatNoGameReachesIsSearchedWithARemark) {
    UciConversation uci;
    for (int i = 0; i < 2; ++i) uci.send("position fen NNNNNNNN/NNN5/8/8/8/7k/8/K7 b - - 0 1");
    EXPECT_EQ(uci.count("info string no game leads to this position: "), 1);
    uci.send("go depth 2");
    EXPECT_TRUE(uci.wait_for("bestmove h3"));
    uci.send("position fen 8/8/8/8/8/7k/8/K7 b - - 40 1");
    uci.send("position startpos");
    EXPECT_EQ(uci.count("info string no game"), 1);
}

TEST(Uci, IsReadyIsAnsweredWhileSearching) {
    UciConversation uci;
    uci.send("go infinite");
    for (int i = 1; i <= 100; ++i) {
        const Stopwatch watch;
        uci.send("isready");
        EXPECT_EQ(uci.count("readyok"), i);
        EXPECT_LT(watch.seconds(), 0.05 * kSlowness);
    }
    EXPECT_EQ(uci.count("bestmove"), 0);
}

TEST(Uci, EveryIsReadyIsAnsweredOnceWhateverFollows) {
    UciConversation uci;
    int asked = 0;
    for (const std::string_view next :
         {"isready", "go depth 1", "position startpos", "ucinewgame", "stop", "ponderhit", "uci",
          "setoption name Hash value 64", "setoption name Clear Hash", "perft 1", "d"}) {
        uci.send("setoption name Hash value 128");  // so that there is something to prepare
        uci.send("isready");
        uci.send(next);
        asked += next == "isready" ? 2 : 1;
        EXPECT_TRUE(uci.wait_for("readyok", asked)) << next;
    }
    EXPECT_TRUE(uci.is_ready());
    EXPECT_EQ(uci.count("readyok"), asked + 1);
}

// What other engines made of these lines stands in no specification: they crashed, hung or played
// on.
TEST(Uci, ABadPositionGivesNoMoveUntilAGoodOneComes) {
    UciConversation uci;
    for (const std::string_view bad :
         {"position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position fen garbage", "position fen k w",
          "position fen", "position fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
          "position fen 4k3/8/8/8/8/8/8/4K3", "position startpos moves e2e4 e2e4",
          "position startpos moves e9e4", "position startpos moves e2e4 e7e5 e1g1", "position",
          "position moves e2e4", "position startpos moves 0000",
          "position fen rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}) {
        const int errors = uci.count("info string error");
        EXPECT_EQ(uci.best_move(bad, "go depth 3"), "0000") << bad;
        EXPECT_EQ(uci.count("info string error"), errors + 2) << bad;
        EXPECT_EQ(uci.best_move("position startpos", "go depth 3").size(), 4U) << bad;
    }
}

TEST(Uci, RightsThatCannotBeAreDroppedFromAPosition) {
    UciConversation uci;
    EXPECT_NE(uci.best_move("position fen 4k3/8/8/8/8/8/4P3/4K3 w KQkq - 0 1", "go depth 4"),
              "0000");
    EXPECT_EQ(uci.count("info string error"), 0);
}

TEST(Uci, PositionsAreReadInAllTheirForms) {
    UciConversation uci;
    struct Case {
        std::string_view position;
        std::string_view expected;  // the FEN that `d` shows
    };
    constexpr Case kCases[] = {
        {"position startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
        {"position startpos moves", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
        {"position \t startpos   moves  e2e4\te7e5\r",
         "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"},
        {"position fen 4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},
        {"position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 7", "4k3/8/8/8/8/8/4P3/4K3 w - - 7 1"},
        {"position fen 4k3/8/8/8/8/8/4P3/4K3 b - - 7 30 moves e8e7",
         "8/4k3/8/8/8/8/4P3/4K3 w - - 8 31"},
        {"position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8Q",
         "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1"},
        {"position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1",
         "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"},
        {"position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1h1",
         "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"},
    };
    for (const auto& [position, expected] : kCases) {
        uci.send(position);
        uci.send("d");
        EXPECT_EQ(uci.last("Fen: "), "Fen: " + std::string{expected}) << position;
    }
    EXPECT_EQ(uci.count("info string error"), 0);
}

TEST(Uci, AGameOfSixThousandPliesIsReplayed) {
    std::string line = "position startpos moves";
    constexpr std::string_view kTour[] = {" g1f3", " g8f6", " f3g1", " f6g8"};
    for (int ply = 0; ply < 6'000; ++ply) line += kTour[ply % 4];
    UciConversation uci;
    const Stopwatch watch;
    EXPECT_EQ(uci.best_move(line, "go depth 4").size(), 4U);
    EXPECT_LT(watch.seconds(), 1.0 * kSlowness);
    EXPECT_EQ(uci.best_move(line + " g1f4", "go depth 4"), "0000");
}

TEST(Uci, Chess960CastlingIsWrittenAsKingTakesRook) {
    UciConversation uci;
    uci.send("setoption name UCI_Chess960 value true");
    for (const std::string_view castling : {"e1h1", "e1g1"})
        EXPECT_EQ(uci.best_move("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves " +
                                    std::string{castling},
                                "go searchmoves e8a8 depth 3"),
                  "e8a8");
    uci.send("setoption name UCI_Chess960 value false");
    EXPECT_EQ(uci.best_move("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1",
                            "go searchmoves e8c8 depth 3"),
              "e8c8");
}

TEST(Uci, QuitEndsTheConversationWhateverRuns) {
    for (const std::string_view busy : {"go infinite", "perft 30", "bench 40", "d", "isready"}) {
        const Stopwatch watch;
        {
            UciConversation uci;
            uci.send("setoption name Threads value 8");
            uci.send("setoption name Hash value 512");
            uci.send(busy);
            EXPECT_FALSE(uci.send("quit"));
        }
        EXPECT_LT(watch.seconds(), 0.5 * kSlowness) << busy;
    }
}

}  // namespace
}  // namespace castellan
