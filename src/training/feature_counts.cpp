#include "training/feature_counts.h"

#include "eval/classical/classical_features.h"

namespace castellan::training {
namespace {

/// Features come with references into kWeights.
std::size_t number_of(const classical::Weight& weight) {
    const auto* const first = reinterpret_cast<const std::byte*>(&classical::kWeights);
    const auto distance = reinterpret_cast<const std::byte*>(&weight) - first;
    return static_cast<std::size_t>(distance) / sizeof(classical::Weight);
}

}  // namespace

std::span<const Feature> FeatureCollector::collect(const Position& position) {
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

void FeatureCollector::add(classical::Term, const classical::Weight& weight, int count) {
    counts_[number_of(weight)] += sign_ * count;
}

}  // namespace castellan::training
