// Games at a terminal, as a person would play them: through a pseudo-terminal, and through a pipe.
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <sstream>

#include "base/random.h"
#include "base/temporary_folder.h"
#include "play/game_store.h"

namespace castellan {
namespace {

/// The program on a terminal of its own.
class Terminal {
  public:
    Terminal(const std::string& data, const std::vector<std::string>& arguments,
             const char* term = "dumb") {
        pid_ = forkpty(&fd_, nullptr, nullptr, nullptr);
        if (pid_ == 0) {
            setenv("CASTELLAN_DATA", data.c_str(), 1);
            setenv("TERM", term, 1);
            setenv("LC_ALL", "C", 1);
            std::vector<char*> argv{const_cast<char*>(CASTELLAN_PROGRAM)};
            for (const std::string& argument : arguments)
                argv.push_back(const_cast<char*>(argument.c_str()));
            argv.push_back(nullptr);
            execv(CASTELLAN_PROGRAM, argv.data());
            _exit(127);
        }
    }
    ~Terminal() {
        if (pid_ > 0) end(SIGKILL);
        close(fd_);
    }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    void type(const std::string& line) {
        const std::string text = line + "\n";
        EXPECT_EQ(write(fd_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    }

    /// Waits until this has been shown after what was found before; false if it never comes.
    bool shows(const std::string& text, int seconds = 20) {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{seconds};
        for (;;) {
            if (const std::size_t at = seen_.find(text, from_); at != std::string::npos) {
                from_ = at + text.size();
                return true;
            }
            const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
                deadline - std::chrono::steady_clock::now());
            if (left.count() <= 0 || !read_more(static_cast<int>(left.count()))) return false;
        }
    }
    /// Everything since what was found last, for messages.
    std::string rest() const { return seen_.substr(from_); }
    const std::string& all() const { return seen_; }

    /// Types and waits.
    bool says(const std::string& line, const std::string& answer) {
        type(line);
        return shows(answer);
    }

    int end(int signal) {
        kill(pid_, signal);
        return wait_for_end();
    }
    int wait_for_end() {
        int status = 0;
        while (read_more(5'000)) {
        }
        waitpid(pid_, &status, 0);
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }

  private:
    bool read_more(int milliseconds) {
        pollfd source{fd_, POLLIN, 0};
        if (poll(&source, 1, milliseconds) <= 0) return false;
        char bytes[4'096];
        const ssize_t count = read(fd_, bytes, sizeof bytes);
        if (count <= 0) return false;
        for (ssize_t i = 0; i < count; ++i)
            if (bytes[i] != '\r') seen_ += bytes[i];
        return true;
    }

    int fd_ = -1;
    pid_t pid_ = -1;
    std::string seen_;
    std::size_t from_ = 0;
};

class PlayProgramTest : public testing::Test {
  protected:
    std::string data() const { return folder_.path(); }
    std::size_t games() const { return GameStore::open(data() + "/games.db")->list()->size(); }
    StoredGame newest() const {
        auto store = GameStore::open(data() + "/games.db");
        return *store->load(store->list()->front().id);
    }

  private:
    const TemporaryFolder folder_;
};

TEST_F(PlayProgramTest, TheMenuLeadsToAGameAndBack) {
    Terminal terminal{data(), {}};
    ASSERT_TRUE(terminal.shows("Choose> ")) << terminal.rest();
    EXPECT_TRUE(terminal.says("nonsense", "none of these"));
    EXPECT_TRUE(terminal.says("play", "Opponent [Squire]> ")) << terminal.rest();
    EXPECT_TRUE(terminal.says("nobody", "is no opponent"));
    EXPECT_TRUE(terminal.says("Page", "Your colour"));
    EXPECT_TRUE(terminal.says("white", "Clock"));
    EXPECT_TRUE(terminal.says("", "1. White> ")) << terminal.rest();
    EXPECT_TRUE(terminal.says("e4", "Black plays 1... ")) << terminal.rest();
    EXPECT_TRUE(terminal.says("quit", "Continue: You against Page")) << terminal.rest();
    EXPECT_TRUE(terminal.says("play", "Opponent [Page]> ")) << "what was chosen is remembered";
    terminal.type("");
    terminal.type("");
    EXPECT_TRUE(terminal.says("", "1. White> "));
    terminal.type("quit");
    EXPECT_TRUE(terminal.shows("Choose> "));
    EXPECT_TRUE(terminal.says("games", "You - Page"));
    terminal.type("quit");
    EXPECT_EQ(terminal.wait_for_end(), 0);
}

TEST_F(PlayProgramTest, TwoPlayersPlayAWholeGameInEveryNotation) {
    Terminal terminal{data(), {"play", "--two-players"}};
    ASSERT_TRUE(terminal.shows("1. White> "));
    EXPECT_TRUE(terminal.says("e2e4", "1... Black> "));
    EXPECT_TRUE(terminal.says("e5", "2. White> "));
    EXPECT_TRUE(terminal.says("bc4", "2... Black> "));
    EXPECT_TRUE(terminal.says("nc6", "3. White> "));
    EXPECT_TRUE(terminal.says("Qd1-h5", "3... Black> "));
    EXPECT_TRUE(terminal.says("Nf6??", "4. White> "));
    EXPECT_TRUE(terminal.says("Qxf7#", "Checkmate: White wins (1-0)")) << terminal.rest();
    EXPECT_TRUE(terminal.says("undo", "4. White> "));
    EXPECT_TRUE(terminal.says("redo", "Checkmate"));
    EXPECT_TRUE(terminal.says("pgn", "4. Qxf7#"));
    terminal.type("quit");
    EXPECT_EQ(terminal.wait_for_end(), 0);
    EXPECT_EQ(newest().end->result, PgnResult::white_wins);
}

TEST_F(PlayProgramTest, EveryRefusalHasAReason) {
    Terminal terminal{data(),
                      {"play", "--two-players", "--fen", "4k3/4b3/8/8/4R2q/8/1N3N2/4K3 b - - 0 1"}};
    ASSERT_TRUE(terminal.shows("1... Black> "));
    EXPECT_TRUE(terminal.says("Bd6", "pinned")) << terminal.rest();
    EXPECT_TRUE(terminal.says("Qh1+", "2. White> ")) << terminal.rest();
    EXPECT_TRUE(terminal.says("Nd3", "check")) << terminal.rest();
    EXPECT_TRUE(terminal.says("Nxh1", "2... Black> "));
    EXPECT_TRUE(terminal.says("Kd8", "3. White> "));
    EXPECT_TRUE(terminal.says("xyzzy", "Not played")) << terminal.rest();
    EXPECT_TRUE(terminal.says("re", "could be redo or re")) << terminal.rest();
    terminal.type("quit");
    EXPECT_EQ(terminal.wait_for_end(), 0);
}

TEST_F(PlayProgramTest, AGameAgainstALevelWithHintDrawAndResigning) {
    Terminal terminal{data(), {"play", "--level", "400", "--fast", "--seed", "1"}};
    ASSERT_TRUE(terminal.shows("1. White> "));
    EXPECT_TRUE(terminal.says("hint", "Hint: move the piece on")) << terminal.rest();
    EXPECT_TRUE(terminal.says("hint", "Hint: ")) << terminal.rest();
    EXPECT_TRUE(terminal.says("e4", "2. White> ")) << terminal.rest();
    EXPECT_TRUE(terminal.says("undo", "1. White> "));
    EXPECT_TRUE(terminal.says("d4", "2. White> "));
    EXPECT_TRUE(terminal.says("resign", "yes or no> "));
    EXPECT_TRUE(terminal.says("no", "2. White> "));
    terminal.type("resign");
    EXPECT_TRUE(terminal.says("yes", "White resigns: Black wins (0-1)")) << terminal.rest();
    EXPECT_TRUE(terminal.says("new", "1. White> "));
    terminal.type("quit");
    EXPECT_EQ(terminal.wait_for_end(), 0);
    EXPECT_EQ(games(), 2U);
}

TEST_F(PlayProgramTest, ALostPositionIsWonByTheComputer) {
    Terminal terminal{
        data(), {"play", "--level", "1500", "--fast", "--fen", "6k1/8/8/8/8/1r6/r7/7K w - - 0 1"}};
    ASSERT_TRUE(terminal.shows("1. White> "));
    EXPECT_TRUE(terminal.says("Kg1", "Checkmate: Black wins (0-1)")) << terminal.rest();
}

TEST_F(PlayProgramTest, AFallenFlagEndsTheGame) {
    Terminal terminal{data(), {"play", "--two-players", "--tc", "0.02"}};
    ASSERT_TRUE(terminal.shows("1. White> "));
    EXPECT_TRUE(terminal.says("e4", "1... Black> "));
    EXPECT_TRUE(terminal.says("e5", "2. White> "));
    EXPECT_TRUE(terminal.shows("White's time is up: Black wins (0-1)")) << terminal.rest();
}

TEST_F(PlayProgramTest, BotsAreWatchedPausedSteppedAndTakenOver) {
    Terminal terminal{data(), {"play", "--bots", "textbook:1", "level:400"}};
    ASSERT_TRUE(terminal.shows("White plays 1. "));
    EXPECT_TRUE(terminal.says("pause", "Paused")) << terminal.rest();
    EXPECT_TRUE(terminal.says("step", " plays ")) << terminal.rest();
    EXPECT_TRUE(terminal.says("take white", "You play White now")) << terminal.rest();
    terminal.type("quit");
    EXPECT_EQ(terminal.wait_for_end(), 0);
}

TEST_F(PlayProgramTest, WhatWasShownSurvivesKill) {
    Random random{5};
    for (int round = 0; round < 10; ++round) {
        std::string shown;
        {
            Terminal terminal{data(), {"play", "--level", "500", "--fast"}};
            ASSERT_TRUE(terminal.shows("1. White> "));
            const char* const moves[] = {"e4", "d4", "Nf3", "Nc3"};
            int plies = 0;
            for (const char* const move : moves) {
                terminal.type(move);
                if (!terminal.shows("Black plays", 3)) break;
                plies += 2;
                if (random.below(4) == 0) break;
            }
            terminal.end(SIGKILL);
            EXPECT_GE(newest().moves.size(), static_cast<std::size_t>(plies));
        }
        Terminal again{data(), {"play", "--continue"}};
        EXPECT_TRUE(again.shows("White> ")) << again.rest();
        again.type("quit");
        EXPECT_EQ(again.wait_for_end(), 0);
    }
}

TEST_F(PlayProgramTest, WordsInsteadOfDiagrams) {
    Terminal terminal{data(), {"play", "--level", "400", "--fast", "--accessible"}};
    ASSERT_TRUE(terminal.shows("1. White> "));
    EXPECT_TRUE(terminal.says("e4", "pawn e2 to e4")) << terminal.rest();
    EXPECT_TRUE(terminal.shows("Black plays"));
    EXPECT_TRUE(terminal.says("board", "White: king e1, queen d1, rooks a1 h1")) << terminal.rest();
    EXPECT_EQ(terminal.all().find("a  b  c"), std::string::npos) << "no diagram";
    terminal.type("quit");
    EXPECT_EQ(terminal.wait_for_end(), 0);
}

TEST_F(PlayProgramTest, WithoutAPlaceToKeepGamesOnePlaysAllTheSame) {
    Terminal terminal{"/proc/nowhere", {"play", "--two-players"}};
    EXPECT_TRUE(terminal.shows("Games cannot be kept")) << terminal.rest();
    EXPECT_TRUE(terminal.shows("1. White> "));
    EXPECT_TRUE(terminal.says("e4", "1... Black> "));
    terminal.type("quit");
    EXPECT_EQ(terminal.wait_for_end(), 0);
}

}  // namespace
}  // namespace castellan
