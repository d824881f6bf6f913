#include "match/ratings.h"

#include <algorithm>
#include <cmath>

#include "match/statistics.h"

namespace castellan {
namespace {

constexpr double kEdge = 1500;                  // nobody is further from the mean
constexpr double kEloUnit = 400 / 2.302585093;  // Elo points per unit of log odds

using Matrix = std::vector<std::vector<double>>;

Matrix square_matrix(std::size_t size) { return Matrix(size, std::vector<double>(size, 0)); }

/// One step of Newton's method for one player, the others held still.
double improved(const Standings& standings, const std::vector<double>& ratings, int player) {
    double surplus = 0;      // points scored beyond those expected
    double sensitivity = 0;  // how fast the expectation grows with the rating
    for (int other = 0; other < standings.players(); ++other) {
        const Score3& score = standings.score(player, other);
        if (score.games() == 0) continue;
        const auto games = static_cast<double>(score.games());
        const double expected = share_from_elo(ratings[player] - ratings[other]);
        surplus += score.points() - games * expected;
        sensitivity += games * expected * (1 - expected) / kEloUnit;
    }
    if (sensitivity <= 0) return ratings[player];
    const double step = std::clamp(surplus / sensitivity, -100.0, 100.0);
    return std::clamp(ratings[player] + step, -kEdge, kEdge);
}

std::vector<double> likeliest_ratings(const Standings& standings) {
    constexpr int kMostRounds = 10'000;
    constexpr double kSmallEnough = 1e-7;
    std::vector<double> ratings(static_cast<std::size_t>(standings.players()), 0);
    for (int round = 0; round < kMostRounds; ++round) {
        double change = 0;
        for (int player = 0; player < standings.players(); ++player) {
            const double next = improved(standings, ratings, player);
            change = std::max(change, std::abs(next - ratings[player]));
            ratings[player] = next;
        }
        double mean = 0;
        for (const double rating : ratings) mean += rating / static_cast<double>(ratings.size());
        for (double& rating : ratings) rating -= mean;
        if (change < kSmallEnough) break;
    }
    return ratings;
}

/// By Gauss and Jordan; the matrices here are positive definite.
Matrix inverse(Matrix matrix) {
    const std::size_t size = matrix.size();
    Matrix result = square_matrix(size);
    for (std::size_t i = 0; i < size; ++i) result[i][i] = 1;
    for (std::size_t column = 0; column < size; ++column) {
        const double pivot = matrix[column][column];
        for (std::size_t j = 0; j < size; ++j) {
            matrix[column][j] /= pivot;
            result[column][j] /= pivot;
        }
        for (std::size_t row = 0; row < size; ++row) {
            if (row == column) continue;
            const double factor = matrix[row][column];
            for (std::size_t j = 0; j < size; ++j) {
                matrix[row][j] -= factor * matrix[column][j];
                result[row][j] -= factor * result[column][j];
            }
        }
    }
    return result;
}

void connect(Matrix& matrix, std::size_t a, std::size_t b, double weight) {
    matrix[a][a] += weight;
    matrix[b][b] += weight;
    matrix[a][b] -= weight;
    matrix[b][a] -= weight;
}

/// The spread of the estimates follows from how much each game tells about two ratings, and from
/// how much its result scatters: less, the more games are drawn.
std::vector<double> rating_errors(const Standings& standings, const std::vector<double>& ratings) {
    const std::size_t size = ratings.size();
    Matrix information = square_matrix(size);
    Matrix scatter = square_matrix(size);
    for (std::size_t a = 0; a < size; ++a)
        for (std::size_t b = a + 1; b < size; ++b) {
            const Score3& score = standings.score(static_cast<int>(a), static_cast<int>(b));
            const auto games = static_cast<double>(score.games());
            if (games == 0) continue;
            const double share = share_from_elo(ratings[a] - ratings[b]);
            const double spread = share * (1 - share);
            const double draws = static_cast<double>(score.draws) / games;
            connect(information, a, b, games * spread / (kEloUnit * kEloUnit));
            connect(scatter, a, b,
                    games * std::max(spread - draws / 4, 0.01 * spread) / (kEloUnit * kEloUnit));
        }
    // Only differences are known; holding the mean still makes the matrix invertible.
    for (auto& row : information)
        for (double& entry : row) entry += 1e-6;
    for (std::size_t i = 0; i < size; ++i) information[i][i] += 1e-9;
    const Matrix inverted = inverse(information);
    std::vector<double> errors;
    for (std::size_t i = 0; i < size; ++i) {
        double variance = 0;
        for (std::size_t j = 0; j < size; ++j)
            for (std::size_t k = 0; k < size; ++k)
                variance += inverted[i][j] * scatter[j][k] * inverted[k][i];
        errors.push_back(kQuantile95 * std::sqrt(std::max(variance, 0.0)));
    }
    return errors;
}

}  // namespace

std::vector<Estimate> tournament_ratings(const Standings& standings) {
    const std::vector<double> ratings = likeliest_ratings(standings);
    const std::vector<double> errors = rating_errors(standings, ratings);
    std::vector<Estimate> estimates;
    for (std::size_t i = 0; i < ratings.size(); ++i) estimates.push_back({ratings[i], errors[i]});
    return estimates;
}

}  // namespace castellan
