// ChessClock: one player's time in one game.
#pragma once

#include "play/time_control.h"
#include "play/turn.h"

namespace castellan {

class ChessClock {
  public:
    /// A move that comes up to `margin` after the flag has fallen still counts.
    explicit ChessClock(const TimeControl& control, Milliseconds margin = Milliseconds{0});

    /// How long a move may take; nothing without a clock.
    std::optional<Microseconds> time_for_move() const;
    /// What the player is told.
    SideClock reading() const;

    /// Takes the time of a move off and adds what a move brings; false if the flag has fallen.
    bool spend(Microseconds spent);

  private:
    /// Time that passes before the clock runs.
    Microseconds delay() const {
        return control_.style == ClockStyle::delay ? control_.increment : Microseconds{0};
    }

    TimeControl control_;
    Milliseconds margin_;
    Microseconds left_{0};
    int moves_to_go_ = 0;
};

}  // namespace castellan
