// XBoard: time, analysis, and the moves that are left out.
#include <gtest/gtest.h>

#include "base/text.h"
#include "tests/support/xboard_conversation.h"

namespace castellan {
namespace {

TEST(XboardTime, BadTimesAreErrorsAndGoodOnesSilent) {
    Xboard xboard;
    for (const std::string_view good :
         {"level 40 5 0", "level 0 0:30 0.1", "level 0 0 0", "level 60 2:00 12 junk", "st 1.5",
          "st 0", "sd 5", "nps 10000", "nps 0", "time 0", "time -500", "otim 300", "time 6000"})
        EXPECT_TRUE(xboard.ask(good).empty()) << good;
    for (const std::string_view bad :
         {"level", "level 40", "level x y z", "level 40 5", "level -1 5 0", "level 40 5:x 0", "st",
          "st x", "st -1", "sd 0", "sd x", "sd", "nps -1", "nps", "time", "time x"})
        EXPECT_EQ(xboard.ask(bad).size(), 1U) << bad;
}

TEST(XboardTime, EveryWayToSayItEndsInAMove) {
    Xboard xboard;
    for (const std::vector<std::string_view>& lines :
         std::vector<std::vector<std::string_view>>{{"st 0"},
                                                    {"st 0.02"},
                                                    {"level 40 0 0"},
                                                    {"level 0 0 0.02"},
                                                    {"level 40 5 0", "time 0"},
                                                    {"level 40 5 0", "time -100"},
                                                    {"level 1 0:01 0", "time 5"},
                                                    {"level 40 5 0", "sd 2"},
                                                    {"st 1", "nps 500"},
                                                    {"level 40 5 0", "nps 100"}}) {
        xboard.say({"new", "force"});
        xboard.say(lines);
        const auto start = std::chrono::steady_clock::now();
        EXPECT_FALSE(xboard.move_after("go").empty()) << lines.back();
        EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds{2})
            << lines.back();
    }
}

TEST(XboardTime, NpsTurnsTimeIntoNodes) {
    Xboard xboard;
    xboard.say({"new", "force", "post", "st 8", "nps 10000", "go"});
    ASSERT_TRUE(xboard.wait_for("move"));
    std::uint64_t most = 0;
    for (const std::string& line : xboard.lines()) {
        std::string_view rest = line;
        if (rest.empty() || !is_digit(rest.front())) continue;
        for (int i = 0; i < 3; ++i) take_word(rest);
        most = std::max(most, parse_number<std::uint64_t>(take_word(rest)).value_or(0));
    }
    EXPECT_GT(most, 10'000U);
    EXPECT_LE(most, 80'000U);
}

TEST(XboardMoveNow, AnswersAtOnceWithTheBestSoFar) {
    Xboard xboard;
    for (int i = 1; i <= 50; ++i) {
        xboard.think_long();
        const auto start = std::chrono::steady_clock::now();
        EXPECT_FALSE(xboard.move_after("?").empty());
        const auto taken = std::chrono::steady_clock::now() - start;
        EXPECT_LT(taken, std::chrono::milliseconds{CASTELLAN_IS_SANITIZED ? 1'000 : 300}) << i;
    }
    EXPECT_EQ(xboard.count("move"), 50);
}

TEST(XboardMoveNow, IsIgnoredOutsideThinking) {
    Xboard xboard;
    xboard.say({"?", "force", "?", "analyze", "?"});
    EXPECT_EQ(xboard.activity(), "analysing");
    xboard.say({"exit", "hard", "playother", "?"});
    EXPECT_EQ(xboard.activity(), "black pondering");
    EXPECT_EQ(xboard.count("move"), 0);
}

TEST(XboardAnalyze, WaitsWhateverItFinds) {
    Xboard xboard;
    for (const std::string_view fen :
         {kMated, kStalemated, kMateInOne, std::string_view{"4k3/8/8/8/8/8/8/4K3 w - - 0 1"}}) {
        xboard.say({"force", setboard(fen), "analyze"});
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
        EXPECT_EQ(xboard.state(), "analysing, " + std::string{fen});
        xboard.send("exit");
    }
    EXPECT_EQ(xboard.count("move"), 0);
    EXPECT_EQ(xboard.count("1-0"), 0);
    EXPECT_EQ(xboard.count("1/2"), 0);
}

TEST(XboardAnalyze, FollowsTheBoard) {
    Xboard xboard;
    xboard.say({"force", "analyze", "e2e4", "usermove e7e5"});
    EXPECT_EQ(xboard.state(),
              "analysing, rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    xboard.say({"undo", "undo"});
    EXPECT_EQ(xboard.state(), "analysing, " + std::string{kStart});
    xboard.say({"bk", "hint", "exclude e2e4", "analyze"});
    EXPECT_EQ(xboard.activity(), "analysing");
    EXPECT_EQ(xboard.ask("e2e5").size(), 1U);
    EXPECT_EQ(xboard.ask("go"), Lines{"Error (command not legal now): go"});
    EXPECT_EQ(xboard.ask("playother"), Lines{"Error (command not legal now): playother"});
    xboard.say({setboard(kMateInOne), "exit"});
    EXPECT_EQ(xboard.state(), "force idle, " + std::string{kMateInOne});
    EXPECT_EQ(xboard.ask("exit"), Lines{"Error (command not legal now): exit"});
    EXPECT_EQ(xboard.count("move"), 0);
}

TEST(XboardAnalyze, TellsItsProgress) {
    Xboard xboard;
    EXPECT_EQ(xboard.ask("."), Lines{"Error (command not legal now): ."});
    xboard.say({"force", "post", "analyze"});
    ASSERT_TRUE(xboard.wait_for("5 "));
    xboard.send("nopost");
    const std::string line = xboard.ask(".").back();
    ASSERT_TRUE(line.starts_with("stat01: ")) << line;
    std::string_view rest = std::string_view{line}.substr(8);
    Lines words;
    while (!rest.empty()) words.emplace_back(take_word(rest));
    ASSERT_EQ(words.size(), 5U) << line;
    EXPECT_GE(parse_number<int>(words[2]).value_or(0), 5);
    EXPECT_EQ(words[4], "20");
}

TEST(XboardExclude, RestrictsTheMoves) {
    Xboard xboard;
    xboard.send("force");
    EXPECT_EQ(xboard.play("a2a3"), "a2a3");
    // Another position, and everything is allowed again.
    xboard.say({"new", "force", "sd 2", "exclude all", "a2a3", "undo"});
    EXPECT_FALSE(xboard.move_after("go").empty());
    for (const std::string_view line : {"exclude e2e5", "include zz", "exclude"})
        EXPECT_EQ(xboard.ask(line).front().substr(0, 7), "Error (") << line;
}

TEST(XboardExclude, WorksInAnalysisAndDefersWhenNothingIsLeft) {
    Xboard xboard;
    xboard.say({"force", setboard(kMateInOne), "exclude all", "include a1a7", "post", "analyze"});
    ASSERT_TRUE(xboard.wait_for("3 "));
    EXPECT_NE(xboard.last("3 ").find("\ta1a7"), std::string::npos);
    xboard.send("exclude a1a7");
    EXPECT_EQ(xboard.activity(), "idle");  // still analysing, but with nothing to look at
    xboard.send("include a1a6");
    EXPECT_EQ(xboard.activity(), "analysing");
    xboard.send("include all");
    EXPECT_EQ(xboard.activity(), "analysing");
}

TEST(XboardExclude, ChangesTheMoveWhileThinking) {
    Xboard xboard;
    xboard.think_long();
    xboard.say({"exclude all", "include h2h3"});
    EXPECT_EQ(xboard.move_after("?"), "h2h3");
    xboard.say({"force", setboard(kMateInOne), "exclude all"});
    EXPECT_EQ(xboard.move_after("go"), "a1a8");  // somebody has to move
}

}  // namespace
}  // namespace castellan
