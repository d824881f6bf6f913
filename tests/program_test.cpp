#include <gtest/gtest.h>
TEST(Xprogram, Y) {}
