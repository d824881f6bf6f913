// XBoard: thinking on the opponent's time.
#include <gtest/gtest.h>

#include "base/text.h"
#include "tests/support/xboard_conversation.h"

namespace castellan {
namespace {

TEST(XboardHint, IsTheExpectedAnswerOrNothing) {
    Xboard xboard;
    EXPECT_TRUE(xboard.ask("hint").empty());
    // One answer to the check.
    xboard.say({"force", "setboard 7k/8/6KP/8/8/8/8/R7 w - - 0 1", "sd 6"});
    xboard.play("a1b1");
    EXPECT_EQ(xboard.ask("hint"), Lines{"Hint: h8g8"});
    xboard.think_long();
    EXPECT_TRUE(xboard.ask("hint").empty());
    xboard.say({"force", setboard(kMateInOne), "post", "analyze"});
    ASSERT_TRUE(xboard.wait_for("4 "));
    xboard.send("hint");
    EXPECT_EQ(xboard.last("Hint: "), "Hint: a1a8");
}

TEST(XboardPonder, HardAndEasyAreAbsolute) {
    Xboard xboard;
    xboard.say({"hard", "hard", "easy", "force", "playother"});
    EXPECT_EQ(xboard.activity(), "black idle");
    xboard.say({"hard", "force", "playother"});
    EXPECT_EQ(xboard.activity(), "black pondering");
    EXPECT_TRUE(xboard.ask("easy").empty());
    EXPECT_EQ(xboard.activity(), "black idle");
    xboard.say({"hard", "new", "playother"});
    EXPECT_EQ(xboard.activity(), "black pondering");
}

class XboardPonderGame : public testing::Test {
  protected:
    /// After our Rb1 Black has the king's step to g8 and two moves of a pawn.
    void SetUp() override {
        xboard_.say({"accepted debug", "hard", "post", "force",
                     "setboard 7k/p7/6KP/8/8/8/8/R7 w - - 0 1", "sd 6", "st 1000"});
        ASSERT_EQ(xboard_.play("a1b1"), "a1b1");
        xboard_.wait_for_state("white pondering");
        xboard_.send("hint");
        ASSERT_EQ(xboard_.count("Hint: "), 1);
        expected_ = xboard_.last("Hint: ").substr(6);
    }
    Xboard xboard_;
    std::string expected_;
};

TEST_F(XboardPonderGame, AHitGoesOnWithTheSameSearch) {
    const std::string move = xboard_.move_after(expected_);
    EXPECT_FALSE(move.empty());
    EXPECT_EQ(xboard_.count("# ponder hit"), 1);
}

TEST_F(XboardPonderGame, RemarksNeedTheInterfacesConsent) {
    xboard_.send("rejected debug");
    EXPECT_FALSE(xboard_.move_after(expected_).empty());
    EXPECT_EQ(xboard_.count("# ponder"), 0);
}

TEST_F(XboardPonderGame, AMissStartsAnew) {
    const std::string other = expected_ == "h8g8" ? "a7a6" : "h8g8";
    EXPECT_FALSE(xboard_.move_after(other).empty());
    EXPECT_EQ(xboard_.count("# ponder miss"), 1);
    EXPECT_EQ(xboard_.count("move "), 2);
}

TEST_F(XboardPonderGame, TheLinesBeginWithTheExpectedMove) {
    ASSERT_TRUE(xboard_.wait_for("6 ", 2));
    int pondered = 0;
    for (const std::string& line : xboard_.lines()) {
        if (line.empty() || !is_digit(line.front())) continue;
        const std::string pv = line.substr(line.find('\t') + 1);
        EXPECT_TRUE(pv.starts_with(expected_) || pv.starts_with("a1b1")) << line;
        if (pv.starts_with(expected_)) ++pondered;
    }
    EXPECT_GE(pondered, 6);
}

TEST_F(XboardPonderGame, ATimeThatIsShorterThanThoughtCounts) {
    xboard_.say({"level 40 60 0", "time 10"});
    const auto start = std::chrono::steady_clock::now();
    EXPECT_FALSE(xboard_.move_after(expected_).empty());
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds{2});
}

TEST_F(XboardPonderGame, IllegalMovesAndQuestionsDoNotDisturbIt) {
    xboard_.send("a7a2");
    EXPECT_EQ(xboard_.count("Illegal move"), 1);
    xboard_.say({"time 100", "otim 100", "draw", "bk"});
    EXPECT_EQ(xboard_.activity(), "white pondering");
    xboard_.say({"cores 1", "memory 4", "option MultiPV=2"});
    EXPECT_EQ(xboard_.activity(), "white pondering");
}

}  // namespace
}  // namespace castellan
