// TimeControl: how much time a player gets, as tournaments write it: 40/90:00+30, 10+0.1, inf; or
// as players say it: 5+3, in minutes and seconds.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "search/limits.h"

namespace castellan {

/// What each move brings beside the base.
enum class ClockStyle {
    increment,  // Fischer: added after the move
    delay,      // the clock waits so long before it runs
    bronstein,  // what was used of it is given back
};

/// With neither a base nor a time per move there is no clock.
struct TimeControl {
    int moves_per_session = 0;  // 0: the base is for the whole game
    std::optional<Milliseconds> base;
    Milliseconds increment{0};  // for every move
    ClockStyle style = ClockStyle::increment;
    std::optional<Milliseconds> per_move;  // instead of a clock: each move by itself

    bool is_unlimited() const { return !base && !per_move; }
    friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

enum class TimeControlError { unreadable };

/// [moves/][minutes:]seconds[+increment], with d or b instead of + for a delay or Bronstein's
/// clock;
/// "*5" is five seconds for each move; "inf" or "-" no clock.
Result<TimeControl, TimeControlError> parse_time_control(std::string_view text);
/// The same in minutes: 5+3, 10, 40/90+30, 5d3, 0.5; "30s" is half a minute for each move; "none".
Result<TimeControl, TimeControlError> parse_casual_control(std::string_view text);
/// Seconds with at most three decimals, or nothing: "10", "0.25", "1:30".
std::optional<Milliseconds> parse_seconds(std::string_view text);

/// As PGN's TimeControl tag has it: "40/5400+30", "10+0.1", "-" without a clock.
std::string to_text(const TimeControl& control);
/// As parse_casual_control() reads it: "5+3", "30s", "none".
std::string casual_text(const TimeControl& control);

}  // namespace castellan
