// The two sides.
#pragma once

#include <cstdint>
#include <string>

namespace castellan {

enum class Color : std::uint8_t { white, black };

constexpr Color operator!(Color color) {
    return color == Color::white ? Color::black : Color::white;
}
constexpr int index_of(Color color) { return static_cast<int>(color); }

/// As sentences begin with it.
inline std::string side_name(Color color) { return color == Color::white ? "White" : "Black"; }

inline constexpr Color kColors[] = {Color::white, Color::black};

}  // namespace castellan
