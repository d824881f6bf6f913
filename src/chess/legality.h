// Questions about one move, answered without generating the others.
#pragma once

#include <array>

#include "chess/position.h"

namespace castellan {

/// Any sixteen bits may be asked about: a move from a hash table, another position, or nowhere.
bool is_legal(const Position& position, Move move);

/// Whether a legal move puts the opponent in check.
bool gives_check(const Position& position, Move move);

/// The same for many moves of one position: what they share is worked out once.
class CheckFinder {
  public:
    explicit CheckFinder(const Position& position);

    bool gives_check(Move move) const;

  private:
    const Position& position_;
    Square king_;
    std::array<Bitboard, kPieceTypeCount> squares_;  // from where a piece of that type gives check
    Bitboard screens_;  // our pieces between a slider of ours and the king
};

}  // namespace castellan
