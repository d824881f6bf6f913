#include "training/classical_tuner.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <numeric>

#include "base/random.h"

namespace castellan::training {
namespace {

/// Adam (Kingma, Ba 2014): steps of about the learning rate, whatever the size of the gradient.
class Adam {
  public:
    void step(Parameters& parameters, const std::vector<double>& gradient, double learning_rate) {
        constexpr double kKeptMean = 0.9;
        constexpr double kKeptSquare = 0.999;
        constexpr double kTiny = 1e-12;
        kept_mean_ *= kKeptMean;
        kept_square_ *= kKeptSquare;
        for (std::size_t i = 0; i < kParameterCount; ++i) {
            mean_[i] = kKeptMean * mean_[i] + (1 - kKeptMean) * gradient[i];
            square_[i] = kKeptSquare * square_[i] + (1 - kKeptSquare) * gradient[i] * gradient[i];
            const double mean = mean_[i] / (1 - kept_mean_);
            const double square = square_[i] / (1 - kept_square_);
            parameters[i] -= learning_rate * mean / (std::sqrt(square) + kTiny);
        }
    }

  private:
    std::vector<double> mean_ = std::vector<double>(kParameterCount, 0);
    std::vector<double> square_ = std::vector<double>(kParameterCount, 0);
    double kept_mean_ = 1;
    double kept_square_ = 1;
};

void shuffle(std::vector<std::uint32_t>& rows, Random& random) {
    for (std::size_t left = rows.size(); left > 1; --left)
        std::swap(rows[left - 1], rows[random.below(static_cast<std::uint32_t>(left))]);
}

/// An even position that speaks of a weight once curves the loss by this much.
double curvature(double scale) { return 0.25 / (scale * scale); }

}  // namespace

Parameters tune(const ClassicalData& data, const Parameters& start, const TunerOptions& options,
                const std::function<void(const EpochReport&)>& listener) {
    Parameters parameters = start;
    Parameters best = start;
    double best_loss = std::numeric_limits<double>::infinity();
    const auto judge = [&](int epoch) {
        const double training =
            mean_loss(data.training, parameters, options.target, options.threads);
        const double held_out =
            mean_loss(data.held_out, parameters, options.target, options.threads);
        const bool is_best = held_out < best_loss;
        if (is_best) {
            best_loss = held_out;
            best = parameters;
        }
        listener({epoch, training, held_out, is_best});
    };

    std::vector<std::uint32_t> rows(data.training.size());
    std::iota(rows.begin(), rows.end(), 0U);
    const double pull = options.pull * curvature(options.target.scale) /
                        static_cast<double>(std::max<std::size_t>(rows.size(), 1));
    const std::size_t batches = (rows.size() + options.batch - 1) / options.batch;
    const auto steps = static_cast<double>(batches) * options.epochs;
    double steps_done = 0;
    Random random{options.seed};
    Adam adam;
    judge(0);
    for (int epoch = 1; epoch <= options.epochs; ++epoch) {
        shuffle(rows, random);
        for (std::size_t batch = 0; batch < batches; ++batch) {
            const std::size_t begin = rows.size() * batch / batches;
            const std::size_t end = rows.size() * (batch + 1) / batches;
            auto gradient =
                mean_gradient(data.training, std::span{rows}.subspan(begin, end - begin),
                              parameters, options.target, options.threads);
            for (std::size_t i = 0; i < kParameterCount; ++i)
                gradient[i] += pull * (parameters[i] - start[i]);
            const double progress = steps_done++ / steps;
            adam.step(parameters, gradient,
                      options.learning_rate * (1 + std::cos(progress * std::numbers::pi)) / 2);
        }
        judge(epoch);
    }
    return best;
}

Parameters with_centred_squares(const Parameters& parameters, const PlacementCounts& placements) {
    constexpr std::size_t kFirstMaterial =
        offsetof(classical::Weights, material) / sizeof(classical::Weight);
    constexpr std::size_t kFirstSquare =
        offsetof(classical::Weights, squares) / sizeof(classical::Weight);
    Parameters centred = parameters;
    for (std::size_t type = 0; type < kPieceTypeCount; ++type)
        for (std::size_t part = 0; part < 2; ++part) {
            const auto& counts = part == 0 ? placements.middlegame[type] : placements.endgame[type];
            const auto parameter = [&](std::size_t square) {
                return 2 * (kFirstSquare + kSquareCount * type + square) + part;
            };
            double sum = 0;
            double total = 0;
            for (std::size_t square = 0; square < kSquareCount; ++square) {
                sum += counts[square] * parameters[parameter(square)];
                total += counts[square];
            }
            const double mean = total > 0 ? sum / total : 0;
            const bool is_pawn = type == static_cast<std::size_t>(PieceType::pawn);
            for (std::size_t square = is_pawn ? 8 : 0; square < (is_pawn ? 56U : 64U); ++square)
                centred[parameter(square)] -= mean;
            if (type != static_cast<std::size_t>(PieceType::king))
                centred[2 * (kFirstMaterial + type) + part] += mean;
        }
    return centred;
}

}  // namespace castellan::training
