// Which positions of a game are worth learning from: quiet ones with something still to decide.
#pragma once

#include <cstdlib>

#include "training/training_game.h"

namespace castellan::training {

inline constexpr int kLargestUsableScore = 2'000;  // centipawns
inline constexpr int kFewestUsableMen = 4;

/// A static evaluation cannot know what a check, a capture or a promotion leads to.
inline bool is_usable(const Position& position, const ScoredMove& played) {
    return std::abs(played.score) < kLargestUsableScore &&
           position.pieces().count() >= kFewestUsableMen && !position.in_check() &&
           !position.is_noisy(played.move);
}

/// Calls visit(position, scored move) for each usable position of a game.
template <typename Visit>
void for_each_usable(const TrainingGame& game, Visit visit) {
    Position position = game.start;
    for (const ScoredMove& played : game.moves) {
        if (is_usable(position, played)) visit(position, played);
        position = position.after(played.move);
    }
}

}  // namespace castellan::training
