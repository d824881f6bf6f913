// The opening table, by ECO volume: what is played, and what it is called.
#pragma once

#include <array>
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
std::span<const OpeningLine> opening_volume_c_french();
std::span<const OpeningLine> opening_volume_c_open_games();
std::span<const OpeningLine> opening_volume_c_ruy_lopez();
std::span<const OpeningLine> opening_volume_d();
std::span<const OpeningLine> opening_volume_e();

inline std::array<std::span<const OpeningLine>, 7> opening_volumes() {
    return {opening_volume_a(),
            opening_volume_b(),
            opening_volume_c_french(),
            opening_volume_c_open_games(),
            opening_volume_c_ruy_lopez(),
            opening_volume_d(),
            opening_volume_e()};
}

}  // namespace castellan
