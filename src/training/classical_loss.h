// How far an evaluation is from what games taught, and in which direction it should change.
#pragma once

#include <vector>

#include "training/classical_dataset.h"

namespace castellan::training {

/// Every weight twice, 2n for the middlegame and 2n + 1 for the endgame of number n, with the
/// fractions that tuning needs.
inline constexpr std::size_t kParameterCount = 2 * kWeightCount;
using Parameters = std::vector<double>;

Parameters to_parameters(const classical::Weights& weights);
/// Rounded.
classical::Weights to_weights(const Parameters& parameters);

/// What the weights are to predict: `result_share` of the game's result and the rest of the
/// search's score as a chance to win.
struct Target {
    double scale = 200;  // centipawns: an advantage of this much wins 73 %
    double result_share = 0.5;
};
double target_of(const ClassicalDataset& data, std::size_t row, const Target& target);

/// In centipawns, seen by White.
double evaluate(const ClassicalDataset& data, std::size_t row, const Parameters& parameters);

/// Mean cross-entropy between target and predicted chance. It is convex in the parameters, so there
/// is one best point. The result does not depend on the number of threads.
double mean_loss(const ClassicalDataset& data, const Parameters& parameters, const Target& target,
                 int threads);

/// The gradient of the mean loss over these rows.
std::vector<double> mean_gradient(const ClassicalDataset& data, std::span<const std::uint32_t> rows,
                                  const Parameters& parameters, const Target& target, int threads);

/// The scale at which these parameters predict the results of the games best.
double fit_scale(const ClassicalDataset& data, const Parameters& parameters, int threads);

}  // namespace castellan::training
