// The tuner of the classical evaluation: all weights at once, from games of our own.
#pragma once

#include <functional>

#include "training/classical_loss.h"

namespace castellan::training {

struct TunerOptions {
    int epochs = 20;
    int threads = 1;
    std::size_t batch = 16'384;
    double learning_rate = 2;  // centipawns per step at first; falls to nothing along a cosine
    /// How strongly a weight holds to where it started: as much as this many even positions that
    /// speak of it once each. What is rare in the games thus stays a guess, not an accident.
    double pull = 3'000;
    std::uint64_t seed = 1;  // of the order of positions
    Target target;
};

struct EpochReport {
    int epoch;  // 0 is before the first
    double training_loss;
    double held_out_loss;
    bool is_best;  // so far
};

/// Gives the parameters of the best epoch by what was held out.
Parameters tune(const ClassicalData& data, const Parameters& start, const TunerOptions& options,
                const std::function<void(const EpochReport&)>& listener);

/// Moves the mean of each piece's square values, weighted by how often it stands there, into its
/// material, so that an explanation does not hide a piece's worth in its squares. The evaluation
/// stays the same. Kings cancel out and pawns never stand on the first and last rank.
Parameters with_centred_squares(const Parameters& parameters, const PlacementCounts& placements);

}  // namespace castellan::training
