#include "match/opening_maker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "chess/notation/fen.h"

namespace castellan {
namespace {

std::vector<std::string> make(const OpeningOptions& wish, std::stop_token stop = {}) {
    std::vector<std::string> fens;
    make_openings(
        wish,
        [&](const MadeOpening& opening) {
            EXPECT_LE(std::abs(opening.score.raw()), wish.margin);
            EXPECT_FALSE(opening.position.in_check());
            fens.push_back(to_fen(opening.position));
        },
        stop);
    return fens;
}

OpeningOptions small_wish() {
    OpeningOptions wish;
    wish.count = 20;
    wish.nodes = 2'000;
    return wish;
}

TEST(OpeningMaker, MakesDifferentBalancedPositionsForEitherSide) {
    const auto fens = make(small_wish());
    EXPECT_EQ(fens.size(), 20U);
    EXPECT_EQ(std::set<std::string>(fens.begin(), fens.end()).size(), 20U);
    const auto black = std::ranges::count_if(
        fens, [](const std::string& fen) { return fen.find(" b ") != std::string::npos; });
    EXPECT_GT(black, 2);
    EXPECT_LT(black, 18);
}

TEST(OpeningMaker, TheSeedDecidesAndTheThreadsDoNot) {
    OpeningOptions wish = small_wish();
    const auto one = make(wish);
    wish.threads = 3;
    EXPECT_EQ(make(wish), one);
    wish.seed = 2;
    EXPECT_NE(make(wish), one);
}

TEST(OpeningMaker, Chess960BeginsWithItsOwnStarts) {
    OpeningOptions wish = small_wish();
    wish.is_chess960 = true;
    wish.plies = 0;
    wish.margin = 100;
    for (const std::string& fen : make(wish)) EXPECT_TRUE(parse_fen(fen)) << fen;
}

TEST(OpeningMaker, MayBeStopped) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(make(small_wish(), stop.get_token()).empty());
}

}  // namespace
}  // namespace castellan
