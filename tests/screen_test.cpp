// The game on the whole screen, in a real terminal: tmux draws it, types, clicks and resizes.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "tests/support/run_program.h"
#include "tests/support/temporary_folder.h"

namespace castellan {
namespace {

class ScreenTest : public testing::Test {
  protected:
    void SetUp() override {
        if (run_program("command -v tmux").output.empty()) GTEST_SKIP() << "tmux is not installed";
    }
    void TearDown() override { tmux("kill-server 2>&1"); }

    std::string tmux(const std::string& words) const {
        const std::string tmux = "LC_ALL=C.UTF-8 tmux -f /dev/null -S " + path("tmux");
        return run_program(tmux + ' ' + words).output;
    }
    void start(const std::string& arguments, int columns = 100, int rows = 32) {
        tmux("-u new-session -d -x " + std::to_string(columns) + " -y " + std::to_string(rows) +
             " 'env -u NO_COLOR TERM=screen-256color CASTELLAN_DATA=" + path("data") + ' ' +
             CASTELLAN_PROGRAM + ' ' + arguments + "; echo BACK; cat'");
    }
    std::string path(const char* name) const { return (folder_ / name).string(); }
    void type(const std::string& keys) { tmux("send-keys " + keys); }
    std::string screen() const { return tmux("capture-pane -p"); }
    bool shows(const std::string& text) const {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{20};
        while (std::chrono::steady_clock::now() < deadline) {
            if (screen().find(text) != std::string::npos) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds{50});
        }
        return false;
    }

  private:
    const TemporaryFolder folder_;
};

TEST_F(ScreenTest, AGameIsTypedAndTheTerminalGivenBack) {
    start("play --level 400 --fast");
    ASSERT_TRUE(shows("You (White)")) << screen();
    EXPECT_TRUE(shows("1. White>")) << screen();
    EXPECT_TRUE(shows("♜")) << screen();
    type("e4 Enter");
    EXPECT_TRUE(shows("2. White>")) << screen();
    EXPECT_TRUE(shows("1. e4  ")) << "the list of moves\n" << screen();
    type("Ke3 Enter");
    EXPECT_TRUE(shows("Not played")) << screen();
    type("hi Tab Enter");
    EXPECT_TRUE(shows("Hint: move the piece on")) << screen();
    type("quit Enter");
    EXPECT_TRUE(shows("BACK")) << screen();
    EXPECT_TRUE(shows("The game is kept.")) << screen();
}

TEST_F(ScreenTest, ArrowsAndEnterMoveAPiece) {
    start("play --two-players");
    ASSERT_TRUE(shows("1. White>")) << screen();
    type("Up Enter");  // the cursor appears on e2, where White's hand would go first
    type("Up Up Enter");
    EXPECT_TRUE(shows("1... Black>")) << screen();
    EXPECT_TRUE(shows("1. e4")) << screen();
}

/// A press (0x20) or a release (0x23) in the middle of a square three rows high and six columns
/// wide, as terminals report it: ESC [ M, the button and the place, each 32 more.
std::string mouse(int button, int file, int row) {
    char keys[64];
    std::snprintf(keys, sizeof keys, " 1b 5b 4d %x %x %x", button, 2 + 6 * file + 2 + 33,
                  3 * row + 1 + 33);
    return keys;
}

TEST_F(ScreenTest, TheMouseMovesAPiece) {
    start("play --two-players", 100, 32);
    ASSERT_TRUE(shows("1. White>")) << screen();
    for (const int row : {6, 4})  // e2, then e4
        for (const int button : {0x20, 0x23}) type("-H" + mouse(button, 4, row));
    EXPECT_TRUE(shows("1. e4")) << screen();
}

TEST_F(ScreenTest, ClicksThatComeAtOnceAreAllHeard) {
    start("play --two-players", 100, 32);
    ASSERT_TRUE(shows("1. White>")) << screen();
    std::string keys = "-H";
    for (const int row : {6, 4})
        for (const int button : {0x20, 0x23}) keys += mouse(button, 4, row);
    type(keys);
    EXPECT_TRUE(shows("1. e4")) << screen();
}

TEST_F(ScreenTest, SmallerWindowsShowSmallerBoards) {
    start("play --two-players");
    ASSERT_TRUE(shows("1. White>")) << screen();
    tmux("resize-window -x 60 -y 16");
    type("d4 Enter");
    EXPECT_TRUE(shows("1... Black>")) << screen();
    EXPECT_TRUE(shows("1. d4")) << screen();
    EXPECT_TRUE(shows("a b c d e f g h")) << screen();
}

TEST_F(ScreenTest, ATinyWindowIsPlayedInLineByLine) {
    start("play --two-players", 38, 12);
    ASSERT_TRUE(shows("1. White>")) << screen();
    EXPECT_EQ(screen().find("White (White)\n> "), std::string::npos);
    type("e4 Enter");
    EXPECT_TRUE(shows("1... Black>")) << screen();
}

}  // namespace
}  // namespace castellan
