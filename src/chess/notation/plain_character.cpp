#include "chess/notation/plain_character.h"

namespace castellan {
namespace {

struct Typographic {
    std::string_view text;
    char plain;
};

// The minus sign and the hyphens, dashes and bars that are drawn like it; figurines come in the
// order of Unicode, white before black.
constexpr Typographic kTypographic[] = {
    {"\u2010", '-'}, {"\u2011", '-'}, {"\u2012", '-'}, {"\u2013", '-'}, {"\u2014", '-'},
    {"\u2015", '-'}, {"\u2212", '-'}, {"\u2043", '-'}, {"\uFE58", '-'}, {"\uFE63", '-'},
    {"\uFF0D", '-'}, {"\u00AD", '-'}, {"\u2044", '/'}, {"\u2215", '/'}, {"\u00D7", 'x'},
    {"\u2654", 'K'}, {"\u2655", 'Q'}, {"\u2656", 'R'}, {"\u2657", 'B'}, {"\u2658", 'N'},
    {"\u2659", 'P'}, {"\u265A", 'K'}, {"\u265B", 'Q'}, {"\u265C", 'R'}, {"\u265D", 'B'},
    {"\u265E", 'N'}, {"\u265F", 'P'},
};

}  // namespace

char take_plain_character(std::string_view& text) {
    char plain = text.front();
    std::size_t length = 1;
    if (static_cast<unsigned char>(plain) >= 0x80) {
        plain = '\0';
        for (const Typographic& character : kTypographic)
            if (text.starts_with(character.text)) {
                plain = character.plain;
                length = character.text.size();
                break;
            }
    }
    text.remove_prefix(length);
    return plain;
}

}  // namespace castellan
