// Two checks that every version has to pass: thinking more must pay. If it does not, the table or
// the search lies somewhere, and that costs more than any feature gains.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "tests/self_play.h"

namespace castellan {
namespace {

/// Pairs of games: enough to see a wrong sign, or with CASTELLAN_CHECKS=all enough to measure.
int pairs(int few, int many) {
    const char* const wish = std::getenv("CASTELLAN_CHECKS");
    return wish != nullptr && std::string_view{wish} == "all" ? many : few;
}

double elo(double score) { return -400 * std::log10(1 / score - 1); }

double score_of(const Limits& more, const Limits& less, int pair_count) {
    Searcher first;
    Searcher second;
    return match_score(searching_player(first, more), searching_player(second, less), pair_count,
                       2026, [&] {
                           first.forget();
                           second.forget();
                       });
}

TEST(PermanentChecks, MoreDepthBeatsLessWithAKeptTable) {
    if (CASTELLAN_IS_SANITIZED) GTEST_SKIP() << "too slow with sanitizers";
    Limits deeper;
    deeper.depth = 7;
    Limits shallower;
    shallower.depth = 5;
    const double score = score_of(deeper, shallower, pairs(20, 200));
    std::printf("depth 7 v 5: %.1f %%, %+.0f Elo\n", 100 * score, elo(score));
    EXPECT_GT(score, 0.6);
}

TEST(PermanentChecks, TwiceTheNodesGain) {
    if (CASTELLAN_IS_SANITIZED) GTEST_SKIP() << "too slow with sanitizers";
    const int pair_count = pairs(30, 500);
    Limits more;
    more.nodes = 4'000;
    Limits less;
    less.nodes = 2'000;
    const double score = score_of(more, less, pair_count);
    std::printf("twice the nodes: %.1f %%, %+.0f Elo\n", 100 * score, elo(score));
    // 60 games tell no more than the sign; 1,000 tell the size to about 20 Elo.
    if (pair_count < 100) {
        EXPECT_GT(score, 0.5);
    } else {
        EXPECT_GT(elo(score), 50);
        EXPECT_LT(elo(score), 160);
    }
}

}  // namespace
}  // namespace castellan
