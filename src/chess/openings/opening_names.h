// OpeningNames: what an opening is called, found by position, so that transpositions find it too.
#pragma once

#include <unordered_map>

#include "chess/game.h"
#include "chess/openings/opening_lines.h"
#include "chess/position.h"

namespace castellan {

class OpeningNames {
  public:
    /// Replays the whole table, which takes a few milliseconds: make one and keep it.
    OpeningNames();

    /// The line that ends in this position, or nullptr.
    const OpeningLine* find(const Position& position) const;

    /// The name of the last position of the game that has one, or nullptr.
    const OpeningLine* find(const Game& game) const;

  private:
    std::unordered_map<Key, const OpeningLine*> by_position_;
};

}  // namespace castellan
