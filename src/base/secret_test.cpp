#include "base/secret.h"

#include <gtest/gtest.h>

namespace castellan {
namespace {

TEST(Secret, IsLongAndNeverTheSame) {
    EXPECT_EQ(make_secret().size(), 32U);
    EXPECT_NE(make_secret(), make_secret());
}

TEST(Secret, IsComparedWhole) {
    EXPECT_TRUE(is_same_secret("abc", "abc"));
    EXPECT_FALSE(is_same_secret("abc", "abd"));
    EXPECT_FALSE(is_same_secret("abc", "ab"));
}

}  // namespace
}  // namespace castellan
