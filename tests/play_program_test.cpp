// Games at a terminal, as a person would play them: through a pseudo-terminal, and through a pipe.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "base/random.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/san.h"
#include "store/sqlite/sqlite_game_store.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/terminal.h"

namespace castellan {
namespace {

class PlayProgramTest : public testing::Test {
  protected:
    std::string data() const { return folder_.path(); }
    std::size_t games() const {
        return SqliteGameStore::open_to_read(data() + "/games.db")->list()->size();
    }
    StoredGame newest() const {
        auto store = SqliteGameStore::open_to_read(data() + "/games.db");
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

TEST_F(PlayProgramTest, AnotherEngineAnswersWithoutAClock) {
    const std::string engine = data() + "/engine";
    std::ofstream{engine} << "#!/bin/sh\nexec " CASTELLAN_PROGRAM " uci\n";
    std::filesystem::permissions(engine, std::filesystem::perms::owner_all);
    Terminal terminal{data(), {"play", "--opponent", engine, "--color", "white"}};
    ASSERT_TRUE(terminal.shows("1. White> ")) << terminal.rest();
    EXPECT_TRUE(terminal.says("e4", "Black plays 1... ")) << terminal.rest();
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
    EXPECT_TRUE(terminal.says("quit", "Leave it?")) << "a running game of engines";
    EXPECT_TRUE(terminal.says("no", "> "));
    EXPECT_TRUE(terminal.says("take white", "You play White now")) << terminal.rest();
    terminal.type("quit");
    EXPECT_EQ(terminal.wait_for_end(), 0);
    EXPECT_TRUE(newest().setup.seats[0].is_person()) << "who has taken over is remembered";
}

TEST_F(PlayProgramTest, TheOpponentsLevelChangesInMidGame) {
    Terminal terminal{data(), {"play", "--level", "400", "--fast"}};
    ASSERT_TRUE(terminal.shows("1. White> "));
    EXPECT_TRUE(terminal.says("level", "You play against Level 400"));
    EXPECT_TRUE(terminal.says("level 99", "is not a level"));
    EXPECT_TRUE(terminal.says("level archer", "Archer plays Black now")) << terminal.rest();
    EXPECT_TRUE(terminal.says("e4", "2. White> ")) << terminal.rest();
    terminal.type("quit");
    EXPECT_EQ(terminal.wait_for_end(), 0);
    EXPECT_EQ(newest().setup.seats[1].strength, 1400);
}

TEST_F(PlayProgramTest, GamesAreSavedToFilesAndLoaded) {
    const std::string file = data() + "/saved.pgn";
    Terminal terminal{data(), {"play", "--two-players"}};
    ASSERT_TRUE(terminal.shows("1. White> "));
    EXPECT_TRUE(terminal.says("e4", "1... Black> "));
    EXPECT_TRUE(terminal.says("c5", "2. White> "));
    EXPECT_TRUE(terminal.says("save " + file, "Saved to"));
    std::stringstream saved;
    saved << std::ifstream{file}.rdbuf();
    EXPECT_NE(saved.str().find("[Date \"20"), std::string::npos) << saved.str();
    EXPECT_TRUE(terminal.says("Nf3", "2... Black> "));
    EXPECT_TRUE(terminal.says("load " + file, "2. White> ")) << terminal.rest();
    EXPECT_TRUE(terminal.says("moves", "1. e4 c5"));
    EXPECT_TRUE(terminal.says("d4", "2... Black> "));
    EXPECT_TRUE(terminal.says("load 1", "2... Black> ")) << terminal.rest();
    EXPECT_TRUE(terminal.says("moves", "2. Nf3")) << "the game before is where it was";
    EXPECT_TRUE(terminal.says("load 77", "there is no game 77"));
    EXPECT_TRUE(terminal.says("load /nowhere.pgn", "no game in"));
    terminal.type("quit");
    EXPECT_EQ(terminal.wait_for_end(), 0);
    EXPECT_EQ(newest().moves.size(), 3U);
}

TEST_F(PlayProgramTest, SettingsAreKept) {
    {
        Terminal terminal{data(), {}};
        ASSERT_TRUE(terminal.shows("Choose> "));
        EXPECT_TRUE(terminal.says("settings", "Your name [You]> "));
        EXPECT_TRUE(terminal.says("Ada", "Pieces: unicode or letters [letters]> "));
        EXPECT_TRUE(terminal.says("unicode", "whole screen"));
        EXPECT_TRUE(terminal.says("no", "answer at once? yes or no [no]> "));
        EXPECT_TRUE(terminal.says("yes", "Choose> "));
    }
    Terminal terminal{data(), {"play", "--level", "400"}};
    EXPECT_TRUE(terminal.shows("Ada (White)")) << terminal.rest();
    EXPECT_TRUE(terminal.shows("♜")) << terminal.rest();
}

TEST_F(PlayProgramTest, AGameGoesOnAfterKill) {
    {
        Terminal terminal{data(), {"play", "--level", "500", "--fast"}};
        ASSERT_TRUE(terminal.shows("1. White> "));
        EXPECT_TRUE(terminal.says("e4", "2. White> "));
        terminal.end(SIGKILL);
    }
    {
        Terminal menu{data(), {}};
        EXPECT_TRUE(menu.shows("1  Continue: You against Level 500, 2 plies")) << menu.rest();
        EXPECT_TRUE(menu.says("1", "2. White> ")) << menu.rest();
    }
    Terminal again{data(), {"play", "--continue"}};
    EXPECT_TRUE(again.shows("2. White> ")) << again.rest();
    EXPECT_TRUE(again.says("moves", "1. e4 ")) << again.rest();
    again.type("quit");
    EXPECT_EQ(again.wait_for_end(), 0);
}

/// Types random moves for both sides until it is killed; returns the moves that were taken.
std::vector<std::string> play_until_killed(Terminal& terminal, Random& random) {
    const auto end =
        std::chrono::steady_clock::now() + std::chrono::microseconds{random.below(40'000)};
    std::vector<std::string> shown;
    Position position;
    std::thread killer{[&terminal, end] {
        std::this_thread::sleep_until(end);
        terminal.send_signal(SIGKILL);
    }};
    for (;;) {
        const MoveList moves = legal_moves(position);
        if (moves.empty()) break;
        const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        terminal.type_if_alive(to_san(position, move));
        const Position before = std::exchange(position, position.after(move));
        const bool is_white = position.side_to_move() == Color::white;
        const std::string prompt =
            std::to_string(position.fullmove_number()) + (is_white ? ". White> " : "... Black> ");
        if (!terminal.shows(prompt)) break;
        shown.push_back(to_coordinate(before, move));
    }
    killer.join();
    terminal.wait_for_end();
    return shown;
}

TEST_F(PlayProgramTest, WhatWasShownSurvives200Kills) {
    const int rounds = CASTELLAN_IS_SANITIZED ? 20 : 200;
    Random random{5};
    std::size_t moves = 0;
    for (int round = 0; round < rounds; ++round) {
        Terminal terminal{data(), {"play", "--two-players"}};
        ASSERT_TRUE(terminal.shows("1. White> ")) << terminal.rest();
        const auto shown = play_until_killed(terminal, random);
        moves += shown.size();
        auto store = SqliteGameStore::open_to_read(data() + "/games.db");
        ASSERT_TRUE(store);
        EXPECT_EQ(store->notice(), "") << "integrity_check";
        const auto list = store->list();
        ASSERT_EQ(list->size(), static_cast<std::size_t>(round + 1));
        const auto game = store->load(list->front().id);
        ASSERT_TRUE(game) << game.error().message;
        ASSERT_GE(game->moves.size(), shown.size()) << "round " << round;
        Position position;
        for (std::size_t ply = 0; ply < shown.size(); ++ply) {
            EXPECT_EQ(to_coordinate(position, game->moves[ply].move), shown[ply]);
            position = position.after(game->moves[ply].move);
        }
    }
    EXPECT_GT(moves, static_cast<std::size_t>(rounds)) << "most were killed in mid-game";
}

TEST_F(PlayProgramTest, AFullDiskEndsTheSavingAndNotTheGame) {
    Terminal terminal{data(), {"play", "--two-players"}, 120'000};
    ASSERT_TRUE(terminal.shows("1. White> "));
    const auto is_full = [&] {
        return terminal.all().find("no longer saved: ") != std::string::npos ||
               terminal.all().find("cannot be saved: ") != std::string::npos;
    };
    const char* const moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    for (int game = 0; game < 20 && !is_full(); ++game) {
        for (int ply = 0; ply < 12 && !is_full(); ++ply)
            ASSERT_TRUE(terminal.says(moves[ply % 4], ply % 2 == 0 ? " Black> " : " White> "));
        ASSERT_TRUE(terminal.says("new", "1. White> "));
    }
    EXPECT_TRUE(is_full()) << terminal.rest();
    EXPECT_TRUE(terminal.says("fen", " 1")) << terminal.rest();
    terminal.type("quit");
    EXPECT_EQ(terminal.wait_for_end(), 0);
    auto store = SqliteGameStore::open_to_read(data() + "/games.db");
    ASSERT_TRUE(store);
    EXPECT_EQ(store->notice(), "");
    EXPECT_FALSE(store->list()->empty()) << "what was there is still there";
}

TEST_F(PlayProgramTest, ASecondProgramPlaysUnsavedAndSaysWhy) {
    Terminal first{data(), {"play", "--two-players"}};
    ASSERT_TRUE(first.shows("1. White> "));
    ASSERT_TRUE(first.says("e4", "1... Black> "));
    Terminal second{data(), {"play", "--two-players"}};
    EXPECT_TRUE(second.shows("Games cannot be kept: castellan play (process ")) << second.rest();
    ASSERT_TRUE(second.shows("1. White> "));
    EXPECT_TRUE(second.says("d4", "1... Black> "));
    EXPECT_EQ(newest().moves.size(), 1U) << "and those who only read may";
    const std::string copy = data() + "/copy.db";
    Terminal backup{data(), {"games", "backup", copy}};
    EXPECT_EQ(backup.wait_for_end(), 0) << backup.rest();
    EXPECT_EQ(SqliteGameStore::open(copy)->list()->size(), 1U);
    Terminal deletion{data(), {"games", "delete", "1"}};
    EXPECT_TRUE(deletion.shows("has the games open")) << deletion.rest();
    EXPECT_EQ(deletion.wait_for_end(), 1);
    for (Terminal* const terminal : {&first, &second}) {
        terminal->type("quit");
        EXPECT_EQ(terminal->wait_for_end(), 0);
    }
    EXPECT_EQ(games(), 1U);
}

TEST_F(PlayProgramTest, ADamagedDatabaseIsPutAsideAndPlayGoesOn) {
    std::ofstream{data() + "/games.db", std::ios::binary} << std::string(9'000, 'x');
    Terminal terminal{data(), {"play", "--two-players"}};
    EXPECT_TRUE(terminal.shows("was damaged; it is kept as")) << terminal.rest();
    ASSERT_TRUE(terminal.shows("1. White> "));
    EXPECT_TRUE(terminal.says("e4", "1... Black> "));
    terminal.type("quit");
    EXPECT_EQ(terminal.wait_for_end(), 0);
    EXPECT_EQ(newest().moves.size(), 1U);
    EXPECT_TRUE(std::filesystem::exists(data() + "/games.db.bad"));
}

TEST_F(PlayProgramTest, ItStartsQuickly) {
    const auto begin = std::chrono::steady_clock::now();
    Terminal terminal{data(), {"play", "--level", "400", "--fast"}};
    ASSERT_TRUE(terminal.shows("1. White> "));
    const auto started = std::chrono::steady_clock::now();
    ASSERT_TRUE(terminal.says("e4", "2. White> "));
    const auto answered = std::chrono::steady_clock::now();
    // The bars are 100 ms each on a quiet machine; tests run on busy ones.
    constexpr auto kBar = std::chrono::milliseconds{CASTELLAN_IS_SANITIZED ? 5'000 : 400};
    EXPECT_LT(started - begin, kBar);
    EXPECT_LT(answered - started, kBar);
    RecordProperty("start_ms", static_cast<int>((started - begin).count() / 1'000'000));
    RecordProperty("answer_ms", static_cast<int>((answered - started).count() / 1'000'000));
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
