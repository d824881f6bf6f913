// ClassicalDataset: positions as the features of the classical evaluation, about 150 bytes each.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "training/feature_counts.h"
#include "training/training_game.h"

namespace castellan::training {

/// How often each piece stood on each square (as its owner sees it), the middlegame and the endgame
/// counted by the phase of the position.
struct PlacementCounts {
    using Board = std::array<double, kSquareCount>;
    std::array<Board, kPieceTypeCount> middlegame{};
    std::array<Board, kPieceTypeCount> endgame{};
};

class ClassicalDataset {
  public:
    /// False, and nothing added, where the evaluation is not linear in its weights: bare kings
    /// that are hunted, and endings that are drawn whatever they count. An advantage that is scaled
    /// down stays with its scale, taken for the side that the present weights see ahead.
    bool add(const Position& position, int score, GameResult result);

    std::size_t size() const { return scores_.size(); }
    std::span<const Feature> features(std::size_t row) const {
        return {features_.data() + ends_[row], features_.data() + ends_[row + 1]};
    }
    /// What a count adds to the evaluation per centipawn of middlegame and of endgame weight.
    float middlegame_share(std::size_t row) const { return middlegame_shares_[row]; }
    float endgame_share(std::size_t row) const { return endgame_shares_[row]; }
    /// Of the search, in centipawns, seen by White.
    int score(std::size_t row) const { return scores_[row]; }
    /// 1 for a win of White, 0.5, or 0.
    double result(std::size_t row) const { return results_[row] / 2.0; }
    const PlacementCounts& placements() const { return placements_; }

  private:
    FeatureCollector collector_;
    std::vector<Feature> features_;
    std::vector<std::uint64_t> ends_{0};  // one more than rows
    std::vector<float> middlegame_shares_;
    std::vector<float> endgame_shares_;
    std::vector<std::int16_t> scores_;
    std::vector<std::uint8_t> results_;
    PlacementCounts placements_;
};

/// The same positions in two parts: most to learn from, and whole games held out to see whether
/// what was learnt is true of other games.
struct ClassicalData {
    ClassicalDataset training;
    ClassicalDataset held_out;
    std::uint64_t games = 0;

    void add(const TrainingGame& game);
};

/// One game in twenty, by its number.
bool is_held_out(std::uint64_t game);

}  // namespace castellan::training
