#include "training/network_state.h"

#include <bit>
#include <cmath>

#include "base/random.h"

namespace castellan::training {
namespace {

constexpr std::uint64_t kStateMagic = 0x3254'5345'5254'5343;  // "CSTREST2"

std::int16_t rounded(float value, int unit) {
    return static_cast<std::int16_t>(std::lround(value * static_cast<float>(unit)));
}

}  // namespace

NetworkState new_network_state(nnue::Shape shape, std::uint64_t seed) {
    NetworkState state{shape};
    const NetworkLayout layout{shape};
    Random random{seed};
    const auto uniform = [&](float limit) {
        return limit *
               (static_cast<float>(random.below(1U << 24)) / static_cast<float>(1U << 23) - 1);
    };
    const float out_limit = 1 / std::sqrt(2.0F * static_cast<float>(shape.width));
    for (std::size_t tile = 0; tile < layout.tiles; ++tile)
        for (std::size_t row = 0; row < layout.tile_rows; ++row)
            for (std::size_t c = 0; c < NetworkLayout::kTile; ++c) {
                // About thirty features are active at a time.
                const float value = row < layout.bias_row    ? uniform(0.1F)
                                    : row == layout.bias_row ? 0.1F
                                                             : uniform(out_limit);
                state.weights[layout.at(tile, row) + c] = value;
            }
    return state;
}

nnue::Network quantised(const NetworkState& state) {
    nnue::Network network{state.shape};
    const NetworkLayout layout{state.shape};
    const auto width = static_cast<std::size_t>(state.shape.width);
    for (std::size_t column = 0; column < width; ++column) {
        const auto weight = [&](std::size_t row) {
            return state.weights[layout.at(column / NetworkLayout::kTile, row) +
                                 column % NetworkLayout::kTile];
        };
        for (int f = 0; f < state.shape.feature_count(); ++f)
            network.row(f)[column] = rounded(weight(static_cast<std::size_t>(f)), nnue::kUnit);
        network.bias()[column] = rounded(weight(layout.bias_row), nnue::kUnit);
        for (std::size_t row = 0; row < 2 * nnue::kBucketCount; ++row)
            network.output(static_cast<int>(row / 2))[row % 2 * width + column] =
                rounded(weight(layout.output_row + row), nnue::kOutputUnit);
    }
    for (int bucket = 0; bucket < nnue::kBucketCount; ++bucket) {
        const float bias = state.weights[layout.output_biases + static_cast<std::size_t>(bucket)];
        network.set_output_bias(
            bucket, static_cast<std::int32_t>(std::lround(bias * nnue::kUnit * nnue::kOutputUnit)));
    }
    return network;
}

Bytes to_bytes(const NetworkState& state) {
    Bytes bytes;
    append_number(bytes, kStateMagic);
    append_number(bytes, static_cast<std::uint64_t>(state.shape.width));
    append_number(bytes, static_cast<std::uint64_t>(state.shape.king_buckets));
    append_number(bytes, state.steps);
    append_number(bytes, static_cast<std::uint64_t>(state.epochs_done));
    for (const auto* const part : {&state.weights, &state.first_moments, &state.second_moments})
        for (const float value : *part) append_number(bytes, std::bit_cast<std::uint32_t>(value));
    append_number(bytes, crc32(bytes));
    return bytes;
}

std::optional<NetworkState> network_state_from(std::span<const std::uint8_t> bytes,
                                               nnue::Shape shape) {
    const std::size_t count = NetworkLayout{shape}.weight_count;
    constexpr std::size_t kHead = 5 * 8;
    if (bytes.size() != kHead + 3 * 4 * count + 4 ||
        number_at<std::uint64_t>(bytes, 0) != kStateMagic ||
        number_at<std::uint64_t>(bytes, 8) != static_cast<std::uint64_t>(shape.width) ||
        number_at<std::uint64_t>(bytes, 16) != static_cast<std::uint64_t>(shape.king_buckets) ||
        number_at<std::uint32_t>(bytes, bytes.size() - 4) != crc32(bytes.first(bytes.size() - 4)))
        return std::nullopt;
    NetworkState state{shape};
    state.steps = number_at<std::uint64_t>(bytes, 24);
    state.epochs_done = static_cast<int>(number_at<std::uint64_t>(bytes, 32));
    std::size_t offset = kHead;
    for (auto* const part : {&state.weights, &state.first_moments, &state.second_moments})
        for (float& value : *part) {
            value = std::bit_cast<float>(number_at<std::uint32_t>(bytes, offset));
            offset += 4;
        }
    return state;
}

}  // namespace castellan::training
