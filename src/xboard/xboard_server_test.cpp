#include <gtest/gtest.h>

#include "tests/support/xboard_conversation.h"

namespace castellan {
namespace {

TEST(XboardGreeting, TheFirstAnswerIsANewLineAndNoBanner) {
    Conversation<XboardServer> xboard;
    xboard.send("xboard");
    EXPECT_EQ(xboard.lines(), Lines{""});
}

TEST(XboardGreeting, ProtoverIsAnsweredWithFeatures) {
    for (const std::string_view protover : {"protover 2", "protover 3", "protover 99"}) {
        Conversation<XboardServer> xboard;
        xboard.send(protover);
        const Lines lines = xboard.lines();
        ASSERT_GT(lines.size(), 3U);
        EXPECT_EQ(lines.front(), "feature done=0");
        EXPECT_EQ(lines.back(), "feature done=1");
        for (const std::string& line : lines) {
            EXPECT_TRUE(line.starts_with("feature ")) << line;
            EXPECT_EQ(line.find("=\"\""), std::string::npos) << line;
        }
        EXPECT_EQ(xboard.count("feature option=\"Move Overhead -spin 30 0 5000\""), 1);
        EXPECT_EQ(xboard.count("feature option=\"Clear Hash -button\""), 1);
        EXPECT_EQ(xboard.count("feature option=\"Resign -check 1\""), 1);
        EXPECT_EQ(xboard.count("feature option=\"Hash"), 0);     // memory
        EXPECT_EQ(xboard.count("feature option=\"Threads"), 0);  // cores
    }
}

TEST(XboardGreeting, WithoutProtoverTheFirstVersionIsSpoken) {
    Conversation<XboardServer> xboard;
    for (const char* const line : {"xboard", "new", "sd 2", "e2e4"}) xboard.send(line);
    EXPECT_TRUE(xboard.wait_for("move "));
    EXPECT_EQ(xboard.count("feature"), 0);
    Conversation<XboardServer> first_version;
    first_version.send("protover 1");
    EXPECT_TRUE(first_version.lines().empty());
}

TEST(XboardGreeting, AnswersToFeaturesMayComeAtAnyTime) {
    Xboard xboard;
    for (const std::string_view feature :
         {"playother", "draw", "sigint", "sigterm", "analyze", "colors", "ics", "pause", "debug",
          "exclude", "usermove", "setboard", "nonsense", ""}) {
        EXPECT_TRUE(xboard.ask("rejected " + std::string{feature}).empty());
        EXPECT_TRUE(xboard.ask("accepted " + std::string{feature} + " 1").empty());
    }
    xboard.think_long();
    EXPECT_TRUE(xboard.ask("rejected debug").empty());
    EXPECT_EQ(xboard.activity(), "white thinking");
    // Bare moves are understood even after `accepted usermove`.
    xboard.say({"new", "sd 2", "accepted usermove"});
    EXPECT_FALSE(xboard.move_after("e2e4").empty());
}

TEST(XboardGreeting, OnlyXboardsOwnWordsAreItsGreeting) {
    for (const std::string_view line : {"xboard", "  xboard ", "protover 2", "new", "level 40 5 0"})
        EXPECT_TRUE(XboardServer::is_greeting(line)) << line;
    for (const std::string_view line : {"uci", "isready", "quit", "go", "position startpos", ""})
        EXPECT_FALSE(XboardServer::is_greeting(line)) << line;
}

TEST(XboardQuit, EndsTheConversationInEveryState) {
    for (const std::vector<std::string_view>& before :
         std::vector<std::vector<std::string_view>>{{},
                                                    {"force", "st 1000", "go"},
                                                    {"force", "analyze"},
                                                    {"force", "edit", "#"},
                                                    {"hard", "playother"},
                                                    {"force", "st 1000", "go", "ping 1"}}) {
        Xboard xboard;
        xboard.say(before);
        EXPECT_FALSE(xboard.send("quit"));
        EXPECT_FALSE(xboard.send("new"));
    }
}

TEST(XboardPing, IsAnsweredAfterTheMove) {
    Xboard xboard;
    xboard.think_long();
    EXPECT_TRUE(xboard.ask("ping 1").empty());
    EXPECT_TRUE(xboard.ask("ping 2").empty());
    xboard.send("?");
    ASSERT_TRUE(xboard.wait_for("pong 2"));
    const Lines lines = xboard.news();
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_TRUE(lines[0].starts_with("move "));
    EXPECT_EQ(lines[1], "pong 1");
    EXPECT_EQ(lines[2], "pong 2");
}

TEST(XboardPing, IsAnsweredAtOnceWhenNoMoveIsComing) {
    Xboard xboard;
    EXPECT_EQ(xboard.ask("ping 7"), Lines{"pong 7"});
    xboard.say({"force", "new"});
    EXPECT_EQ(xboard.ask("ping 8"), Lines{"pong 8"});
    xboard.say({"force", "analyze"});
    EXPECT_EQ(xboard.ask("ping 9"), Lines{"pong 9"});
    EXPECT_EQ(xboard.activity(), "analysing");
    xboard.say({"exit", "hard", "playother"});
    EXPECT_EQ(xboard.ask("ping 10"), Lines{"pong 10"});
    EXPECT_EQ(xboard.activity(), "black pondering");
    // Whatever ends the thinking lets the pong go.
    xboard.think_long();
    xboard.send("ping 11");
    EXPECT_EQ(xboard.ask("force"), Lines{"pong 11"});
}

TEST(XboardNames, MayBeAnything) {
    Xboard xboard;
    const std::string odd = "name " + std::string(4'000, '\x81') + "\x01\"{}=;";
    for (const std::string& line : {odd, std::string{"name"}, std::string{"rating 2000 1500"},
                                    std::string{"ics chessclub.com"}, std::string{"computer"},
                                    std::string{"random"}, std::string{"rating x"}})
        EXPECT_TRUE(xboard.ask(line).empty()) << line.substr(0, 20);
    // A line that is not understood is said back in part, and without control characters.
    const Lines answer = xboard.ask(std::string(1 << 20, '\x02'));
    ASSERT_EQ(answer.size(), 1U);
    EXPECT_LT(answer[0].size(), 200U);
    EXPECT_EQ(answer[0].find('\x02'), std::string::npos);
}

TEST(XboardOther, WhatWeDoNotOfferIsAnError) {
    Xboard xboard;
    for (const std::string_view line :
         {"pause", "resume", "setscore 10 5", "lift a2", "put a4", "hover a3", "partner x",
          "ptell hello", "holding [] []", "blah", "uci", "isready", "Zf3", "..."}) {
        const Lines answer = xboard.ask(line);
        ASSERT_EQ(answer.size(), 1U) << line;
        EXPECT_TRUE(answer[0].starts_with("Error (")) << answer[0];
        EXPECT_TRUE(answer[0].ends_with("): " + std::string{line})) << answer[0];
    }
    EXPECT_TRUE(xboard.ask("").empty());
    EXPECT_TRUE(xboard.ask(" \t\r").empty());
    EXPECT_EQ(xboard.ask("ping 1\r"), Lines{"pong 1"});
    EXPECT_EQ(xboard.state(), "black idle, " + std::string{kStart});
}

}  // namespace
}  // namespace castellan
