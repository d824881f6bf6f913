// XBoard: what we say, and when.
#include <gtest/gtest.h>

#include "base/text.h"
#include "book/polyglot_book.h"
#include "chess/notation/coordinate.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/xboard_conversation.h"

namespace castellan {
namespace {

TEST(XboardDraw, IsAcceptedWhenWeAreWorse) {
    Xboard xboard;
    EXPECT_TRUE(xboard.ask("draw").empty());  // nothing is known yet
    xboard.say({"force", "setboard 4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1", "sd 3"});
    ASSERT_FALSE(xboard.move_after("go").empty());
    EXPECT_EQ(xboard.ask("draw"), Lines{"offer draw"});
    EXPECT_EQ(xboard.activity(), "black idle");  // the game is not over until `result`
    xboard.say({"force", "setboard 4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1"});
    ASSERT_FALSE(xboard.move_after("go").empty());
    EXPECT_TRUE(xboard.ask("draw").empty());
    xboard.think_long();
    EXPECT_TRUE(xboard.ask("draw").empty());
    EXPECT_EQ(xboard.activity(), "white thinking");
}

TEST(XboardBook, ListEndsWithAnEmptyLine) {
    Xboard xboard;
    const Lines lines = xboard.ask("bk");
    ASSERT_GE(lines.size(), 2U);
    EXPECT_EQ(lines.back(), "");
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) EXPECT_TRUE(is_blank(lines[i].front()));
}

TEST(XboardBook, NamesItsMovesAndHowOftenTheyArePlayed) {
    const TemporaryFolder folder;
    const std::string path = folder.path() / "book.bin";
    const auto entry = [](std::string_view move, std::uint16_t weight) {
        return polyglot_entry(Position{}, parse_coordinate(Position{}, move).value(), weight);
    };
    ASSERT_TRUE(write_polyglot(path, {entry("e2e4", 3), entry("g1f3", 1), entry("h2h4", 0)}));
    Xboard xboard;
    EXPECT_TRUE(xboard.ask("option BookFile=" + path).empty());
    const Lines expected{" e4  75 %", " Nf3  25 %", " h4  0 %", ""};
    EXPECT_EQ(xboard.ask("bk"), expected);
    xboard.think_long();
    EXPECT_EQ(xboard.ask("bk"), expected);
    xboard.say({"force", "h2h4"});
    EXPECT_EQ(xboard.ask("bk"), (Lines{" no book moves", ""}));
    xboard.say({"setboard nonsense"});
    EXPECT_EQ(xboard.ask("bk"), (Lines{" no book moves", ""}));
}

TEST(XboardPost, CanBeSwitchedWhileThinking) {
    Xboard xboard;
    xboard.think_long();
    EXPECT_EQ(xboard.count("1 "), 0);
    xboard.say({"post", "?"});
    ASSERT_TRUE(xboard.wait_for("move"));
    xboard.say({"new", "force", "sd 4", "go"});
    ASSERT_TRUE(xboard.wait_for("move", 2));
    const int shown = xboard.count("4 ");
    EXPECT_GE(shown, 1);
    xboard.say({"nopost", "force", "go"});
    ASSERT_TRUE(xboard.wait_for("move", 3));
    EXPECT_EQ(xboard.count("4 "), shown);
}

TEST(XboardSays, ThinkingLinesAreNumbersATabAndALine) {
    Xboard xboard;
    xboard.say({"post", "force", "sd 6", "go"});
    ASSERT_TRUE(xboard.wait_for("move"));
    int count = 0;
    for (const std::string& line : xboard.news()) {
        if (line.starts_with("move")) continue;
        const auto tab = line.find('\t');
        ASSERT_NE(tab, std::string::npos) << line;
        std::string_view numbers = std::string_view{line}.substr(0, tab);
        for (int i = 0; i < 7; ++i)
            EXPECT_TRUE(parse_number<long long>(take_word(numbers))) << line;
        EXPECT_TRUE(trim(numbers).empty());
        std::string_view moves = std::string_view{line}.substr(tab + 1);
        if (moves.ends_with('!') || moves.ends_with('?')) moves.remove_suffix(1);
        Position position;
        while (!moves.empty()) {
            const auto move = parse_coordinate(position, take_word(moves));
            ASSERT_TRUE(move) << line;
            position = position.after(*move);
        }
        ++count;
    }
    EXPECT_GE(count, 6);
}

TEST(XboardSays, MateIsAHundredThousandAndTheMoves) {
    Xboard xboard;
    xboard.say({"post", "force", setboard(kMateInOne), "sd 4"});
    EXPECT_EQ(xboard.move_after("go"), "a1a8");
    EXPECT_TRUE(xboard.last("4 ").starts_with("4 100001 ")) << xboard.last("4 ");
    // After the only move there is a mate.
    xboard.say({"force", "setboard 7k/5K2/8/6Q1/8/8/8/8 b - - 0 1", "sd 5"});
    xboard.news();
    ASSERT_FALSE(xboard.move_after("go").empty());
    EXPECT_TRUE(xboard.last("5 ").starts_with("5 -100001 ")) << xboard.last("5 ");
}

TEST(XboardSays, TheResultFollowsTheMoveThatEndsTheGame) {
    Xboard xboard;
    xboard.say({"force", setboard(kMateInOne), "hard", "sd 3"});
    ASSERT_EQ(xboard.move_after("go"), "a1a8");
    EXPECT_TRUE(xboard.wait_for("1-0 {White mates}"));
    EXPECT_EQ(xboard.activity(), "white idle");
    // The user's move may end it as well.
    xboard.say({"force", setboard(kMateInOne), "playother"});
    EXPECT_EQ(xboard.ask("a1a8"), Lines{"1-0 {White mates}"});
    xboard.say({"force", "setboard 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "playother"});
    EXPECT_EQ(xboard.ask("f1f7"), Lines{"1/2-1/2 {stalemate}"});
    // In force mode nobody asked.
    xboard.say({"force", setboard(kMateInOne)});
    EXPECT_TRUE(xboard.ask("a1a8").empty());
}

TEST(XboardSays, ADrawThatOurMoveMakesIsOfferedBeforeIt) {
    Xboard xboard;
    xboard.say({"force", "sd 2", "g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"});
    xboard.news();
    EXPECT_EQ(xboard.play("f6g8"), "f6g8");
    EXPECT_EQ(xboard.news(), (Lines{"offer draw", "move f6g8"}));
    xboard.say({"new", "force", "setboard 5k2/8/8/8/8/8/4R3/4K3 w - - 99 80", "sd 2"});
    xboard.news();
    EXPECT_EQ(xboard.play("e2d2"), "e2d2");
    EXPECT_EQ(xboard.news(), (Lines{"offer draw", "move e2d2"}));
}

TEST(XboardSays, ResignsToComputersOnlyAndOnlyIfAllowed) {
    constexpr std::string_view kShuffle[] = {"go", "a2a3", "a3a4", "a4a5", "c2c3", "c3c4"};
    const auto moves_before_resigning = [&](std::vector<std::string_view> settings) {
        Xboard xboard;
        xboard.say({"new", "sd 2"});
        xboard.say(settings);
        xboard.say({"force", "setboard 7k/7p/8/8/8/8/PPP5/KQR5 b - - 0 1"});
        int moves = 0;
        for (const std::string_view line : kShuffle) {
            xboard.say({line, "ping 1"});
            EXPECT_TRUE(xboard.wait_for("pong", ++moves));
            if (xboard.count("resign") > 0) break;
        }
        EXPECT_EQ(xboard.count("resign") + xboard.count("move"), moves);
        EXPECT_EQ(xboard.activity() == "force idle", xboard.count("resign") == 1);
        return xboard.count("move");
    };
    EXPECT_EQ(moves_before_resigning({}), 6);
    EXPECT_EQ(moves_before_resigning({"computer"}), 3);
    EXPECT_EQ(moves_before_resigning({"computer", "option Resign=0"}), 6);
    EXPECT_EQ(moves_before_resigning({"computer", "new", "sd 2"}), 6);  // the next may be a person
}

}  // namespace
}  // namespace castellan
