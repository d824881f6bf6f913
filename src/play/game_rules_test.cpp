#include "play/game_rules.h"

#include <gtest/gtest.h>

#include "chess/notation/fen.h"

namespace castellan {
namespace {

Position position(std::string_view fen) { return parse_fen(fen).value(); }

TEST(GameRules, AFlagLosesUnlessTheOpponentCanNeverMate) {
    struct Case {
        std::string_view fen;
        Color out_of_time;
        PgnResult result;
    };
    for (const Case& each : {
             Case{"8/8/4k3/8/8/3QK3/8/8 w - - 0 1", Color::white, PgnResult::draw},
             Case{"8/8/4k3/8/8/3QK3/8/8 b - - 0 1", Color::black, PgnResult::white_wins},
             Case{"8/5p2/4k3/8/8/3NK3/8/8 b - - 0 1", Color::black, PgnResult::white_wins},
             Case{"8/5p2/4k3/8/8/4K3/8/8 w - - 0 1", Color::white, PgnResult::black_wins},
             Case{"8/8/4k3/8/8/3NK3/8/8 b - - 0 1", Color::black, PgnResult::draw},
         })
        EXPECT_EQ(result_of_flag_fall(position(each.fen), each.out_of_time), each.result)
            << each.fen;
}

TEST(GameRules, ADrawIsTakenWhenWorseOrWhenNothingHappensLate) {
    const Position early;
    const Position late = position("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 60");
    EXPECT_TRUE(engine_accepts_draw(Score::centipawns(-60), early));
    EXPECT_FALSE(engine_accepts_draw(Score::centipawns(0), early));
    EXPECT_TRUE(engine_accepts_draw(Score::centipawns(5), late));
    EXPECT_FALSE(engine_accepts_draw(Score::centipawns(80), late));
    EXPECT_FALSE(engine_accepts_draw(std::nullopt, late));
}

TEST(GameRules, ADrawIsAgreedWhenBothOfferItInARow) {
    DrawOffers offers;
    EXPECT_FALSE(offers.after_move(Color::white, true));
    EXPECT_FALSE(offers.after_move(Color::black, false));
    EXPECT_FALSE(offers.after_move(Color::white, false));
    EXPECT_FALSE(offers.after_move(Color::black, true));
    EXPECT_TRUE(offers.after_move(Color::white, true));
}

TEST(GameRules, WhoSaysThatTheOtherHasWonResigns) {
    EXPECT_EQ(meaning_of_claim(PgnResult::black_wins, Color::white, false), ClaimMeaning::resigns);
    EXPECT_EQ(meaning_of_claim(PgnResult::draw, Color::white, true), ClaimMeaning::takes_draw);
    EXPECT_EQ(meaning_of_claim(PgnResult::draw, Color::white, false), ClaimMeaning::wrong);
    EXPECT_EQ(meaning_of_claim(PgnResult::white_wins, Color::white, true), ClaimMeaning::wrong);
}

TEST(GameRules, OneGoodMoveIsHopeAgain) {
    ResignDecision decision;
    for (int i = 0; i < 3; ++i) EXPECT_FALSE(decision.after_search(Score::centipawns(-1'000)));
    EXPECT_FALSE(decision.after_search(Score::centipawns(-200)));
    for (int i = 0; i < 3; ++i) EXPECT_FALSE(decision.after_search(Score::mated_in(6)));
    EXPECT_TRUE(decision.after_search(Score::mated_in(4)));
}

}  // namespace
}  // namespace castellan
