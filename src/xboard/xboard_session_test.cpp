// XBoard: long conversations, written and random.
#include <gtest/gtest.h>

#include <fstream>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "tests/support/xboard_conversation.h"

namespace castellan {
namespace {

/// What stands between the commas.
std::vector<std::string_view> listed(std::string_view text) {
    std::vector<std::string_view> items;
    for (auto comma = text.find(", "); comma != text.npos; comma = text.find(", ")) {
        items.push_back(text.substr(0, comma));
        text.remove_prefix(comma + 2);
    }
    items.push_back(text);
    return items;
}

std::string_view any_of(const std::vector<std::string_view>& items, Random& random) {
    return items[random.below(static_cast<std::uint32_t>(items.size()))];
}

/// Lines of the file: "> what we say", "< how the next answer begins", "= the state after it".
TEST(XboardSession, GoesAsWritten) {
    std::ifstream file{CASTELLAN_SOURCE_DIR "/tests/data/xboard_session.txt"};
    ASSERT_TRUE(file);
    Xboard xboard;
    Lines unread;
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        const std::string text = line.size() > 2 ? line.substr(2) : "";
        const std::string place = "line " + std::to_string(number) + ": " + line;
        const auto read_answers = [&] {
            for (std::string& answer : xboard.news()) unread.push_back(std::move(answer));
        };
        if (line.starts_with(">")) {
            ASSERT_EQ(unread, Lines{}) << place;
            xboard.send(text);
            read_answers();
        } else if (line.starts_with("<")) {
            for (int i = 0; i < 5'000 && unread.empty(); ++i, read_answers())
                std::this_thread::sleep_for(std::chrono::milliseconds{1});
            ASSERT_FALSE(unread.empty()) << place;
            ASSERT_TRUE(unread.front().starts_with(text)) << place << " got " << unread.front();
            unread.erase(unread.begin());
        } else if (line.starts_with("=")) {
            ASSERT_EQ(unread, Lines{}) << place;
            ASSERT_EQ(xboard.state(), text) << place;
        }
    }
    EXPECT_GE(number, 300);
}

TEST(XboardRandom, EveryMoveThatIsAskedForComesOnce) {
    const auto commands = listed(
        "go, go, go, ?, ?, force, new, e2e4, e7e5, g1f3, undo, remove, analyze, exit, "
        "playother, hard, easy, post, nopost, exclude e2e4, exclude all, include all, "
        "ping 0, draw, hint, bk, ., white, black, result *, memory 2, cores 2, "
        "option MultiPV=2, option MultiPV=1, computer, variant fischerandom, edit, "
        "setboard x, nonsense, time 100, level 0 5 0");
    Xboard xboard;
    Random random{4};
    int moves = 0;
    int pings = 0;
    // Nothing but `?` ends a search with a move.
    xboard.say({"new", "st 1000"});
    for (int i = 0; i < 2'500; ++i) {
        const std::string_view command = any_of(commands, random);
        const bool is_thinking = command == "?" && xboard.activity().ends_with(" thinking");
        xboard.send(command);
        if (command.starts_with("level")) xboard.send("st 1000");
        if (command == "edit") xboard.send(".");
        if (command == "ping 0") ++pings;
        if (is_thinking) {
            ++moves;
            ASSERT_TRUE(xboard.wait_for("move ", moves)) << i;
        }
    }
    xboard.say({"force", "ping 1"});
    EXPECT_EQ(xboard.count("move "), moves);
    EXPECT_EQ(xboard.count("pong 0"), pings);
    EXPECT_GT(moves, 10);
}

TEST(XboardRandom, ShortSearchesNeverHang) {
    const auto commands = listed(
        "go, ?, force, new, e2e4, d2d4, e7e5, O-O, undo, remove, analyze, exit, playother, "
        "hard, easy, exclude e2e4, hint, white, black, st 0, sd 1, sd 3, nps 1000, "
        "level 40 0:01 0, time 1, time -1, result 1-0, setboard 8/8/8/8/8/8/8/8 w - - 0 1, "
        "setboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1, "
        "setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1, memory 1, option Clear Hash, draw");
    Xboard xboard;
    Random random{5};
    int pings = 0;
    for (int i = 1; i <= 2'500; ++i) {
        xboard.send("st 0");
        xboard.send(any_of(commands, random));
        if (random.below(4) != 0) continue;
        xboard.send("ping 2");
        ASSERT_TRUE(xboard.wait_for("pong", ++pings)) << i;
    }
    EXPECT_GT(xboard.count("move "), 20);
}

}  // namespace
}  // namespace castellan
