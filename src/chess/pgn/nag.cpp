#include "chess/pgn/nag.h"

#include <algorithm>
#include <iterator>

namespace castellan {
namespace {

struct Glyph {
    std::string_view text;
    Nag nag;
};

// The first text of each number is the one that is written.
constexpr Glyph kGlyphs[] = {
    {"!", 1},    {"?", 2},    {"!!", 3},   {"??", 4},   {"!?", 5},   {"?!", 6},  {"□", 7},
    {"=", 10},   {"∞", 13},   {"⩲", 14},   {"+=", 14},  {"+/=", 14}, {"⩱", 15},  {"=+", 15},
    {"=/+", 15}, {"±", 16},   {"+/-", 16}, {"∓", 17},   {"-/+", 17}, {"+-", 18}, {"+−", 18},
    {"-+", 19},  {"−+", 19},  {"⨀", 22},   {"⟳", 32},   {"→", 36},   {"↑", 36},  {"⇆", 132},
    {"⯹", 44}, {"=/∞", 44}, {"N", 146},  {"TN", 146}, {"∆", 140},  {"⊕", 138},
};

}  // namespace

std::optional<Nag> nag_from_glyph(std::string_view glyph) {
    const auto* const found = std::ranges::find(kGlyphs, glyph, &Glyph::text);
    if (found == std::end(kGlyphs)) return std::nullopt;
    return found->nag;
}

std::string_view glyph_of(Nag nag) {
    const auto* const found = std::ranges::find(kGlyphs, nag, &Glyph::nag);
    return found == std::end(kGlyphs) ? std::string_view{} : found->text;
}

}  // namespace castellan
