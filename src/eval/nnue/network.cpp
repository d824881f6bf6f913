#include "eval/nnue/network.h"

#include <algorithm>
#include <string_view>

namespace castellan::nnue {
namespace {

constexpr std::string_view kMagic = "CASTNNUE";
constexpr std::uint32_t kVersion = 2;
constexpr std::size_t kHeaderSize =
    8 + 4 * 4;  // magic, version, width, king buckets, description's length
constexpr std::size_t kLongestDescription = 10'000;
constexpr std::size_t kChecksumSize = 4;

std::size_t size_of_numbers(Shape shape) {
    const auto rows = static_cast<std::size_t>(shape.feature_count() + 1 + 2 * kBucketCount);
    return 2 * rows * static_cast<std::size_t>(shape.width) + 4 * kBucketCount;
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

bool Shape::is_possible() const {
    return width > 0 && width <= kGreatestWidth && width % kWidthStep == 0 && king_buckets > 0 &&
           kMostKingBuckets % king_buckets == 0;
}

Network::Network(Shape shape)
    : shape_{shape},
      rows_(static_cast<std::size_t>(shape.width * shape.feature_count())),
      bias_(static_cast<std::size_t>(shape.width)),
      outputs_(static_cast<std::size_t>(shape.width * 2 * kBucketCount)) {}

Bytes Network::to_bytes() const {
    Bytes bytes{kMagic.begin(), kMagic.end()};
    append_number(bytes, kVersion);
    append_number(bytes, static_cast<std::uint32_t>(shape_.width));
    append_number(bytes, static_cast<std::uint32_t>(shape_.king_buckets));
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
        return fail(NetworkError::unknown_version, "the network has format " +
                                                       std::to_string(version) + ", not " +
                                                       std::to_string(kVersion));
    const Shape shape{.width = static_cast<int>(number_at<std::uint32_t>(bytes, 12)),
                      .king_buckets = static_cast<int>(number_at<std::uint32_t>(bytes, 16))};
    const auto length = number_at<std::uint32_t>(bytes, 20);
    if (!shape.is_possible() || length > kLongestDescription)
        return fail(NetworkError::bad_size, "the network has an impossible size");
    if (bytes.size() != kHeaderSize + length + size_of_numbers(shape) + kChecksumSize)
        return fail(NetworkError::bad_size, "the network is not as long as it says");
    const std::size_t end = bytes.size() - kChecksumSize;
    if (crc32(bytes.first(end)) != number_at<std::uint32_t>(bytes, end))
        return fail(NetworkError::damaged, "the network is damaged: its checksum does not fit");

    Network network{shape};
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
