#include "match/statistics.h"

#include <algorithm>
#include <cmath>

namespace castellan {
namespace {

constexpr double kUnseen = 1e-3;  // what a result that has not come about yet counts

double clamp_share(double share) { return std::clamp(share, 1e-6, 1 - 1e-6); }

}  // namespace

Outcomes::Outcomes(const std::vector<long long>& counts, double games_per_result)
    : games_per_result_{games_per_result} {
    const bool is_empty = std::ranges::all_of(counts, [](long long count) { return count == 0; });
    const double last = static_cast<double>(counts.size()) - 1;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double seen = counts[i] == 0 ? kUnseen : static_cast<double>(counts[i]);
        points_.push_back({static_cast<double>(i) / last, seen});
        count_ += seen;
    }
    for (Point& point : points_) point.frequency /= count_;
    if (is_empty) count_ = 0;
}

Outcomes Outcomes::of_games(const Score3& score) {
    return Outcomes{{score.losses, score.draws, score.wins}, 1};
}

Outcomes Outcomes::of_pairs(const Pentanomial& pairs) {
    return Outcomes{{pairs.begin(), pairs.end()}, 2};
}

double Outcomes::mean() const {
    double sum = 0;
    for (const Point& point : points_) sum += point.value * point.frequency;
    return sum;
}

double Outcomes::variance() const {
    const double middle = mean();
    double sum = 0;
    for (const Point& point : points_)
        sum += point.frequency * (point.value - middle) * (point.value - middle);
    return sum;
}

double elo_from_share(double share) {
    const double clamped = clamp_share(share);
    return 400 * std::log10(clamped / (1 - clamped));
}

double share_from_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

Estimate elo_difference(const Outcomes& outcomes) {
    if (outcomes.count() == 0) return {};
    const double mean = outcomes.mean();
    const double half = kQuantile95 * std::sqrt(outcomes.variance() / outcomes.count());
    return {elo_from_share(mean), (elo_from_share(mean + half) - elo_from_share(mean - half)) / 2};
}

Estimate normalized_elo(const Outcomes& outcomes) {
    if (outcomes.count() == 0) return {};
    // The variance of a pair's mean is half that of a game, were its games independent.
    const double spread = std::sqrt(outcomes.games_per_result() * outcomes.variance());
    const double games = outcomes.games_per_result() * outcomes.count();
    return {(outcomes.mean() - 0.5) / spread * kNormalizedScale,
            kQuantile95 / std::sqrt(games) * kNormalizedScale};
}

double likelihood_of_superiority(const Outcomes& outcomes) {
    if (outcomes.count() == 0) return 0.5;
    const double error = std::sqrt(outcomes.variance() / outcomes.count());
    return std::erfc(-(outcomes.mean() - 0.5) / error / std::sqrt(2.0)) / 2;
}

}  // namespace castellan
