// XBoard: positions that do not come from play.
#include <gtest/gtest.h>

#include "tests/support/xboard_conversation.h"

namespace castellan {
namespace {

TEST(XboardVariant, SwitchesAndRefusesWhatItDoesNotKnow) {
    Xboard xboard;
    EXPECT_EQ(xboard.ask("variant crazyhouse"),
              Lines{"Error (unknown variant): variant crazyhouse"});
    EXPECT_TRUE(xboard.ask("variant normal").empty());
    EXPECT_TRUE(xboard.ask("variant fischerandom").empty());
    xboard.say({"force", setboard("4k3/8/8/8/8/8/8/4K2R w H - 0 1")});
    EXPECT_EQ(xboard.play("O-O"), "O-O");
    xboard.say({"new", "sd 2", "force", setboard("4k3/8/8/8/8/8/8/4K2R w K - 0 1")});
    EXPECT_EQ(xboard.play("O-O"), "e1g1");
}

TEST(XboardSetboard, RefusesNonsenseAndThenEveryMove) {
    Xboard xboard;
    xboard.send("force");
    for (const std::string_view bad :
         {"setboard", "setboard garbage", "setboard 8/8/8/8/8/8/8/8 w - - 0 1",
          "setboard 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "setboard k w"}) {
        const Lines answer = xboard.ask(bad);
        ASSERT_EQ(answer.size(), 1U) << bad;
        EXPECT_TRUE(answer[0].starts_with("tellusererror Illegal position")) << answer[0];
        EXPECT_TRUE(xboard.ask("e2e4").front().starts_with("Illegal move ("));
        for (const std::string_view line :
             {"go", "playother", "undo", "remove", "white", "exclude e2e4"})
            EXPECT_EQ(xboard.ask(line), Lines{"Error (illegal position): " + std::string{line}});
        EXPECT_TRUE(xboard.ask("hint").empty());
        EXPECT_TRUE(xboard.ask("analyze").empty());
        EXPECT_TRUE(xboard.ask("exit").empty());
        EXPECT_TRUE(xboard.ask(setboard(kMateInOne)).empty());
        EXPECT_EQ(xboard.fen(), kMateInOne);
    }
    xboard.say({"setboard x", "new", "sd 2"});
    EXPECT_FALSE(xboard.move_after("e2e4").empty());
}

TEST(XboardSetboard, ReadsBothFormsOfChess960Castling) {
    Xboard xboard;
    xboard.say({"variant fischerandom", "force"});
    for (const std::string_view fen :
         {"4k3/8/8/8/8/8/8/1K1R4 w D - 0 1", "4k3/8/8/8/8/8/8/1K1R4 w K - 0 1"}) {
        EXPECT_TRUE(xboard.ask(setboard(fen)).empty());
        EXPECT_EQ(xboard.fen(), "4k3/8/8/8/8/8/8/1K1R4 w K - 0 1");
        EXPECT_TRUE(xboard.ask("O-O").empty());
        EXPECT_EQ(xboard.fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    }
}

TEST(XboardSetboard, EndsThinkingAndPlaying) {
    Xboard xboard;
    xboard.think_long();
    EXPECT_TRUE(xboard.ask(setboard(kMateInOne)).empty());
    EXPECT_EQ(xboard.state(), "force idle, " + std::string{kMateInOne});
    xboard.say({"analyze", setboard(kMated)});
    EXPECT_EQ(xboard.state(), "analysing, " + std::string{kMated});
}

TEST(XboardEdit, SetsUpAPositionManByMan) {
    Xboard xboard;
    xboard.say({"new", "force", "a2a3", "edit", "#", "Ke1", "Rh1", "Ra1", "Pa4", "c", "Ke8", "ra8",
                "xa4", "c", "Pb2", "."});
    EXPECT_EQ(xboard.state(), "force idle, r3k3/8/8/8/8/8/1P6/R3K2R b KQq - 0 1");
    EXPECT_EQ(xboard.count("Error"), 0);
}

TEST(XboardEdit, KnowsCastleAndEp) {
    Xboard xboard;
    xboard.say({"force", "edit", "#", "Ke1", "Rh1", "Ra1", "Pe5", "c", "Ke8", "Pd5", "castle K",
                "ep d6", "."});
    EXPECT_EQ(xboard.fen(), "4k3/8/8/3pP3/8/8/8/R3K2R w K d6 0 1");
}

TEST(XboardEdit, RefusesBadLinesAndBadPositions) {
    Xboard xboard;
    xboard.say({"force", "edit"});
    for (const std::string_view bad : {"new", "Zz9", "Pa9", "Pa", "castle", "castle x", "ep e9"})
        EXPECT_EQ(xboard.ask(bad), Lines{"Error (bad edit command): " + std::string{bad}});
    xboard.say({"#", "Ke1"});
    EXPECT_TRUE(xboard.ask(".").front().starts_with("tellusererror Illegal position"));
    EXPECT_EQ(xboard.ask("go"), Lines{"Error (illegal position): go"});
    xboard.say({"edit", "Ke1", "c", "Ke8", "."});
    EXPECT_EQ(xboard.fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

TEST(XboardEdit, StaysInAnalysis) {
    Xboard xboard;
    xboard.say({"force", "analyze", "edit", "#", "Ke1", "Qd1", "c", "Ke8", "."});
    EXPECT_EQ(xboard.state(), "analysing, 4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
}

}  // namespace
}  // namespace castellan
