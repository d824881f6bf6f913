#include "training/classical_loss.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <thread>

namespace castellan::training {
namespace {

// Sums are made slice by slice and added up in order, so that they come out the same to the last
// bit whoever does the work.
constexpr std::size_t kSlices = 16;

void for_each_slice(std::size_t size, int threads,
                    const std::function<void(std::size_t, std::size_t, std::size_t)>& work) {
    const std::size_t workers =
        std::clamp<std::size_t>(static_cast<std::size_t>(threads), 1, kSlices);
    const auto run = [&](std::size_t first) {
        for (std::size_t slice = first; slice < kSlices; slice += workers)
            work(slice, size * slice / kSlices, size * (slice + 1) / kSlices);
    };
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < workers; ++i) helpers.emplace_back([&run, i] { run(i); });
    run(0);
}

double chance(double centipawns, double scale) { return 1 / (1 + std::exp(-centipawns / scale)); }

/// Cross-entropy of a predicted chance, from its logarithmic odds: no odds are too large for it.
double cross_entropy(double odds, double target) {
    return std::max(odds, 0.0) - odds * target + std::log1p(std::exp(-std::abs(odds)));
}

}  // namespace

Parameters to_parameters(const classical::Weights& weights) {
    Parameters parameters;
    parameters.reserve(kParameterCount);
    for (const auto& [middlegame, endgame] : to_list(weights)) {
        parameters.push_back(middlegame);
        parameters.push_back(endgame);
    }
    return parameters;
}

classical::Weights to_weights(const Parameters& parameters) {
    WeightList list;
    for (std::size_t i = 0; i < kWeightCount; ++i)
        list[i] = {static_cast<int>(std::lround(parameters[2 * i])),
                   static_cast<int>(std::lround(parameters[2 * i + 1]))};
    return from_list(list);
}

double target_of(const ClassicalDataset& data, std::size_t row, const Target& target) {
    return target.result_share * data.result(row) +
           (1 - target.result_share) * chance(data.score(row), target.scale);
}

double evaluate(const ClassicalDataset& data, std::size_t row, const Parameters& parameters) {
    double middlegame = 0;
    double endgame = 0;
    for (const auto& [weight, count] : data.features(row)) {
        middlegame += parameters[2U * weight] * count;
        endgame += parameters[2U * weight + 1] * count;
    }
    return middlegame * data.middlegame_share(row) + endgame * data.endgame_share(row);
}

double mean_loss(const ClassicalDataset& data, const Parameters& parameters, const Target& target,
                 int threads) {
    std::array<double, kSlices> sums{};
    for_each_slice(
        data.size(), threads, [&](std::size_t slice, std::size_t begin, std::size_t end) {
            for (std::size_t row = begin; row < end; ++row)
                sums[slice] += cross_entropy(evaluate(data, row, parameters) / target.scale,
                                             target_of(data, row, target));
        });
    double sum = 0;
    for (const double part : sums) sum += part;
    return data.size() == 0 ? 0 : sum / static_cast<double>(data.size());
}

std::vector<double> mean_gradient(const ClassicalDataset& data, std::span<const std::uint32_t> rows,
                                  const Parameters& parameters, const Target& target, int threads) {
    std::array<std::vector<double>, kSlices> sums;
    for_each_slice(
        rows.size(), threads, [&](std::size_t slice, std::size_t begin, std::size_t end) {
            std::vector<double>& sum = sums[slice];
            sum.assign(kParameterCount, 0);
            for (const std::uint32_t row : rows.subspan(begin, end - begin)) {
                const double error = chance(evaluate(data, row, parameters), target.scale) -
                                     target_of(data, row, target);
                const double middlegame = error * data.middlegame_share(row);
                const double endgame = error * data.endgame_share(row);
                for (const auto& [weight, count] : data.features(row)) {
                    sum[2U * weight] += middlegame * count;
                    sum[2U * weight + 1] += endgame * count;
                }
            }
        });
    std::vector<double> gradient(kParameterCount, 0);
    const double factor = 1 / (target.scale * static_cast<double>(rows.size()));
    for (const auto& sum : sums)
        for (std::size_t i = 0; i < kParameterCount; ++i) gradient[i] += sum[i] * factor;
    return gradient;
}

double fit_scale(const ClassicalDataset& data, const Parameters& parameters, int threads) {
    // The loss has one valley in 1 / scale: each step keeps the part with the lowest point.
    constexpr double kSmallest = 20;
    constexpr double kLargest = 2'000;
    constexpr int kSteps = 40;
    const auto loss = [&](double inverse) {
        return mean_loss(data, parameters, {.scale = 1 / inverse, .result_share = 1}, threads);
    };
    double low = 1 / kLargest;
    double high = 1 / kSmallest;
    for (int step = 0; step < kSteps; ++step) {
        const double third = (high - low) / 3;
        if (loss(low + third) < loss(high - third))
            high -= third;
        else
            low += third;
    }
    return 2 / (low + high);
}

}  // namespace castellan::training
