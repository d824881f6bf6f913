// Small, fast, seeded random numbers; the same seed gives the same numbers everywhere.
#pragma once

#include <cstdint>

namespace castellan {

/// SplitMix64 (Steele, Lea, Flood 2014): one 64-bit state, passes the usual test batteries.
class Random {
  public:
    explicit constexpr Random(std::uint64_t seed) : state_{seed} {}

    /// Numbers of its own for each index, so that it does not matter which thread takes them.
    static constexpr Random stream(std::uint64_t seed, std::uint64_t index) {
        return Random{Random{seed}.next() ^ Random{~index}.next()};
    }

    constexpr std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return mixed ^ (mixed >> 31);
    }

    /// A number from 0 to bound - 1; the bias is below 2^-32 for every bound we use.
    constexpr std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
    }

  private:
    std::uint64_t state_;
};

}  // namespace castellan
