// Network: 768 features for each side (and king bucket), one wide layer that both sides share,
// squared and clipped, and one output for each number of pieces. Weights are whole numbers.
#pragma once

#include <span>
#include <string>

#include "base/aligned_vector.h"
#include "base/bytes.h"
#include "base/result.h"
#include "eval/nnue/nnue_features.h"

namespace castellan::nnue {

inline constexpr int kUnit = 255;       // 1.0 in the wide layer
inline constexpr int kOutputUnit = 64;  // 1.0 among the output's weights
inline constexpr int kScale = 400;      // centipawns for an output of 1.0
inline constexpr int kWidthStep = 64;
inline constexpr int kGreatestWidth = 1'024;
/// Beyond this, a product in the output would not fit into 16 bits.
inline constexpr int kGreatestOutputWeight = 127;

struct Shape {
    int width = 256;
    int king_buckets = 1;  // 1, 2, 4 or 8

    int feature_count() const { return king_buckets * kFeatureCount; }
    bool is_possible() const;
};

enum class NetworkError { not_a_network, unknown_version, bad_size, damaged };

class Network {
  public:
    explicit Network(Shape shape);

    /// A file's bytes, with everything checked.
    static Result<Network, NetworkError> parse(std::span<const std::uint8_t> bytes);
    Bytes to_bytes() const;

    Shape shape() const { return shape_; }
    int width() const { return shape_.width; }
    const std::int16_t* row(int feature) const { return rows_.data() + feature * width(); }
    const std::int16_t* bias() const { return bias_.data(); }
    /// Two times the width: first for the side to move.
    const std::int16_t* output(int bucket) const { return outputs_.data() + bucket * 2 * width(); }
    std::int32_t output_bias(int bucket) const {
        return output_bias_[static_cast<std::size_t>(bucket)];
    }

    /// For who makes one.
    std::int16_t* row(int feature) { return rows_.data() + feature * width(); }
    std::int16_t* bias() { return bias_.data(); }
    std::int16_t* output(int bucket) { return outputs_.data() + bucket * 2 * width(); }
    void set_output_bias(int bucket, std::int32_t value) {
        output_bias_[static_cast<std::size_t>(bucket)] = value;
    }
    std::string description;  // how it was made, for people

  private:
    Shape shape_;
    AlignedVector<std::int16_t> rows_;
    AlignedVector<std::int16_t> bias_;
    AlignedVector<std::int16_t> outputs_;
    std::array<std::int32_t, kBucketCount> output_bias_{};
};

}  // namespace castellan::nnue
