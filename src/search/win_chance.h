// Win chances: what a score means for the result of the game.
#pragma once

#include <cmath>

#include "search/score.h"

namespace castellan {

/// In thousandths, together 1000, seen by the side to move.
struct WinChance {
    int win;
    int draw;
    int loss;

    /// What is to be expected of the game, from 0 to 1.
    constexpr double expected_score() const { return (win + 0.5 * draw) / 1000; }
};

/// A logistic curve: at kEvenWin centipawns half of the games are won, and kWinSlope more or less
/// multiply the odds by e. Losses mirror wins, the rest are draws; a proven mate is a certain win.
/// Both numbers are set by hand until games of our own are enough to fit them.
inline WinChance win_chance(Score score) {
    constexpr double kEvenWin = 150;
    constexpr double kWinSlope = 75;
    if (score.is_win()) return {1000, 0, 0};
    if (score.is_loss()) return {0, 0, 1000};
    const auto wins = [](int centipawns) {
        return static_cast<int>(
            std::lround(1000 / (1 + std::exp((kEvenWin - centipawns) / kWinSlope))));
    };
    const int win = wins(score.raw());
    const int loss = wins(-score.raw());
    return {win, 1000 - win - loss, loss};
}

}  // namespace castellan
