#include <gtest/gtest.h>
TEST(Xlayers, Y) {}
