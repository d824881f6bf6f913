#include <gtest/gtest.h>
TEST(Xpgn_files, Y) {}
