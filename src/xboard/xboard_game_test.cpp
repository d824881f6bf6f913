// XBoard: the commands of a game, row by row.
#include <gtest/gtest.h>

#include "tests/support/xboard_conversation.h"

namespace castellan {
namespace {

TEST(XboardNew, StartsAGameWithUsAsBlack) {
    Xboard xboard;
    xboard.say({"force", "e2e4", "variant fischerandom", "new"});
    EXPECT_EQ(xboard.state(), "black idle, " + std::string{kStart});
    xboard.send("nps 100");
    xboard.say({"new", "sd 2", "hard"});
    EXPECT_FALSE(xboard.move_after("usermove d2d4").empty());
}

TEST(XboardNew, StaysInAnalysis) {
    Xboard xboard;
    xboard.say({"force", "e2e4", "analyze"});
    EXPECT_EQ(xboard.activity(), "analysing");
    xboard.send("new");
    EXPECT_EQ(xboard.state(), "analysing, " + std::string{kStart});
    xboard.send("exit");
    EXPECT_EQ(xboard.activity(), "force idle");
}

TEST(XboardNew, EndsThinkingWithoutAMove) {
    Xboard xboard;
    xboard.think_long();
    EXPECT_TRUE(xboard.ask("new").empty());
    EXPECT_EQ(xboard.activity(), "black idle");
    EXPECT_EQ(xboard.count("move"), 0);
}

TEST(XboardNew, ClearsDepthAndNodesButKeepsTheRest) {
    Xboard xboard;
    xboard.say({"post", "level 0 0:01 0", "sd 1", "nps 10", "new", "force", "go"});
    ASSERT_TRUE(xboard.wait_for("move"));
    EXPECT_EQ(xboard.count("2 "), 1);  // deeper than sd 1, and still thinking aloud
    // Pondering stays on over `new`, but not on the first move.
    xboard.say({"hard", "new"});
    EXPECT_EQ(xboard.activity(), "black idle");
    xboard.say({"sd 4", "usermove e2e4"});
    ASSERT_TRUE(xboard.wait_for("move", 2));
    xboard.wait_for_state("black pondering");
    EXPECT_EQ(xboard.activity(), "black pondering");
}

TEST(XboardForce, EndsThinkingWithoutAMove) {
    Xboard xboard;
    for (int i = 0; i < 20; ++i) {
        xboard.think_long();
        EXPECT_TRUE(xboard.ask("force").empty());
        EXPECT_EQ(xboard.activity(), "force idle");
    }
    EXPECT_EQ(xboard.count("move"), 0);
    EXPECT_TRUE(xboard.ask("e2e4").empty());
    EXPECT_TRUE(xboard.ask("e7e5").empty());
    EXPECT_EQ(xboard.activity(), "force idle");
}

TEST(XboardGo, PlaysTheSideToMove) {
    Xboard xboard;
    xboard.say({"force", "e2e4"});
    EXPECT_FALSE(xboard.move_after("go").empty());
    EXPECT_EQ(xboard.activity(), "black idle");
    xboard.send("force");
    EXPECT_FALSE(xboard.move_after("go").empty());
    EXPECT_EQ(xboard.activity(), "white idle");
}

TEST(XboardGo, SaysTheResultWhenTheGameIsOver) {
    constexpr std::pair<std::string_view, std::string_view> kEnds[] = {
        {kMated, "1-0 {White mates}"},
        {kStalemated, "1/2-1/2 {stalemate}"},
        {"4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "1/2-1/2 {dead position: neither side can give mate}"},
        {"4k3/8/8/8/8/8/8/4K1R1 w - - 150 100",
         "1/2-1/2 {75 moves without a capture or pawn move}"},
    };
    Xboard xboard;
    for (const auto& [fen, result] : kEnds) {
        xboard.say({"new", "force", setboard(fen)});
        EXPECT_EQ(xboard.ask("go"), Lines{std::string{result}});
    }
    EXPECT_EQ(xboard.count("move"), 0);
}

TEST(XboardGo, DeadPositionsWithPawnsAreNotClaimed) {
    Xboard xboard;
    xboard.say({"force", "setboard 4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", "sd 2"});
    EXPECT_FALSE(xboard.move_after("go").empty());
    EXPECT_EQ(xboard.count("1/2"), 0);
}

TEST(XboardPlayother, TakesTheSideNotToMoveAndPonders) {
    Xboard xboard;
    xboard.say({"force", "playother"});
    EXPECT_EQ(xboard.activity(), "black idle");
    EXPECT_FALSE(xboard.move_after("e2e4").empty());
    xboard.say({"force", "hard", "playother"});
    EXPECT_EQ(xboard.activity(), "black pondering");
    xboard.say({"post", "nopost"});
    EXPECT_FALSE(xboard.move_after("d2d4").empty());
}

TEST(XboardColors, WhiteAndBlackPassTheMove) {
    Xboard xboard;
    xboard.say({"force", "e2e4", "white", "time 1000", "otim 1000", "black"});
    EXPECT_EQ(xboard.state(),
              "force idle, rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    EXPECT_FALSE(xboard.move_after("go").empty());
    EXPECT_EQ(xboard.activity(), "black idle");
    // It would leave a king to be taken.
    xboard.say({"force", "setboard 4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"});
    EXPECT_EQ(xboard.ask("white").front().substr(0, 7), "Error (");
    EXPECT_EQ(xboard.fen(), "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1");
}

TEST(XboardMove, IsReadInEveryNotation) {
    constexpr std::pair<std::string_view, std::string_view> kMoves[] = {
        {"e2e4", kStart},
        {"usermove e2e4", kStart},
        {"Nf3", kStart},
        {"usermove Nf3", kStart},
        {"usermove e4", kStart},
        {"e7e8q", "8/k3P3/8/8/8/8/8/K7 w - - 0 1"},
        {"usermove e7e8Q", "8/k3P3/8/8/8/8/8/K7 w - - 0 1"},
        {"e7e8n", "8/k3P3/8/8/8/8/8/K7 w - - 0 1"},
        {"usermove O-O", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
        {"O-O-O", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"},
        {"e1g1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
    };
    Xboard xboard;
    for (const auto& [line, fen] : kMoves) {
        xboard.say({"force", setboard(fen)});
        EXPECT_TRUE(xboard.ask(line).empty()) << line;
        EXPECT_NE(xboard.fen().find(" b "), std::string::npos) << line;
    }
}

TEST(XboardMove, IsRefusedWithTheReason) {
    Xboard xboard;
    for (const std::string_view line : {"e2e5", "usermove e2e5", "usermove @@@@", "usermove O-O",
                                        "usermove nonsense", "usermove", "e7e5", "Nf6", "@@@@"}) {
        const Lines answer = xboard.ask(line);
        ASSERT_EQ(answer.size(), 1U) << line;
        EXPECT_TRUE(answer[0].starts_with("Illegal move (")) << answer[0];
    }
    EXPECT_EQ(xboard.fen(), kStart);
    xboard.think_long();
    EXPECT_EQ(xboard.ask("e2e4"), Lines{"Illegal move (it is not your turn): e2e4"});
    EXPECT_EQ(xboard.activity(), "white thinking");
}

TEST(XboardResult, EndsEverythingButTheAnswersToPings) {
    for (const std::string_view result :
         {"result 1-0 {White mates}", "result *", "result 1/2-1/2 no braces", "result"}) {
        Xboard xboard;
        xboard.think_long();
        xboard.send("ping 1");
        EXPECT_EQ(xboard.ask(result), Lines{"pong 1"}) << result;
        EXPECT_TRUE(xboard.ask(result).empty());
        EXPECT_EQ(xboard.activity(), "force idle");
        xboard.say({"hard", "new", "force", "playother", result});
        EXPECT_EQ(xboard.activity(), "force idle");
        EXPECT_EQ(xboard.count("move"), 0);
    }
}

TEST(XboardUndo, GoesBackOnePlyWithEverything) {
    Xboard xboard;
    EXPECT_EQ(xboard.ask("undo"), Lines{"Error (command not legal now): undo"});
    xboard.say({"force", "setboard r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 20", "e1e2", "undo"});
    EXPECT_EQ(xboard.fen(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 20");
    xboard.think_long();
    EXPECT_EQ(xboard.ask("undo"), Lines{"Error (command not legal now): undo"});
    EXPECT_EQ(xboard.activity(), "white thinking");
    xboard.say({"new", "st 1000", "e2e4"});
    EXPECT_EQ(xboard.activity(), "black thinking");
    EXPECT_TRUE(xboard.ask("undo").empty());
    EXPECT_EQ(xboard.state(), "force idle, " + std::string{kStart});
    xboard.say({"e2e4", "analyze", "undo"});
    EXPECT_EQ(xboard.state(), "analysing, " + std::string{kStart});
}

TEST(XboardUndo, ForgetsRepetitions) {
    Xboard xboard;
    xboard.send("force");
    for (int i = 0; i < 3; ++i) xboard.say({"g1f3", "g8f6", "f3g1", "f6g8"});
    for (int i = 0; i < 8; ++i) xboard.send("undo");
    xboard.send("sd 2");
    xboard.play("g1f3");
    EXPECT_EQ(xboard.count("offer draw"), 0);
    xboard.say({"force", "g8f6", "f3g1", "f6g8"});
    xboard.play("g1f3");
    EXPECT_EQ(xboard.count("offer draw"), 1);
}

TEST(XboardRemove, GoesBackTwoPliesAndPlaysOn) {
    Xboard xboard;
    EXPECT_EQ(xboard.ask("remove"), Lines{"Error (command not legal now): remove"});
    ASSERT_FALSE(xboard.move_after("e2e4").empty());
    EXPECT_TRUE(xboard.ask("remove").empty());
    EXPECT_EQ(xboard.state(), "black idle, " + std::string{kStart});
    xboard.send("hard");
    ASSERT_FALSE(xboard.move_after("d2d4").empty());
    xboard.wait_for_state("black pondering");
    xboard.send("remove");
    EXPECT_EQ(xboard.state(), "black idle, " + std::string{kStart});
    xboard.say({"force", "e2e4", "e7e5", "remove"});
    EXPECT_EQ(xboard.state(), "force idle, " + std::string{kStart});
}

}  // namespace
}  // namespace castellan
