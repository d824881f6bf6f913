#include "chess/notation/excerpt.h"

#include <gtest/gtest.h>

#include "base/utf8.h"

namespace castellan {
namespace {

TEST(Excerpt, IsOneShortLine) {
    struct Case {
        std::string_view text;
        std::string_view expected;
    };
    constexpr Case kCases[] = {
        {"", ""},
        {"Nf3", "Nf3"},
        {"½–½", "½–½"},
        {"a\nb\r\tc\x1B[2J\x7F", "a b  c [2J "},
        {"a\xC2\x85"
         "b\xC2\x9B"
         "c",
         "a b c"},  // C1 controls
        {"a\xE2\x80\xA8"
         "b",
         "a b"},                   // a line separator
        {"R\xE9ti\x9B", "Réti "},  // Latin-1
        {std::string_view{"a\0b", 3}, "a b"},
    };
    for (const auto& [text, expected] : kCases) EXPECT_EQ(excerpt(text), expected) << text;
}

TEST(Excerpt, LongTextIsCutBetweenCharacters) {
    EXPECT_EQ(excerpt(std::string(300, '9')), std::string(40, '9'));
    std::string text = "x";
    for (int i = 0; i < 100; ++i) text += "♘";
    EXPECT_TRUE(is_valid_utf8(excerpt(text)));
    EXPECT_LE(excerpt(text).size(), 40U);
    EXPECT_GE(excerpt(text).size(), 37U);
}

}  // namespace
}  // namespace castellan
