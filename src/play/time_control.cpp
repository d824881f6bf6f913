#include "play/time_control.h"

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

Result<TimeControl, TimeControlError> parse_time_control(std::string_view text) {
    const auto refuse = [&] {
        return fail(TimeControlError::unreadable,
                    "'" + std::string{text} +
                        "' is not a time control such as 10+0.1, 40/60, 1:30+2 or inf");
    };
    TimeControl control;
    if (text == "inf" || text == "infinite") return control;
    std::string_view rest = text;
    if (const std::size_t slash = rest.find('/'); slash != std::string_view::npos) {
        const auto moves = parse_number<int>(rest.substr(0, slash));
        if (!moves || *moves < 0) return refuse();
        control.moves_per_session = *moves;
        rest.remove_prefix(slash + 1);
    }
    if (const std::size_t plus = rest.find('+'); plus != std::string_view::npos) {
        const auto increment = parse_seconds(rest.substr(plus + 1));
        if (!increment) return refuse();
        control.increment = *increment;
        rest = rest.substr(0, plus);
    }
    control.base = parse_seconds(rest);
    if (!control.base || *control.base + control.increment <= Milliseconds{0}) return refuse();
    return control;
}

std::string to_text(const TimeControl& control) {
    if (control.per_move) return "*" + seconds_text(*control.per_move);
    if (!control.base) return "-";
    std::string text;
    if (control.moves_per_session > 0) text = std::to_string(control.moves_per_session) + '/';
    text += seconds_text(*control.base);
    if (control.increment.count() > 0) text += '+' + seconds_text(control.increment);
    return text;
}

}  // namespace castellan
