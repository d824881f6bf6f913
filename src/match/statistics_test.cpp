#include "match/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "match/sprt.h"

namespace castellan {
namespace {

constexpr double kHalfDigit = 0.005000001;  // of a number printed with two decimals

struct KnownMatch {
    Score3 score;
    Pentanomial pairs;
    Estimate elo;
    Estimate nelo;
    double los_percent;
    SprtSettings sprt;
    double llr;
};

// What an independent runner printed for two finished matches.
const KnownMatch kKnownMatches[] = {
    {{29, 24, 143},
     {53, 17, 22, 3, 3},
     {-231.02, 56.40},
     {-268.06, 48.64},
     0.00,
     {0, 10, 0.05, 0.05, SprtModel::normalized},
     -2.97},
    {{112, 26, 62},
     {10, 8, 37, 12, 33},
     {88.74, 47.28},
     {95.05, 48.15},
     99.99,
     {0, 5, 0.05, 0.05, SprtModel::logistic},
     0.73},
};

TEST(Statistics, AgreeWithAnIndependentRunnerToThePrintedDigits) {
    for (const KnownMatch& known : kKnownMatches) {
        const Outcomes outcomes = Outcomes::of_pairs(known.pairs);
        EXPECT_NEAR(elo_difference(outcomes).value, known.elo.value, kHalfDigit);
        EXPECT_NEAR(elo_difference(outcomes).error, known.elo.error, kHalfDigit);
        EXPECT_NEAR(normalized_elo(outcomes).value, known.nelo.value, kHalfDigit);
        EXPECT_NEAR(normalized_elo(outcomes).error, known.nelo.error, kHalfDigit);
        EXPECT_NEAR(100 * likelihood_of_superiority(outcomes), known.los_percent, kHalfDigit);
        EXPECT_NEAR(sprt_status(known.sprt, outcomes).llr, known.llr, kHalfDigit);
        EXPECT_NEAR(known.score.share(), outcomes.mean(), 1e-12) << "both count the same games";
    }
}

TEST(Statistics, AnEvenMatchSaysNothing) {
    const Outcomes outcomes = Outcomes::of_pairs({5, 10, 20, 10, 5});
    EXPECT_NEAR(elo_difference(outcomes).value, 0, 1e-9);
    EXPECT_GT(elo_difference(outcomes).error, 1);
    EXPECT_NEAR(normalized_elo(outcomes).value, 0, 1e-9);
    EXPECT_NEAR(likelihood_of_superiority(outcomes), 0.5, 1e-9);
}

TEST(Statistics, NoGamesAndOneSidedGamesGiveFiniteNumbers) {
    for (const Outcomes& outcomes :
         {Outcomes::of_pairs({}), Outcomes::of_games({}), Outcomes::of_pairs({0, 0, 0, 0, 9}),
          Outcomes::of_pairs({0, 0, 7, 0, 0}), Outcomes::of_games({0, 0, 3})}) {
        EXPECT_TRUE(std::isfinite(elo_difference(outcomes).value));
        EXPECT_TRUE(std::isfinite(elo_difference(outcomes).error));
        EXPECT_TRUE(std::isfinite(normalized_elo(outcomes).value));
        EXPECT_TRUE(std::isfinite(likelihood_of_superiority(outcomes)));
        for (const SprtModel model : {SprtModel::logistic, SprtModel::normalized})
            EXPECT_TRUE(std::isfinite(sprt_status({0, 5, 0.05, 0.05, model}, outcomes).llr));
    }
}

TEST(Statistics, PairsThatCancelOutKnowMoreThanTheirGamesAlone) {
    // Every opening decides both games: single games look like noise, pairs do not.
    const Estimate by_pairs = elo_difference(Outcomes::of_pairs({0, 10, 80, 10, 0}));
    const Estimate by_games = elo_difference(Outcomes::of_games({90, 20, 90}));
    EXPECT_LT(by_pairs.error, by_games.error / 2);
}

TEST(Sprt, DecidesAtItsBounds) {
    const SprtSettings settings{0, 10, 0.05, 0.05, SprtModel::normalized};
    EXPECT_NEAR(sprt_status(settings, Outcomes::of_pairs({})).upper, 2.944, 0.001);
    EXPECT_NEAR(sprt_status(settings, Outcomes::of_pairs({})).lower, -2.944, 0.001);
    const auto verdict = [&](const Pentanomial& pairs) {
        return sprt_status(settings, Outcomes::of_pairs(pairs)).verdict;
    };
    EXPECT_EQ(verdict({53, 17, 22, 3, 3}), SprtVerdict::accept_h0);
    EXPECT_EQ(verdict({0, 20, 100, 90, 10}), SprtVerdict::accept_h1);
    EXPECT_EQ(verdict({1, 2, 5, 2, 1}), SprtVerdict::undecided);
}

}  // namespace
}  // namespace castellan
