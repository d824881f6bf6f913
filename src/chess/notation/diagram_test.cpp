#include "chess/notation/diagram.h"

#include <gtest/gtest.h>

#include "chess/notation/fen.h"

namespace castellan {
namespace {

TEST(Diagram, ShowsTheBoardFromWhitesSide) {
    const auto lines = diagram(parse_fen("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1").value());
    ASSERT_EQ(lines.size(), 9U);
    EXPECT_EQ(lines[0], "8  . . . . k . . .");
    EXPECT_EQ(lines[6], "2  . . . . P . . .");
    EXPECT_EQ(lines[7], "1  R . . . K . . .");
    EXPECT_EQ(lines[8], "   a b c d e f g h");
}

}  // namespace
}  // namespace castellan
