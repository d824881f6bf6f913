#include "terminal/session_text.h"

#include <cstdio>

namespace castellan {

std::string time_text(Microseconds time) {
    char text[32];
    const auto tenths = static_cast<long long>(time.count() / 100'000);
    const long long seconds = tenths / 10;
    if (seconds < 10)
        std::snprintf(text, sizeof text, "0:%02lld.%lld", seconds, tenths % 10);
    else if (seconds < 3'600)
        std::snprintf(text, sizeof text, "%lld:%02lld", seconds / 60, seconds % 60);
    else
        std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", seconds / 3'600, seconds / 60 % 60,
                      seconds % 60);
    return text;
}

std::string move_number(const Position& position) {
    return std::to_string(position.fullmove_number()) +
           (position.side_to_move() == Color::white ? ". " : "... ");
}

bool is_seen_by_black(const Session& session) {
    return session.seat(Color::black).is_person() && !session.seat(Color::white).is_person();
}

}  // namespace castellan
