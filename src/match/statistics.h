// What the results of a match say about the difference in strength, and how surely.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace castellan {

/// As many standard deviations as leave 5 % outside.
inline constexpr double kQuantile95 = 1.959963984540054;

/// Wins, draws and losses of one player.
struct Score3 {
    long long wins = 0;
    long long draws = 0;
    long long losses = 0;

    long long games() const { return wins + draws + losses; }
    double points() const { return static_cast<double>(wins) + static_cast<double>(draws) / 2; }
    double share() const { return games() == 0 ? 0.5 : points() / static_cast<double>(games()); }
};

/// Game pairs by points: 0, 1/2, 1, 3/2, 2.
using Pentanomial = std::array<long long, 5>;

/// How often each result came about, the results spread evenly from a loss (0) to a win (1). Three
/// results are single games; five are pairs of games from one opening with colours changed, whose
/// results hang together.
class Outcomes {
  public:
    static Outcomes of_games(const Score3& score);
    static Outcomes of_pairs(const Pentanomial& pairs);

    double count() const { return count_; }
    double games_per_result() const { return games_per_result_; }
    double mean() const;
    double variance() const;
    /// Points between 0 and 1, and their frequency; every frequency is a little above nought.
    struct Point {
        double value;
        double frequency;
    };
    const std::vector<Point>& points() const { return points_; }

  private:
    Outcomes(const std::vector<long long>& counts, double games_per_result);

    std::vector<Point> points_;
    double count_ = 0;
    double games_per_result_ = 1;
};

/// A number with half the width of the interval that holds it with 95 % probability.
struct Estimate {
    double value = 0;
    double error = 0;
};

/// The difference in Elo points.
Estimate elo_difference(const Outcomes& outcomes);
/// The same in units of the spread of a single game's result, so that it does not depend on how
/// many games are drawn.
Estimate normalized_elo(const Outcomes& outcomes);
/// How probable it is that the player is the stronger one, between 0 and 1.
double likelihood_of_superiority(const Outcomes& outcomes);

double elo_from_share(double share);
double share_from_elo(double elo);

/// Elo points per unit of normalised strength.
inline constexpr double kNormalizedScale = 347.43558552260146;  // 800 / ln 10

}  // namespace castellan
