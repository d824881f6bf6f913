#include "match/sprt.h"

#include <algorithm>
#include <cmath>

namespace castellan {
namespace {

using Points = std::vector<Outcomes::Point>;

/// The likeliest distribution over the same points whose values have the mean nought: every
/// frequency is divided by 1 + x * value, with the x that makes the mean vanish.
std::vector<double> likeliest_with_mean_zero(const Points& points) {
    double least = points.front().value;
    double greatest = least;
    for (const auto& point : points) {
        least = std::min(least, point.value);
        greatest = std::max(greatest, point.value);
    }
    // Between these x every frequency stays positive, and the mean falls from + to - infinity.
    double low = -1 / greatest;
    double high = -1 / least;
    for (int step = 0; step < 200 && low < high; ++step) {
        const double x = (low + high) / 2;
        double mean = 0;
        for (const auto& [value, frequency] : points) mean += frequency * value / (1 + x * value);
        (mean > 0 ? low : high) = x;
    }
    const double x = (low + high) / 2;
    std::vector<double> frequencies;
    for (const auto& [value, frequency] : points)
        frequencies.push_back(frequency / (1 + x * value));
    return frequencies;
}

std::vector<double> likeliest_with_mean(Points points, double mean) {
    for (auto& point : points) point.value -= mean;
    return likeliest_with_mean_zero(points);
}

/// The same with (mean - 1/2) / standard deviation fixed. That is no linear condition; linearised
/// around the last solution it is, and a few rounds settle it.
std::vector<double> likeliest_with_normalized_mean(const Points& points, double target) {
    constexpr int kRounds = 50;
    std::vector<double> solution(points.size(), 1 / static_cast<double>(points.size()));
    for (int round = 0; round < kRounds; ++round) {
        double mean = 0;
        for (std::size_t i = 0; i < points.size(); ++i) mean += points[i].value * solution[i];
        double variance = 0;
        for (std::size_t i = 0; i < points.size(); ++i)
            variance += solution[i] * (points[i].value - mean) * (points[i].value - mean);
        const double spread = std::sqrt(variance);

        Points shifted = points;
        for (auto& point : shifted) {
            const double away = (mean - point.value) / spread;
            point.value -= 0.5 + target * spread * (1 + away * away) / 2;
        }
        const std::vector<double> last = solution;
        solution = likeliest_with_mean_zero(shifted);
        double change = 0;
        for (std::size_t i = 0; i < last.size(); ++i)
            change = std::max(change, std::abs(last[i] - solution[i]));
        if (change < 1e-9) break;
    }
    return solution;
}

std::vector<double> likeliest(const SprtSettings& settings, const Outcomes& outcomes, double elo) {
    if (settings.model == SprtModel::logistic)
        return likeliest_with_mean(outcomes.points(), share_from_elo(elo));
    const double per_result = elo / kNormalizedScale * std::sqrt(outcomes.games_per_result());
    return likeliest_with_normalized_mean(outcomes.points(), per_result);
}

}  // namespace

SprtStatus sprt_status(const SprtSettings& settings, const Outcomes& outcomes) {
    SprtStatus status;
    status.lower = std::log(settings.beta / (1 - settings.alpha));
    status.upper = std::log((1 - settings.beta) / settings.alpha);
    if (outcomes.count() == 0) return status;

    const std::vector<double> h0 = likeliest(settings, outcomes, settings.elo0);
    const std::vector<double> h1 = likeliest(settings, outcomes, settings.elo1);
    for (std::size_t i = 0; i < h0.size(); ++i)
        status.llr += outcomes.points()[i].frequency * std::log(h1[i] / h0[i]);
    status.llr *= outcomes.count();
    if (status.llr >= status.upper) status.verdict = SprtVerdict::accept_h1;
    if (status.llr <= status.lower) status.verdict = SprtVerdict::accept_h0;
    return status;
}

}  // namespace castellan
