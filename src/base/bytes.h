// Numbers in files: little-endian whatever the machine, with a checksum over what was written.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

namespace castellan {

using Bytes = std::vector<std::uint8_t>;

template <std::unsigned_integral Number>
void append_number(Bytes& bytes, Number number) {
    for (std::size_t i = 0; i < sizeof(Number); ++i)
        bytes.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
}

/// The number that starts at `offset`; the caller has made sure that it is all there.
template <std::unsigned_integral Number>
Number number_at(std::span<const std::uint8_t> bytes, std::size_t offset) {
    Number number = 0;
    for (std::size_t i = 0; i < sizeof(Number); ++i)
        number = static_cast<Number>(number | static_cast<Number>(bytes[offset + i]) << (8 * i));
    return number;
}

namespace detail {

constexpr std::array<std::uint32_t, 256> make_crc_table() {
    constexpr std::uint32_t kReversedPolynomial = 0xEDB88320;
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit)
            rest = rest >> 1 ^ ((rest & 1) != 0 ? kReversedPolynomial : 0);
        table[byte] = rest;
    }
    return table;
}
inline constexpr auto kCrcTable = make_crc_table();

}  // namespace detail

/// CRC-32 as in zip files and Ethernet: no change of up to 32 bits in a row goes unseen.
inline std::uint32_t crc32(std::span<const std::uint8_t> bytes) {
    std::uint32_t rest = 0xFFFFFFFF;
    for (const std::uint8_t byte : bytes)
        rest = rest >> 8 ^ detail::kCrcTable[(rest ^ byte) & 0xFF];
    return ~rest;
}

}  // namespace castellan
