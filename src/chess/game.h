// Game: a position and everything that was played to reach it.
#pragma once

#include <optional>
#include <vector>

#include "chess/outcome.h"
#include "chess/position.h"

namespace castellan {

class Game {
  public:
    explicit Game(const Position& start = Position{}) : positions_{start} {}

    const Position& start() const { return positions_.front(); }
    const Position& position() const { return positions_[ply_]; }
    /// The position after the first `ply` moves.
    const Position& position_at(std::size_t ply) const { return positions_[ply]; }

    /// Moves played from the start to position(), without those taken back.
    std::size_t ply() const { return ply_; }
    Move move_at(std::size_t ply) const { return moves_[ply]; }

    /// Plays a legal move; what had been taken back before is forgotten, unless it is that move.
    void play(Move move);
    bool can_take_back() const { return ply_ > 0; }
    bool can_replay() const { return ply_ < moves_.size(); }
    void take_back();
    void replay();

    /// How often the present position has occurred, this time included.
    int repetitions() const;

    /// The end that the board itself has brought about, claims aside. Mate goes before all else.
    std::optional<Outcome> outcome() const;
    /// The draw that the side to move may claim now.
    std::optional<EndReason> claimable_draw() const;
    /// The draw it may claim by announcing this legal move.
    std::optional<EndReason> claimable_draw_with(Move move) const;

  private:
    int repetitions_of(const Position& position, std::size_t earlier) const;

    std::vector<Position> positions_;  // one more than moves_
    std::vector<Move> moves_;
    std::size_t ply_ = 0;
};

}  // namespace castellan
