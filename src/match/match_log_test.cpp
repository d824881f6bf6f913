#include "match/match_log.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace castellan {
namespace {

class MatchLogTest : public testing::Test {
  protected:
    void SetUp() override {
        settings_.players.resize(2);
        settings_.seed = 18'000'000'000'000'000'000U;
        settings_.pgn_path = folder_ / "games.pgn";
        settings_.state_path = folder_ / "games.state";
    }

    std::string text_of(const std::string& path) const { return *read_whole_file(path); }
    void write_log(const std::vector<LoggedGame>& games) const {
        auto log = MatchLog::create(settings_, {"-engine", "cmd=a\tb"});
        ASSERT_TRUE(log);
        for (const LoggedGame& game : games) ASSERT_TRUE(log->append(game));
    }
    void cut(const std::string& path, long long bytes) const {
        std::filesystem::resize_file(path, std::filesystem::file_size(path) - bytes);
    }

    const TemporaryFolder folder_;
    MatchSettings settings_;
};

const std::vector<LoggedGame> kGames = {
    {0, PgnResult::white_wins, Ending::by_rule, std::nullopt, 57, {0, 2}, "White mates", "one\n\n"},
    {1, PgnResult::draw, Ending::adjudicated, std::nullopt, 80, {0, 0}, "a\\b\tc", "two\n\n"},
    {7, PgnResult::black_wins, Ending::crashed, Color::white, 3, {1, 0}, "", "three\n\n"},
};

TEST_F(MatchLogTest, WhatIsWrittenIsReadBack) {
    write_log(kGames);
    const auto saved = read_match_log(settings_.state_path);
    ASSERT_TRUE(saved) << saved.error().message;
    EXPECT_EQ(saved->arguments, (std::vector<std::string>{"-engine", "cmd=a\tb"}));
    EXPECT_EQ(saved->signature, signature_of(settings_));
    EXPECT_EQ(saved->seed, settings_.seed);
    EXPECT_EQ(saved->games, kGames);
    EXPECT_EQ(text_of(settings_.pgn_path), "one\n\ntwo\n\nthree\n\n");
}

TEST_F(MatchLogTest, HalfAGameAtTheEndIsForgotten) {
    write_log(kGames);
    cut(settings_.state_path, 5);
    const auto saved = read_match_log(settings_.state_path);
    ASSERT_TRUE(saved) << saved.error().message;
    EXPECT_EQ(saved->games, (std::vector<LoggedGame>{kGames[0], kGames[1]}));
    auto log = MatchLog::resume(settings_, *saved);
    ASSERT_TRUE(log);
    ASSERT_TRUE(log->append(kGames[2]));
    EXPECT_EQ(read_match_log(settings_.state_path)->games, kGames);
}

TEST_F(MatchLogTest, TheLastGameIsWrittenToThePgnAgainIfItIsTornOrMissing) {
    for (long long missing = 0; missing <= 7; ++missing) {
        std::filesystem::remove(settings_.pgn_path);
        write_log(kGames);
        cut(settings_.pgn_path, missing);
        ASSERT_TRUE(MatchLog::resume(settings_, *read_match_log(settings_.state_path)));
        EXPECT_EQ(text_of(settings_.pgn_path), "one\n\ntwo\n\nthree\n\n") << missing;
    }
}

TEST_F(MatchLogTest, ADamagedLogIsRefused) {
    write_log(kGames);
    std::string text = text_of(settings_.state_path);
    text[text.find("mates")] = 'd';
    ASSERT_TRUE(replace_file(settings_.state_path, text));
    EXPECT_EQ(read_match_log(settings_.state_path).error().reason, MatchLogError::damaged);
    ASSERT_TRUE(replace_file(settings_.state_path, "[Event \"?\"]\n"));
    EXPECT_EQ(read_match_log(settings_.state_path).error().reason, MatchLogError::not_a_log);
}

}  // namespace
}  // namespace castellan
