#include "engine/strength.h"

#include <gtest/gtest.h>

namespace castellan {
namespace {

TEST(Strength, MorePointsNeverMeanAShorterHorizonOrLargerErrors) {
    for (int elo = kLowestElo; elo < kHighestElo; elo += 10) {
        const Strength weaker = strength_at(elo);
        const Strength stronger = strength_at(elo + 10);
        EXPECT_GE(stronger.nodes, weaker.nodes) << elo;
        EXPECT_GE(stronger.depth, weaker.depth) << elo;
        EXPECT_LE(stronger.lines, weaker.lines) << elo;
        EXPECT_LE(stronger.oversight, weaker.oversight) << elo;
        EXPECT_LE(stronger.misjudgement, weaker.misjudgement) << elo;
        EXPECT_LE(stronger.temperature, weaker.temperature) << elo;
        EXPECT_LE(stronger.budget, weaker.budget) << elo;
        EXPECT_LE(stronger.veto, weaker.veto) << elo;
        EXPECT_LE(stronger.habit, weaker.habit) << elo;
        EXPECT_GE(stronger.takes_mate_in_one, weaker.takes_mate_in_one) << elo;
    }
}

TEST(Strength, EveryStrengthCanPlay) {
    for (int elo = kLowestElo; elo <= kHighestElo; elo += 50) {
        const Strength strength = strength_at(elo);
        EXPECT_GE(strength.depth, 1) << elo;
        EXPECT_GE(strength.lines, 1) << elo;
        EXPECT_GT(strength.temperature, 0) << elo;
    }
    EXPECT_FALSE(strength_at(600).takes_mate_in_one);
    EXPECT_TRUE(strength_at(700).takes_mate_in_one);
}

TEST(Strength, WhatLiesOutsideIsBroughtIn) {
    EXPECT_EQ(strength_at(-5).nodes, strength_at(kLowestElo).nodes);
    EXPECT_EQ(strength_at(9000).nodes, strength_at(kHighestElo).nodes);
}

TEST(Strength, SkillGoesInEvenStepsFromTheLowestElo) {
    EXPECT_EQ(elo_of_skill(0), kLowestElo);
    for (int skill = 1; skill < kFullSkill; ++skill)
        EXPECT_EQ(elo_of_skill(skill) - elo_of_skill(skill - 1), 120) << skill;
    EXPECT_LT(elo_of_skill(kFullSkill - 1), kHighestElo);
}

}  // namespace
}  // namespace castellan
