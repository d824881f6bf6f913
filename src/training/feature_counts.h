// The features of the classical evaluation as a tuner needs them: which weight, how often.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "chess/position.h"
#include "eval/classical/weights.h"

namespace castellan::training {

inline constexpr std::size_t kWeightCount = sizeof(classical::Weights) / sizeof(classical::Weight);
/// Weights as a list, so that each has a number.
using WeightList = std::array<classical::Weight, kWeightCount>;
static_assert(sizeof(WeightList) == sizeof(classical::Weights));

constexpr WeightList to_list(const classical::Weights& weights) {
    return std::bit_cast<WeightList>(weights);
}
constexpr classical::Weights from_list(const WeightList& list) {
    return std::bit_cast<classical::Weights>(list);
}

struct Feature {
    std::uint16_t weight;  // its number in a WeightList
    std::int16_t count;    // White's less Black's
};

/// A sink for FeatureFinder.
class FeatureCollector {
  public:
    /// Those that do not cancel out, by number; valid until the next call.
    std::span<const Feature> collect(const Position& position);

    void add(classical::Term, const classical::Weight& weight, int count);

  private:
    std::array<int, kWeightCount> counts_{};
    std::vector<Feature> features_;
    int sign_ = 1;
};

}  // namespace castellan::training
