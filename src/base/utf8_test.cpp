#include "base/utf8.h"

#include <gtest/gtest.h>

namespace castellan {
namespace {

TEST(Utf8, ValidTextIsRecognised) {
    for (const std::string_view text : {"", "plain", "Réti", "Владимир", "♔", "😀"})
        EXPECT_TRUE(is_valid_utf8(text)) << text;
}

TEST(Utf8, InvalidSequencesAreRefused) {
    for (const std::string_view text : {"\x80", "\xC3", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80",
                                        "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "a\xFF"})
        EXPECT_FALSE(is_valid_utf8(text)) << text;
}

TEST(Utf8, Latin1BecomesUtf8) {
    EXPECT_EQ(utf8_from_latin1("R\xE9ti"), "Réti");
    EXPECT_EQ(utf8_from_latin1("plain"), "plain");
}

TEST(Utf8, ACutLeavesNoPartOfACharacter) {
    for (const std::string_view whole : {"", "abc", "Réti", "♔"})
        EXPECT_EQ(without_partial_character(whole), whole);
    for (const std::string_view cut : {"ab\xC3", "ab\xE2\x99", "ab\xE2", "ab\xF0\x9F\x98"})
        EXPECT_EQ(without_partial_character(cut), "ab");
}

}  // namespace
}  // namespace castellan
