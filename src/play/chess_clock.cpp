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
    return left_ + margin_;
}

SideClock ChessClock::reading() const {
    if (control_.per_move || !control_.base) return {};
    return {left_, control_.increment, moves_to_go_};
}

bool ChessClock::spend(Microseconds spent) {
    if (control_.is_unlimited()) return true;
    if (spent > left_ + margin_) return false;
    if (control_.per_move) return true;
    left_ = std::max(left_ - spent, Microseconds{0}) + control_.increment;
    if (control_.moves_per_session > 0 && --moves_to_go_ == 0) {
        moves_to_go_ = control_.moves_per_session;
        left_ += *control_.base;
    }
    return true;
}

}  // namespace castellan
