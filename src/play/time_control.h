// TimeControl: how much time a player gets, as tournaments write it: 40/90:00+30, 10+0.1, inf.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "search/limits.h"

namespace castellan {

/// With neither a base nor a time per move there is no clock.
struct TimeControl {
    int moves_per_session = 0;  // 0: the base is for the whole game
    std::optional<Milliseconds> base;
    Milliseconds increment{0};             // added after every move
    std::optional<Milliseconds> per_move;  // instead of a clock: each move by itself

    bool is_unlimited() const { return !base && !per_move; }
    friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

enum class TimeControlError { unreadable };

/// [moves/][minutes:]seconds[+increment], or "inf".
Result<TimeControl, TimeControlError> parse_time_control(std::string_view text);
/// Seconds with at most three decimals, or nothing: "10", "0.25", "1:30".
std::optional<Milliseconds> parse_seconds(std::string_view text);

/// As PGN's TimeControl tag has it: "40/5400+30", "10+0.1", "-" without a clock.
std::string to_text(const TimeControl& control);

}  // namespace castellan
