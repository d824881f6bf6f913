#include "base/random.h"

#include <gtest/gtest.h>

#include <array>

namespace castellan {
namespace {

TEST(Random, TheSameSeedGivesTheSameNumbers) {
    Random a{7};
    Random b{7};
    Random c{8};
    EXPECT_EQ(a.next(), b.next());
    EXPECT_NE(a.next(), c.next());
}

TEST(Random, BelowCoversItsRangeEvenly) {
    Random random{1};
    std::array<int, 6> counts{};
    for (int i = 0; i < 60'000; ++i) ++counts[random.below(6)];
    for (const int count : counts) EXPECT_NEAR(count, 10'000, 500);
}

}  // namespace
}  // namespace castellan
