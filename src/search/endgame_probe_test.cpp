#include "search/endgame_probe.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/random.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "search/searcher.h"

namespace castellan {
namespace {

const std::filesystem::path kTables = std::filesystem::path{CASTELLAN_SHARED_DATA} / "syzygy";

TEST(Score, TablebaseWinsStandBetweenEvaluationsAndMates) {
    const Score win = Score::tablebase_win(10);
    EXPECT_LT(Score::centipawns(1'000'000), win);
    EXPECT_LT(win, Score::tablebase_win(9));
    EXPECT_LT(Score::tablebase_win(0), Score::mate_in(kMaxPly));
    EXPECT_EQ(-win, Score::tablebase_loss(10));
    EXPECT_FALSE(win.is_mate());
    EXPECT_TRUE(win.is_win() && win.is_proven() && (-win).is_loss());
    EXPECT_EQ(win.to_table(4).from_table(6), Score::tablebase_win(12));
    EXPECT_EQ(win.shown_centipawns(), 19'990);
    EXPECT_EQ((-win).shown_centipawns(), -19'990);
    EXPECT_EQ(Score::centipawns(-35).shown_centipawns(), -35);
}

class EndgameProbes : public testing::Test {
  protected:
    void SetUp() override {
        auto tables = Tablebase::load(kTables.string());
        if (!tables) GTEST_SKIP() << tables.error().message;
        use_.tables = *tables;
    }

    struct Found {
        Verdict verdict;
        Report report;
    };
    Found search(const Game& game, std::uint64_t nodes, int multi_pv = 1) {
        Limits limits;
        limits.nodes = nodes;
        limits.multi_pv = multi_pv;
        searcher_.use_tablebase(use_);
        searcher_.allow_start();
        Report last{};
        const Verdict verdict =
            searcher_.run(game, limits, [&](const Report& report) { last = report; });
        return {verdict, last};
    }
    Found search(std::string_view fen, std::uint64_t nodes = 20'000, int multi_pv = 1) {
        return search(Game{parse_fen(fen).value()}, nodes, multi_pv);
    }

    TablebaseUse use_;
    Searcher searcher_{4};
};

TEST_F(EndgameProbes, FindTheTradeThatWins) {
    // Five pieces; taking the rook leaves a won ending of four.
    const Found won = search("8/8/8/4k3/8/2r5/3P4/K1Q5 w - - 0 1");
    EXPECT_TRUE(won.verdict.score.is_win());
    EXPECT_GT(won.report.tablebase_hits, 0U);

    EXPECT_TRUE(search("8/8/8/4k3/8/2Q5/3P4/K7 b - - 0 1").verdict.score.is_loss());

    use_.most_pieces = 0;
    const Found without = search("8/8/8/4k3/8/2r5/3P4/K1Q5 w - - 0 1");
    EXPECT_EQ(without.report.tablebase_hits, 0U);
    EXPECT_FALSE(without.verdict.score == won.verdict.score);
}

TEST_F(EndgameProbes, TheLeastDepthCountsForTheLargestTablesOnly) {
    const std::string_view fen = "8/8/8/4k3/8/2r5/3P4/K1Q5 w - - 0 1";
    const std::uint64_t usual = search(fen).report.tablebase_hits;
    use_.least_depth = 100;
    searcher_.forget();
    EXPECT_LT(search(fen).report.tablebase_hits, usual);
}

TEST_F(EndgameProbes, TheFiftyMoveRuleDecidesWhatAWinIsWorth) {
    const std::string_view fen = "8/8/8/8/8/4k3/8/K4BN1 w - - 80 1";
    EXPECT_EQ(search(fen, 500).verdict.score, Score::draw() + 1);
    use_.fifty_move_rule = false;
    EXPECT_TRUE(search(fen, 500).verdict.score.is_win());
}

TEST_F(EndgameProbes, LinesAreSortedByResultFirst) {
    const Found found = search("8/8/8/8/8/4k3/8/K4BN1 w - - 0 1", 5'000, 13);
    EXPECT_TRUE(found.verdict.score.is_win());
    EXPECT_EQ(found.report.line, 13);
    EXPECT_FALSE(found.report.score.is_win());
}

TEST_F(EndgameProbes, ARootWithCastlingRightsIsSearchedAsUsual) {
    const Found found = search("8/8/8/8/8/4k3/8/4K2R w K - 0 1", 20'000);
    EXPECT_TRUE(found.verdict.best);
    EXPECT_GT(found.verdict.score, Score::draw());
}

/// Both sides play by the tables; the winner may take its time, but not fifty moves.
TEST_F(EndgameProbes, WonEndingsAreWonBeforeTheFiftyMoveRule) {
    for (const std::string_view start :
         {"8/8/8/8/8/4k3/8/K4BN1 w - - 0 1", "8/8/3k4/8/8/3K4/8/B6N w - - 0 1",
          "8/8/8/3k4/8/8/8/KR6 w - - 0 1", "6k1/8/8/8/8/8/8/K6R w - - 0 1",
          "8/8/8/3kr3/8/8/8/KQ6 w - - 0 1", "8/3kr3/8/8/8/8/8/3K3Q w - - 0 1",
          "8/8/8/8/3k4/8/4P3/4K3 w - - 0 1", "4K3/8/4kp2/8/8/8/8/6Q1 w - - 0 1"}) {
        Game game{parse_fen(start).value()};
        const auto value = use_.tables->probe_wdl(game.position());
        searcher_.forget();
        while (!game.outcome() && !game.claimable_draw())
            game.play(search(game, 1'500).verdict.best);
        const auto outcome = game.outcome();
        if (value == Wdl::win) {
            ASSERT_TRUE(outcome) << start << ": " << to_fen(game.position());
            EXPECT_EQ(outcome->winner, Color::white) << start;
        } else {
            EXPECT_TRUE(!outcome || outcome->winner != Color::black) << start;
        }
    }
}

TEST_F(EndgameProbes, DrawnEndingsAreHeld) {
    for (const std::string_view start :
         {"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "8/8/8/3kr3/8/8/8/KR6 w - - 0 1",
          "8/8/8/3k4/2p5/8/8/K4N2 w - - 0 1"}) {
        Game game{parse_fen(start).value()};
        ASSERT_EQ(use_.tables->probe_wdl(game.position()), Wdl::draw) << start;
        searcher_.forget();
        for (int ply = 0; ply < 60 && !game.outcome(); ++ply) {
            game.play(search(game, 300).verdict.best);
            const auto value = use_.tables->probe_wdl(game.position());
            ASSERT_TRUE(!value || value == Wdl::draw) << to_fen(game.position());
        }
    }
}

}  // namespace
}  // namespace castellan
