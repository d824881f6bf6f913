// What an XBoard interface can set.
#include <gtest/gtest.h>

#include "tests/support/xboard_conversation.h"

namespace castellan {
namespace {

TEST(XboardMemory, IsCutToWhatMakesSense) {
    Xboard xboard;
    for (const std::string_view line : {"memory 0", "memory 1", "memory 8", "memory -5", "cores 0",
                                        "cores 1000000", "cores 99999999999999999999", "cores 1"})
        EXPECT_TRUE(xboard.ask(line).empty()) << line;
    for (const std::string_view line : {"memory", "memory x", "cores", "cores x"})
        EXPECT_EQ(xboard.ask(line).front().substr(0, 7), "Error (") << line;
    EXPECT_FALSE(xboard.move_after("e2e4").empty());
}

TEST(XboardMemory, WaitsForTheMoveAndInterruptsPondering) {
    Xboard xboard;
    xboard.think_long();
    EXPECT_TRUE(xboard.ask("memory 4").empty());
    EXPECT_TRUE(xboard.ask("cores x").empty());
    EXPECT_EQ(xboard.activity(), "white thinking");
    xboard.send("?");
    ASSERT_TRUE(xboard.wait_for("Error (cores"));
    xboard.say({"force", "analyze", "memory 2", "cores 2"});
    EXPECT_EQ(xboard.activity(), "analysing");
}

TEST(XboardTablebases, OnlyAPathThatIsNotThereIsWorthAWord) {
    Xboard xboard;
    for (const std::string_view line : {"egtpath nalimov x", "egtpath syzygy", "egtpath"})
        EXPECT_EQ(xboard.ask(line).size(), 0U) << line;
    EXPECT_EQ(xboard.ask("egtpath syzygy /no such folder/at all").size(), 1U);
}

TEST(XboardOption, SetsWhatWasOffered) {
    Xboard xboard;
    for (const std::string_view line :
         {"option Move Overhead=50", "option MultiPV=3", "option Clear Hash", "option Resign=0",
          "option resign=1", "option  Move Overhead = 30"})
        EXPECT_TRUE(xboard.ask(line).empty()) << line;
    for (const std::string_view line :
         {"option Nonsense=1", "option MultiPV=0", "option MultiPV=a=b", "option MultiPV",
          "option Resign=maybe", "option", "option ="})
        EXPECT_EQ(xboard.ask(line).front().substr(0, 7), "Error (") << line;
    xboard.say({"option MultiPV=3", "post", "force", "sd 2"});
    EXPECT_FALSE(xboard.move_after("go").empty());
    EXPECT_EQ(xboard.count("2 "), 3);
}

}  // namespace
}  // namespace castellan
