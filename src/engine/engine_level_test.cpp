// What setting a level does to the engine, and what it does not.
#include <gtest/gtest.h>

#include "chess/notation/coordinate.h"
#include "engine/engine.h"

namespace castellan {
namespace {

/// An engine that answers one question at a time.
class Player {
  public:
    void set(std::string_view name, std::string_view value) {
        ASSERT_TRUE(engine_.set_option(name, value)) << name << ' ' << value;
    }
    void new_game() { engine_.new_game(); }
    Verdict think(const Game& game, const Limits& limits = {}, Purpose purpose = Purpose::play) {
        reports_.clear();
        return engine_.think(
            game, limits, [this](const Report& report) { reports_.push_back(report); }, {},
            purpose);
    }
    std::string play_game(std::size_t plies) {
        Game game;
        std::string moves;
        while (!game.outcome() && game.ply() < plies) {
            const Move move = think(game).best;
            moves += ' ' + to_coordinate(game.position(), move);
            game.play(move);
        }
        return moves;
    }
    const std::vector<Report>& reports() const { return reports_; }

  private:
    std::vector<Report> reports_;
    Engine engine_;
};

Limits to_depth(Depth depth) {
    Limits limits;
    limits.depth = depth;
    return limits;
}

TEST(EngineLevel, ALevelGameLeavesNothingBehindForFullStrength) {
    Player used;
    used.set("UCI_LimitStrength", "true");
    used.set("UCI_Elo", "900");
    used.play_game(20);
    used.set("UCI_LimitStrength", "false");
    Player fresh;
    EXPECT_EQ(used.think(Game{}, to_depth(9)).best, fresh.think(Game{}, to_depth(9)).best);
    EXPECT_EQ(used.reports().back().nodes, fresh.reports().back().nodes);
    EXPECT_EQ(used.reports().back().score, fresh.reports().back().score);
}

TEST(EngineLevel, ASeedRepeatsTheGame) {
    Player player;
    player.set("Skill Level", "3");
    player.set("Level Seed", "12");
    const std::string first = player.play_game(20);
    player.new_game();
    EXPECT_EQ(player.play_game(20), first);
    player.set("Level Seed", "13");
    EXPECT_NE(player.play_game(20), first);
}

TEST(EngineLevel, WithoutASeedGamesDiffer) {
    Player player;
    player.set("Skill Level", "0");
    const std::string first = player.play_game(12);
    player.new_game();
    EXPECT_NE(player.play_game(12), first);
}

TEST(EngineLevel, UciEloGoesBeforeSkillLevel) {
    Player player;
    player.set("UCI_LimitStrength", "true");
    player.set("UCI_Elo", "400");
    player.set("Skill Level", "19");
    player.think(Game{});
    EXPECT_EQ(player.reports().size(), 1U);
    EXPECT_EQ(player.reports().back().depth, 1);
}

TEST(EngineLevel, AnalysisAndMateSearchesAreAtFullStrength) {
    Player player;
    player.set("Skill Level", "0");
    player.think(Game{}, to_depth(6), Purpose::analysis);
    EXPECT_GT(player.reports().size(), 1U);
    Limits mate = to_depth(6);
    mate.mate_in = 1;
    player.think(Game{}, mate);
    EXPECT_EQ(player.reports().back().depth, 6);
}

TEST(EngineLevel, AnotherNumberOfThreadsChangesNothing) {
    Player player;
    player.set("Skill Level", "8");
    player.set("Level Seed", "5");
    const std::string first = player.play_game(16);
    player.set("Threads", "3");
    player.set("Hash", "1");
    EXPECT_EQ(player.play_game(16), first);
}

}  // namespace
}  // namespace castellan
