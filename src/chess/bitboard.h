// Bitboard: a set of squares in one machine word.
#pragma once

#include <bit>
#include <cstdint>

#include "chess/square.h"

namespace castellan {

class Bitboard {
  public:
    constexpr Bitboard() = default;
    explicit constexpr Bitboard(std::uint64_t bits) : bits_{bits} {}
    constexpr Bitboard(Square square) : bits_{std::uint64_t{1} << index_of(square)} {}  // NOLINT

    constexpr std::uint64_t bits() const { return bits_; }
    constexpr bool empty() const { return bits_ == 0; }
    constexpr bool any() const { return bits_ != 0; }
    constexpr bool has(Square square) const { return (bits_ >> index_of(square) & 1) != 0; }
    constexpr int count() const { return std::popcount(bits_); }
    constexpr bool several() const { return (bits_ & (bits_ - 1)) != 0; }

    /// The lowest square; the set must not be empty.
    constexpr Square first() const { return static_cast<Square>(std::countr_zero(bits_)); }
    constexpr void remove_first() { bits_ &= bits_ - 1; }

    friend constexpr Bitboard operator&(Bitboard a, Bitboard b) {
        return Bitboard{a.bits_ & b.bits_};
    }
    friend constexpr Bitboard operator|(Bitboard a, Bitboard b) {
        return Bitboard{a.bits_ | b.bits_};
    }
    friend constexpr Bitboard operator^(Bitboard a, Bitboard b) {
        return Bitboard{a.bits_ ^ b.bits_};
    }
    constexpr Bitboard operator~() const { return Bitboard{~bits_}; }
    constexpr Bitboard& operator&=(Bitboard other) { return *this = *this & other; }
    constexpr Bitboard& operator|=(Bitboard other) { return *this = *this | other; }
    constexpr Bitboard& operator^=(Bitboard other) { return *this = *this ^ other; }
    friend constexpr bool operator==(Bitboard, Bitboard) = default;

    /// Visits the squares from a1 to h8.
    class Iterator {
      public:
        explicit constexpr Iterator(std::uint64_t rest) : rest_{rest} {}
        constexpr Square operator*() const { return static_cast<Square>(std::countr_zero(rest_)); }
        constexpr Iterator& operator++() {
            rest_ &= rest_ - 1;
            return *this;
        }
        friend constexpr bool operator==(Iterator, Iterator) = default;

      private:
        std::uint64_t rest_;
    };
    constexpr Iterator begin() const { return Iterator{bits_}; }
    constexpr Iterator end() const { return Iterator{0}; }

  private:
    std::uint64_t bits_ = 0;
};

constexpr Bitboard squares_of(File file) {
    return Bitboard{0x0101010101010101ULL << index_of(file)};
}
constexpr Bitboard squares_of(Rank rank) { return Bitboard{0xFFULL << (8 * index_of(rank))}; }

inline constexpr Bitboard kAllSquares{~0ULL};
inline constexpr Bitboard kLightSquares{0x55AA55AA55AA55AAULL};
inline constexpr Bitboard kDarkSquares = ~kLightSquares;

/// Moves every square by kDelta, one step at most sideways; what leaves the board is lost.
template <int kDelta>
constexpr Bitboard shift(Bitboard set) {
    static_assert(kDelta == 8 || kDelta == -8 || kDelta == 7 || kDelta == -7 || kDelta == 9 ||
                  kDelta == -9 || kDelta == 1 || kDelta == -1);
    constexpr bool kEast = kDelta == 1 || kDelta == 9 || kDelta == -7;
    constexpr bool kWest = kDelta == -1 || kDelta == -9 || kDelta == 7;
    if constexpr (kEast) set &= ~squares_of(File::h);
    if constexpr (kWest) set &= ~squares_of(File::a);
    if constexpr (kDelta > 0)
        return Bitboard{set.bits() << kDelta};
    else
        return Bitboard{set.bits() >> -kDelta};
}

}  // namespace castellan
