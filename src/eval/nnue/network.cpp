#include "eval/nnue/network.h"

#include <algorithm>
#include <string_view>

namespace castellan::nnue {
namespace {

constexpr std::string_view kMagic = "CASTNNUE";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kHeaderSize = 8 + 3 * 4;  // magic, version, width, length of description
constexpr std::size_t kLongestDescription = 10'000;
constexpr std::size_t kChecksumSize = 4;

std::size_t size_of_numbers(std::size_t width) {
    return 2 * (width * kFeatureCount + width + kBucketCount * 2 * width) + 4 * kBucketCount;
}

void append(Bytes& bytes, std::span<const std::int16_t> numbers) {
    for (const std::int16_t number : numbers)
        append_number(bytes, static_cast<std::uint16_t>(number));
}

void read(std::span<const std::uint8_t> bytes, std::size_t& offset,
          std::span<std::int16_t> numbers) {
    for (std::int16_t& number : numbers) {
        number = static_cast<std::int16_t>(number_at<std::uint16_t>(bytes, offset));
        offset += 2;
    }
}

}  // namespace

Network::Network(int width)
    : width_{width},
      rows_(static_cast<std::size_t>(width) * kFeatureCount),
      bias_(static_cast<std::size_t>(width)),
      outputs_(static_cast<std::size_t>(width) * 2 * kBucketCount) {}

Bytes Network::to_bytes() const {
    Bytes bytes{kMagic.begin(), kMagic.end()};
    append_number(bytes, kVersion);
    append_number(bytes, static_cast<std::uint32_t>(width_));
    append_number(bytes, static_cast<std::uint32_t>(description.size()));
    bytes.insert(bytes.end(), description.begin(), description.end());
    append(bytes, bias_);
    append(bytes, rows_);
    append(bytes, outputs_);
    for (const std::int32_t bias : output_bias_)
        append_number(bytes, static_cast<std::uint32_t>(bias));
    append_number(bytes, crc32(bytes));
    return bytes;
}

Result<Network, NetworkError> Network::parse(std::span<const std::uint8_t> bytes) {
    if (bytes.size() < kHeaderSize ||
        !std::equal(kMagic.begin(), kMagic.end(), bytes.begin(),
                    [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; }))
        return fail(NetworkError::not_a_network, "this is no network of Castellan's");
    if (const auto version = number_at<std::uint32_t>(bytes, 8); version != kVersion)
        return fail(NetworkError::unknown_version,
                    "the network has format " + std::to_string(version) + ", not " +
                        std::to_string(kVersion));
    const auto width = number_at<std::uint32_t>(bytes, 12);
    const auto length = number_at<std::uint32_t>(bytes, 16);
    if (width == 0 || width > kGreatestWidth || width % kWidthStep != 0 ||
        length > kLongestDescription)
        return fail(NetworkError::bad_size, "the network has an impossible size");
    if (bytes.size() != kHeaderSize + length + size_of_numbers(width) + kChecksumSize)
        return fail(NetworkError::bad_size, "the network is not as long as it says");
    const std::size_t end = bytes.size() - kChecksumSize;
    if (crc32(bytes.first(end)) != number_at<std::uint32_t>(bytes, end))
        return fail(NetworkError::damaged, "the network is damaged: its checksum does not fit");

    Network network{static_cast<int>(width)};
    std::size_t offset = kHeaderSize;
    network.description.assign(bytes.begin() + kHeaderSize,
                               bytes.begin() + static_cast<std::ptrdiff_t>(kHeaderSize + length));
    offset += length;
    read(bytes, offset, network.bias_);
    read(bytes, offset, network.rows_);
    read(bytes, offset, network.outputs_);
    for (std::int32_t& bias : network.output_bias_) {
        bias = static_cast<std::int32_t>(number_at<std::uint32_t>(bytes, offset));
        offset += 4;
    }
    const bool fits = std::ranges::all_of(network.outputs_, [](std::int16_t weight) {
        return std::abs(weight) <= kGreatestOutputWeight;
    });
    if (!fits) return fail(NetworkError::damaged, "the network has weights that are too large");
    return network;
}

}  // namespace castellan::nnue
