#include "play/time_control.h"

#include <charconv>
#include <cmath>

#include "base/text.h"

namespace castellan {
namespace {

constexpr double kLongest = 1'000'000;  // seconds: more than eleven days

std::string seconds_text(Milliseconds time) {
    std::string text = std::to_string(time.count() / 1000);
    if (const auto rest = time.count() % 1000; rest != 0) {
        std::string decimals = std::to_string(1000 + rest).substr(1);
        while (decimals.back() == '0') decimals.pop_back();
        text += '.' + decimals;
    }
    return text;
}

}  // namespace

std::optional<Milliseconds> parse_seconds(std::string_view text) {
    double minutes = 0;
    if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
        const auto number = parse_number<int>(text.substr(0, colon));
        if (!number || *number < 0) return std::nullopt;
        minutes = *number;
        text.remove_prefix(colon + 1);
    }
    const auto seconds = parse_number<double>(text);
    if (!seconds || !(*seconds >= 0) || *seconds + 60 * minutes > kLongest) return std::nullopt;
    return Milliseconds{std::llround((*seconds + 60 * minutes) * 1000)};
}

namespace {

/// Where the time that a move brings is written, and how.
struct Gain {
    std::size_t at;
    ClockStyle style;
};

std::optional<Gain> find_gain(std::string_view text) {
    const std::size_t at = text.find_first_of("+db");
    if (at == std::string_view::npos) return std::nullopt;
    return Gain{at, text[at] == '+'   ? ClockStyle::increment
                    : text[at] == 'd' ? ClockStyle::delay
                                      : ClockStyle::bronstein};
}

/// `read_base` reads the time that stands before the gain.
template <typename ReadBase>
std::optional<TimeControl> read_control(std::string_view text, const ReadBase& read_base) {
    TimeControl control;
    if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
        const auto moves = parse_number<int>(text.substr(0, slash));
        if (!moves || *moves < 0) return std::nullopt;
        control.moves_per_session = *moves;
        text.remove_prefix(slash + 1);
    }
    if (const auto gain = find_gain(text)) {
        const auto increment = parse_seconds(text.substr(gain->at + 1));
        if (!increment) return std::nullopt;
        control.increment = *increment;
        control.style = gain->style;
        text = text.substr(0, gain->at);
    }
    control.base = read_base(text);
    if (!control.base || *control.base + control.increment <= Milliseconds{0}) return std::nullopt;
    return control;
}

std::optional<TimeControl> per_move(std::string_view seconds) {
    TimeControl control;
    control.per_move = parse_seconds(seconds);
    if (!control.per_move || *control.per_move <= Milliseconds{0}) return std::nullopt;
    return control;
}

std::optional<Milliseconds> parse_minutes(std::string_view text) {
    const auto minutes = parse_number<double>(text);
    if (!minutes || !(*minutes >= 0) || *minutes * 60 > kLongest) return std::nullopt;
    return Milliseconds{std::llround(*minutes * 60'000)};
}

std::string control_text(const TimeControl& control, const std::string& base) {
    std::string text;
    if (control.moves_per_session > 0) text = std::to_string(control.moves_per_session) + '/';
    text += base;
    if (control.increment.count() > 0) {
        text += control.style == ClockStyle::increment ? '+'
                : control.style == ClockStyle::delay   ? 'd'
                                                       : 'b';
        text += seconds_text(control.increment);
    }
    return text;
}

}  // namespace

Result<TimeControl, TimeControlError> parse_time_control(std::string_view text) {
    if (text == "inf" || text == "infinite" || text == "-") return TimeControl{};
    const auto control =
        text.starts_with('*') ? per_move(text.substr(1)) : read_control(text, parse_seconds);
    if (control) return *control;
    return fail(
        TimeControlError::unreadable,
        "'" + std::string{text} + "' is not a time control such as 10+0.1, 40/60, 1:30+2 or inf");
}

Result<TimeControl, TimeControlError> parse_casual_control(std::string_view text) {
    if (text == "none" || text == "inf" || text == "-") return TimeControl{};
    const auto control = text.ends_with('s') ? per_move(text.substr(0, text.size() - 1))
                                             : read_control(text, parse_minutes);
    if (control) return *control;
    return fail(TimeControlError::unreadable,
                "'" + std::string{text} +
                    "' is not a clock: none, 5+3 (minutes+seconds), 10, 40/90+30, 5d3 with a "
                    "delay, or 30s for each move");
}

std::string to_text(const TimeControl& control) {
    if (control.per_move) return "*" + seconds_text(*control.per_move);
    if (!control.base) return "-";
    return control_text(control, seconds_text(*control.base));
}

std::string casual_text(const TimeControl& control) {
    if (control.per_move) return seconds_text(*control.per_move) + 's';
    if (!control.base) return "none";
    char minutes[32];
    const auto end = std::to_chars(std::begin(minutes), std::end(minutes),
                                   static_cast<double>(control.base->count()) / 60'000);
    return control_text(control, {minutes, end.ptr});
}

}  // namespace castellan
