#include "play/chess_clock.h"

#include <algorithm>

namespace castellan {

ChessClock::ChessClock(const TimeControl& control, Milliseconds margin)
    : control_{control},
      margin_{margin},
      left_{control.per_move.value_or(control.base.value_or(Milliseconds{0}))},
      moves_to_go_{control.moves_per_session} {}

std::optional<Microseconds> ChessClock::time_for_move() const {
    if (control_.is_unlimited()) return std::nullopt;
    return left_ + margin_ + delay();
}

SideClock ChessClock::reading() const {
    if (control_.per_move || !control_.base) return {};
    // Engines know increments only: a delay is the same to them, but cannot be saved up.
    return {left_, control_.increment, moves_to_go_};
}

bool ChessClock::spend(Microseconds spent) {
    if (control_.is_unlimited()) return true;
    if (spent > left_ + margin_ + delay()) return false;
    if (control_.per_move) return true;
    const Microseconds counted = std::max(spent - delay(), Microseconds{0});
    left_ = std::max(left_ - counted, Microseconds{0});
    if (control_.style == ClockStyle::increment) left_ += control_.increment;
    if (control_.style == ClockStyle::bronstein)
        left_ += std::min(Microseconds{control_.increment}, counted);
    if (control_.moves_per_session > 0 && --moves_to_go_ == 0) {
        moves_to_go_ = control_.moves_per_session;
        left_ += *control_.base;
    }
    return true;
}

}  // namespace castellan
