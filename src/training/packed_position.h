// PackedPosition: everything that a position needs to be played on from, in 32 bytes.
#pragma once

#include <array>
#include <optional>

#include "chess/position.h"

namespace castellan::training {

/// Occupied squares (8 bytes, a1 in the lowest bit); the pieces on them, four bits each in the
/// order of their squares (16); flags (1); the square passed by a double step (1); the halfmove
/// clock (2); the move number (4). A rook that may castle is a piece of its own.
inline constexpr std::size_t kPackedPositionSize = 32;
using PackedPosition = std::array<std::uint8_t, kPackedPositionSize>;

PackedPosition pack(const Position& position);
/// Nothing if the bytes describe no sane position.
std::optional<Position> unpack(const PackedPosition& packed);

}  // namespace castellan::training
