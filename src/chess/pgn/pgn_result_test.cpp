#include "chess/pgn/pgn_result.h"

#include <gtest/gtest.h>

namespace castellan {
namespace {

struct Written {
    std::string_view text;
    PgnResult expected;
};

constexpr Written kResults[] = {
    {"1-0", PgnResult::white_wins},
    {"0-1", PgnResult::black_wins},
    {"1/2-1/2", PgnResult::draw},
    {"1/2", PgnResult::draw},
    {"*", PgnResult::unknown},
    {"1\u20100", PgnResult::white_wins},  // a hyphen
    {"1\u20110", PgnResult::white_wins},  // a non-breaking hyphen
    {"0\u20121", PgnResult::black_wins},  // a figure dash
    {"1\u20130", PgnResult::white_wins},  // an en dash
    {"0\u20141", PgnResult::black_wins},  // an em dash
    {"1\u20150", PgnResult::white_wins},  // a horizontal bar
    {"1\u22120", PgnResult::white_wins},  // a minus sign
    {"0\uFF0D1", PgnResult::black_wins},  // a full-width hyphen
    {"1/2\u20131/2", PgnResult::draw},
    {"1\u20442\u22121\u20442", PgnResult::draw},  // fraction slashes
    {"½-½", PgnResult::draw},
    {"½\u2013½", PgnResult::draw},
    {"½", PgnResult::draw},
    {"1\x96"
     "0",
     PgnResult::white_wins},  // Windows-1252
    {"\xBD-\xBD", PgnResult::draw},
};

TEST(PgnResult, IsReadWithDashesOfAnyKind) {
    for (const auto& [text, expected] : kResults) {
        const auto result = result_from_text(text);
        ASSERT_TRUE(result) << text;
        EXPECT_EQ(*result, expected) << text;
    }
}

TEST(PgnResult, MovesAndNumbersAreNone) {
    for (const std::string_view text : {"", "1", "1.", "0-0", "0\u20130", "O-O", "1-", "\u2013",
                                        "1\u2013\u20130", "½½", "e4", "2-0", "1\u20131"})
        EXPECT_FALSE(result_from_text(text)) << text;
}

}  // namespace
}  // namespace castellan
