// NetworkState: a network while it is learnt, as numbers with fractions; how it lies in memory, how
// it is kept between two runs, and how it becomes the network that is played with.
#pragma once

#include <optional>
#include <span>

#include "base/aligned_vector.h"
#include "base/bytes.h"
#include "eval/nnue/network.h"

namespace castellan::training {

/// Where all weights lie: tile after tile, in each the rows of features, of biases, and of outputs
/// for the mover and for the other; then the outputs' biases.
struct NetworkLayout {
    static constexpr int kTile = nnue::kWidthStep;  // columns that are worked on together

    explicit NetworkLayout(nnue::Shape shape)
        : tiles{static_cast<std::size_t>(shape.width / kTile)},
          bias_row{static_cast<std::size_t>(shape.feature_count())} {}

    /// The first number of a row.
    std::size_t at(std::size_t tile, std::size_t row) const {
        return tile * tile_size + row * kTile;
    }

    std::size_t tiles;
    std::size_t bias_row;
    std::size_t output_row = bias_row + 1;
    std::size_t tile_rows = output_row + 2 * nnue::kBucketCount;
    std::size_t tile_size = tile_rows * kTile;
    std::size_t output_biases = tiles * tile_size;
    std::size_t weight_count = output_biases + nnue::kBucketCount;
};

/// Everything that is learnt, and how far it has come.
struct NetworkState {
    explicit NetworkState(nnue::Shape wanted)
        : shape{wanted},
          weights(NetworkLayout{wanted}.weight_count),
          first_moments(weights.size()),
          second_moments(weights.size()) {}

    nnue::Shape shape;
    AlignedVector<float> weights;
    AlignedVector<float> first_moments;
    AlignedVector<float> second_moments;
    std::uint64_t steps = 0;
    int epochs_done = 0;
};

/// Small random numbers.
NetworkState new_network_state(nnue::Shape shape, std::uint64_t seed);

/// Rounded to the whole numbers that are played with.
nnue::Network quantised(const NetworkState& state);

Bytes to_bytes(const NetworkState& state);
/// Nothing if the bytes are damaged or of another shape.
std::optional<NetworkState> network_state_from(std::span<const std::uint8_t> bytes,
                                               nnue::Shape shape);

}  // namespace castellan::training
