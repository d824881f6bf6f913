// Where a slider's attack set stands in its table: PEXT where the CPU has it, magics elsewhere.
#pragma once

#include <array>
#include <cstdint>

#include "chess/bitboard.h"

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace castellan::detail {

// Multipliers found by tools/find_magics: for each square, (occupied & mask) * magic brings a
// perfect hash of the relevant squares into the top bits. attacks_test.cpp checks every one.
extern const std::array<std::uint64_t, kSquareCount> kRookMagics;
extern const std::array<std::uint64_t, kSquareCount> kBishopMagics;

constexpr std::uint64_t magic_index(Bitboard occupied, Bitboard mask, std::uint64_t magic) {
    return ((occupied & mask).bits() * magic) >> (kSquareCount - mask.count());
}

#ifdef __BMI2__
inline std::uint64_t rook_index(Square, Bitboard occupied, Bitboard mask) {
    return _pext_u64(occupied.bits(), mask.bits());
}
inline std::uint64_t bishop_index(Square, Bitboard occupied, Bitboard mask) {
    return _pext_u64(occupied.bits(), mask.bits());
}
#else
inline std::uint64_t rook_index(Square square, Bitboard occupied, Bitboard mask) {
    return magic_index(occupied, mask, kRookMagics[index_of(square)]);
}
inline std::uint64_t bishop_index(Square square, Bitboard occupied, Bitboard mask) {
    return magic_index(occupied, mask, kBishopMagics[index_of(square)]);
}
#endif

}  // namespace castellan::detail
