// Player: whoever makes the moves of one side.
#pragma once

#include "play/turn.h"

namespace castellan {

/// For a move in a game without a clock: nobody likes to wait for longer.
inline constexpr Milliseconds kTimeWithoutClock{2'000};

/// What a player learns before a game.
struct GameStart {
    const Position& position;
    SideClock clock;         // the player's own
    std::uint64_t seed = 0;  // another one for the opponent
};

class Player {
  public:
    virtual ~Player() = default;

    /// Called before a game; an error means that it cannot be played.
    virtual PlayerStatus start_game(const GameStart& start) = 0;
    virtual Answer answer(const Turn& turn) = 0;
    /// It is the opponent's turn.
    virtual void wait_for_opponent(const Turn&) {}
    /// False if the player no longer reacts.
    virtual bool end_game(PgnResult result, std::string_view reason) = 0;

    /// For the report of a failure: what was said last, and how the program ended.
    virtual std::vector<std::string> last_lines() { return {}; }
    virtual std::string ending() { return {}; }
    virtual std::vector<std::string> take_warnings() { return {}; }
};

}  // namespace castellan
