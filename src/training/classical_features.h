// The features of the classical evaluation as a tuner needs them: which weight, how often.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "eval/classical/features.h"

namespace castellan::training {

inline constexpr std::size_t kWeightCount = sizeof(classical::Weights) / sizeof(classical::Weight);
/// Weights as a list, so that each has a number.
using WeightList = std::array<classical::Weight, kWeightCount>;
static_assert(sizeof(WeightList) == sizeof(classical::Weights));

inline WeightList to_list(const classical::Weights& weights) {
    return std::bit_cast<WeightList>(weights);
}
inline classical::Weights from_list(const WeightList& list) {
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
    std::span<const Feature> collect(const Position& position) {
        counts_.fill(0);
        sign_ = 1;
        classical::FeatureFinder<Color::white, FeatureCollector>{position, *this}.run();
        sign_ = -1;
        classical::FeatureFinder<Color::black, FeatureCollector>{position, *this}.run();
        features_.clear();
        for (std::size_t i = 0; i < kWeightCount; ++i)
            if (counts_[i] != 0)
                features_.push_back(
                    {static_cast<std::uint16_t>(i), static_cast<std::int16_t>(counts_[i])});
        return features_;
    }

    void add(classical::Term, const classical::Weight& weight, int count) {
        counts_[number_of(weight)] += sign_ * count;
    }

  private:
    /// Features come with references into kWeights.
    static std::size_t number_of(const classical::Weight& weight) {
        const auto* const first = reinterpret_cast<const std::byte*>(&classical::kWeights);
        const auto distance = reinterpret_cast<const std::byte*>(&weight) - first;
        return static_cast<std::size_t>(distance) / sizeof(classical::Weight);
    }

    std::array<int, kWeightCount> counts_{};
    std::vector<Feature> features_;
    int sign_ = 1;
};

}  // namespace castellan::training
