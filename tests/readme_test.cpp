#include <gtest/gtest.h>
TEST(Xreadme, Y) {}
