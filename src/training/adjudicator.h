// Adjudicator: ends games whose result is no longer in doubt, so that time goes into others.
#pragma once

#include <cstdlib>
#include <optional>

#include "training/game_record.h"

namespace castellan::training {

class Adjudicator {
  public:
    static constexpr int kWinningScore = 1'500;  // centipawns
    static constexpr int kWinningPlies = 5;      // in a row, so that both sides have said it
    static constexpr int kDrawnScore = 10;
    static constexpr int kDrawnPlies = 10;
    static constexpr int kFirstDrawnPly = 80;  // before, an even game is still a game

    /// Takes the score of each ply in turn, seen by White.
    std::optional<GameResult> judge(int score) {
        ++ply_;
        white_wins_ = score >= kWinningScore ? white_wins_ + 1 : 0;
        black_wins_ = score <= -kWinningScore ? black_wins_ + 1 : 0;
        drawn_ = std::abs(score) <= kDrawnScore && ply_ > kFirstDrawnPly ? drawn_ + 1 : 0;
        if (white_wins_ >= kWinningPlies) return GameResult::white_wins;
        if (black_wins_ >= kWinningPlies) return GameResult::black_wins;
        if (drawn_ >= kDrawnPlies) return GameResult::draw;
        return std::nullopt;
    }

  private:
    int ply_ = 0;
    int white_wins_ = 0;
    int black_wins_ = 0;
    int drawn_ = 0;
};

}  // namespace castellan::training
