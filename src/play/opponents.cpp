#include "play/opponents.h"

#include <algorithm>

#include "base/text.h"
#include "play/castellan_player.h"
#include "play/textbook_player.h"

namespace castellan {
namespace {

constexpr NamedLevel kOpponents[] = {
    {"Page", 500},     {"Squire", 800},   {"Herald", 1100},     {"Archer", 1400},
    {"Captain", 1700}, {"Marshal", 2000}, {"Chancellor", 2400}, {"Castellan", kFullStrength},
};
constexpr NamedLevel kPresets[] = {
    {"Easy", 600}, {"Medium", 1100}, {"Hard", 1600}, {"Expert", 2200}};

bool is_same(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, to_lower, to_lower);
}

Seat named_seat(const NamedLevel& level) {
    Seat seat = level_seat(level.elo);
    seat.name = level.name;
    return seat;
}

Result<Seat, OpponentError> numbered(std::string_view text, int least, int greatest,
                                     std::string_view what, Seat (*make)(int)) {
    const auto number = parse_number<int>(text);
    if (!number || *number < least || *number > greatest)
        return fail(OpponentError::out_of_range,
                    "'" + std::string{text} + "' is not " + std::string{what} + " from " +
                        std::to_string(least) + " to " + std::to_string(greatest));
    return make(*number);
}

Seat textbook_seat(int depth) {
    return {SeatKind::textbook, "Textbook, depth " + std::to_string(depth), depth};
}

}  // namespace

std::span<const NamedLevel> named_opponents() { return kOpponents; }
std::span<const NamedLevel> presets() { return kPresets; }

Seat person_seat(std::string name) { return {SeatKind::person, std::move(name), 0}; }

Seat level_seat(int elo) {
    if (elo == kFullStrength) return {SeatKind::full, "Castellan", 0};
    return {SeatKind::level, "Level " + std::to_string(elo), elo};
}

Result<Seat, OpponentError> parse_opponent(std::string_view text) {
    constexpr std::string_view kLevel = "level:";
    constexpr std::string_view kTextbook = "textbook:";
    for (const auto& list : {named_opponents(), presets()})
        for (const NamedLevel& level : list)
            if (is_same(level.name, text)) return named_seat(level);
    if (is_same(text, "full")) return level_seat(kFullStrength);
    if (text.starts_with(kTextbook))
        return numbered(text.substr(kTextbook.size()), 1, TextbookPlayer::kDeepest, "a depth",
                        textbook_seat);
    if (text.starts_with(kLevel) || (!text.empty() && is_digit(text[0])))
        return numbered(text.starts_with(kLevel) ? text.substr(kLevel.size()) : text, kLowestElo,
                        kHighestElo, "a level", level_seat);
    if (const std::size_t slash = text.rfind('/'); slash != std::string_view::npos)
        return Seat{SeatKind::engine, std::string{text.substr(slash + 1)}, 0, std::string{text}};
    std::string names;
    for (const NamedLevel& level : kOpponents) names.append(level.name).append(", ");
    return fail(OpponentError::unknown, "'" + std::string{text} + "' is no opponent: try " + names +
                                            "a level such as 1400, or the path of an engine");
}

Lane lane_of(const Seat& seat) {
    constexpr int kStrongestQuickElo = 2'000;  // takes some twenty milliseconds
    if (seat.kind == SeatKind::engine) return Lane::program;
    const bool is_quick = seat.kind == SeatKind::level && seat.strength <= kStrongestQuickElo;
    return is_quick ? Lane::quick : Lane::deep;
}

std::unique_ptr<Player> make_own_player(const Seat& seat, const EngineSettings& settings) {
    switch (seat.kind) {
        case SeatKind::level:
            return std::make_unique<CastellanPlayer>(seat.strength, settings);
        case SeatKind::full:
            return std::make_unique<CastellanPlayer>(std::nullopt, settings);
        case SeatKind::textbook:
            return std::make_unique<TextbookPlayer>(seat.strength);
        case SeatKind::engine:
        case SeatKind::person:
        case SeatKind::friend_to_come:
            break;
    }
    return nullptr;
}

}  // namespace castellan
