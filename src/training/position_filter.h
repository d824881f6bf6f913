// Which positions of a game are worth learning from: quiet ones with something still to decide.
#pragma once

#include <cstdlib>

#include "training/game_record.h"

namespace castellan::training {

/// The first plies after a random opening put right what chance has spoilt.
inline constexpr std::size_t kFirstUsablePly = 16;
inline constexpr int kLargestUsableScore = 2'000;  // centipawns
inline constexpr int kFewestUsableMen = 4;

/// A static evaluation cannot know what a check, a capture or a promotion leads to.
inline bool is_usable(const Position& position, const ScoredMove& played, std::size_t ply) {
    return ply >= kFirstUsablePly && std::abs(played.score) < kLargestUsableScore &&
           position.pieces().count() >= kFewestUsableMen && !position.in_check() &&
           !position.is_noisy(played.move);
}

/// Calls visit(position, scored move) for each usable position of a game.
template <typename Visit>
void for_each_usable(const GameRecord& game, Visit visit) {
    Position position = game.start;
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
        if (is_usable(position, game.moves[ply], ply)) visit(position, game.moves[ply]);
        position = position.after(game.moves[ply].move);
    }
}

}  // namespace castellan::training
