#include "base/text.h"

#include <gtest/gtest.h>

namespace castellan {
namespace {

TEST(Text, WordsAreCutAtAnyBlanks) {
    std::string_view text = " \t one\r\n two\v";
    EXPECT_EQ(take_word(text), "one");
    EXPECT_EQ(take_word(text), "two");
    EXPECT_EQ(take_word(text), "");
}

TEST(Text, TrimTakesBlanksFromBothEndsOnly) {
    EXPECT_EQ(trim("  a b \n"), "a b");
    EXPECT_EQ(trim(" \t "), "");
}

TEST(Text, WhatIsQuotedStaysOnItsLine) {
    EXPECT_EQ(as_one_line(std::string_view{"a\nb\rc\0d\x1B\x7F\te\xC3\xA4", 13}),
              "a?b?c?d??\te\xC3\xA4");
}

TEST(Text, ANumberIsTheWholeText) {
    EXPECT_EQ(parse_number<int>("42"), 42);
    EXPECT_EQ(parse_number<int>("-7"), -7);
    for (const std::string_view bad : {"", "4x", " 4", "4 ", "+4", "0x10", "99999999999", "1.5"})
        EXPECT_FALSE(parse_number<int>(bad)) << bad;
}

}  // namespace
}  // namespace castellan
