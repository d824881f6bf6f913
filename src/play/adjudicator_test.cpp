#include "play/adjudicator.h"

#include <gtest/gtest.h>

#include "chess/notation/san.h"

namespace castellan {
namespace {

/// Knights go out and back; each ply comes with the score that its mover names.
class KnightDance {
  public:
    explicit KnightDance(const AdjudicationRules& rules) : adjudicator_{rules} {}

    std::optional<Adjudication> ply(int score) {
        constexpr std::string_view kMoves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
        game_.play(parse_san(game_.position(), kMoves[game_.ply() % 4]).value());
        return adjudicator_.after_move(game_, Thought{.score = Score::centipawns(score)});
    }

  private:
    Game game_;
    Adjudicator adjudicator_;
};

TEST(Adjudicator, CallsAWinWhenBothSidesHaveSaidSo) {
    KnightDance dance{{.draw = {}, .resign = ResignRule{3, 1'500, true}, .tables = nullptr}};
    for (int i = 0; i < 2; ++i) {
        EXPECT_FALSE(dance.ply(1'600));
        EXPECT_FALSE(dance.ply(-1'600));
    }
    EXPECT_FALSE(dance.ply(1'400));  // one doubt begins the count anew
    for (int i = 0; i < 2; ++i) {
        EXPECT_FALSE(dance.ply(-1'500));
        EXPECT_FALSE(dance.ply(1'600));
    }
    EXPECT_FALSE(dance.ply(-1'500));
    const auto end = dance.ply(1'600);
    ASSERT_TRUE(end);
    EXPECT_EQ(end->result, PgnResult::white_wins);
}

TEST(Adjudicator, CallsADrawOnlyLateInTheGame) {
    KnightDance dance{{.draw = DrawRule{40, 5, 10}, .resign = {}, .tables = nullptr}};
    for (int ply = 0; ply < 78; ++ply) ASSERT_FALSE(dance.ply(0)) << ply;
    for (int ply = 0; ply < 9; ++ply) ASSERT_FALSE(dance.ply(ply % 2 == 0 ? 10 : -10)) << ply;
    const auto end = dance.ply(0);
    ASSERT_TRUE(end);
    EXPECT_EQ(end->result, PgnResult::draw);
}

}  // namespace
}  // namespace castellan
