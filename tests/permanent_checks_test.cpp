// Two checks that every version has to pass: thinking more must pay. If it does not, the table or
// the search lies somewhere, and that costs more than any feature gains.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "tests/support/self_play.h"

namespace castellan {
namespace {

/// Enough games to measure with CASTELLAN_CHECKS=all, else enough to see a wrong sign.
bool wants_all() {
    const char* const wish = std::getenv("CASTELLAN_CHECKS");
    return wish != nullptr && std::string_view{wish} == "all";
}

double elo(double score) { return -400 * std::log10(1 / score - 1); }

double score_of(const Limits& more, const Limits& less, int pair_count) {
    Engine first;
    Engine second;
    return match_score(searching_player(first, more), searching_player(second, less), pair_count,
                       2026, [&] {
                           first.new_game();
                           second.new_game();
                       });
}

TEST(PermanentChecks, MoreDepthBeatsLessWithAKeptTable) {
    if (CASTELLAN_IS_SANITIZED) GTEST_SKIP() << "too slow with sanitizers";
    Limits deeper;
    deeper.depth = 7;
    Limits shallower;
    shallower.depth = 5;
    const double score = score_of(deeper, shallower, wants_all() ? 200 : 20);
    std::printf("depth 7 v 5: %.1f %%, %+.0f Elo\n", 100 * score, elo(score));
    EXPECT_GT(score, 0.6);
}

TEST(PermanentChecks, TwiceTheNodesGain) {
    if (CASTELLAN_IS_SANITIZED) GTEST_SKIP() << "too slow with sanitizers";
    const bool measures = wants_all();
    Limits more;
    more.nodes = measures ? 32'000 : 4'000;
    Limits less;
    less.nodes = *more.nodes / 2;
    const double score = score_of(more, less, measures ? 200 : 30);
    std::printf("twice the nodes: %.1f %%, %+.0f Elo\n", 100 * score, elo(score));
    EXPECT_GT(score, 0.5);  // 60 games tell no more than the sign
    // 400 games tell the size to about 30 Elo. With clocks twice the time is worth 70 to 120; at so
    // few nodes it is more: Stockfish 15.1 gains 184 +- 42 from 4,000 to 8,000, and 151 +- 48 from
    // 32,000 to 64,000.
    if (measures) {
        EXPECT_GT(elo(score), 70);
        EXPECT_LT(elo(score), 240);
    }
}

}  // namespace
}  // namespace castellan
