// The opening table, by ECO volume: what is played, and what it is called.
#pragma once

#include <span>
#include <string_view>

namespace castellan {

struct OpeningLine {
    std::string_view eco;    // "B90"
    std::string_view name;   // "Sicilian Defence: Najdorf Variation"
    std::string_view moves;  // SAN from the starting position, without move numbers
};

std::span<const OpeningLine> opening_volume_a();
std::span<const OpeningLine> opening_volume_b();
std::span<const OpeningLine> opening_volume_c();
std::span<const OpeningLine> opening_volume_d();
std::span<const OpeningLine> opening_volume_e();

}  // namespace castellan
