#include "xboard/xboard_clock.h"

#include <algorithm>

#include "base/text.h"

namespace castellan {
namespace {

constexpr Milliseconds kLeastPerMove{10};
constexpr long long kMostSeconds = 100'000'000;  // three years: no sum of these overflows
constexpr int kMostMoves = 10'000;
constexpr Milliseconds kMostInNodes{1'000'000'000};
constexpr int kMovesInARestOfGame = 25;  // when nodes stand for time and no control is near

/// "90", "1.5" or "-3" seconds, cut to what makes sense.
std::optional<Milliseconds> parse_seconds(std::string_view text) {
    const bool is_negative = text.starts_with('-');
    if (is_negative) text.remove_prefix(1);
    const auto point = text.find('.');
    const std::string_view whole = text.substr(0, point);
    const std::string_view fraction =
        point == std::string_view::npos ? std::string_view{} : text.substr(point + 1);
    if (whole.empty() && fraction.empty()) return std::nullopt;
    if (!std::ranges::all_of(whole, is_digit) || !std::ranges::all_of(fraction, is_digit))
        return std::nullopt;
    long long milliseconds = 0;
    if (!whole.empty())
        milliseconds =
            1000 * std::min(parse_number<long long>(whole).value_or(kMostSeconds), kMostSeconds);
    for (std::size_t i = 0, unit = 100; i < fraction.size() && i < 3; ++i, unit /= 10)
        milliseconds += static_cast<long long>(unit) * (fraction[i] - '0');
    return Milliseconds{is_negative ? -milliseconds : milliseconds};
}

/// "5" or "0:30" as level has its base.
std::optional<Milliseconds> parse_minutes(std::string_view text) {
    const auto colon = text.find(':');
    const auto minutes = parse_seconds(text.substr(0, colon));
    if (!minutes || minutes->count() < 0) return std::nullopt;
    if (colon == std::string_view::npos) return *minutes * 60;
    const auto seconds = parse_seconds(text.substr(colon + 1));
    if (!seconds || seconds->count() < 0) return std::nullopt;
    return *minutes * 60 + *seconds;
}

/// A whole number of at least `least`, cut to `most` however long it is.
std::optional<long long> parse_whole(std::string_view text, long long least, long long most) {
    if (text.empty() || !std::ranges::all_of(text, is_digit)) return std::nullopt;
    const long long value = std::min(parse_number<long long>(text).value_or(most), most);
    if (value < least) return std::nullopt;
    return value;
}

}  // namespace

bool XboardClock::set_level(std::string_view text) {
    const auto moves = parse_whole(take_word(text), 0, kMostMoves);
    const auto base = parse_minutes(take_word(text));
    const auto increment = parse_seconds(take_word(text));
    if (!moves || !base || !increment || increment->count() < 0) return false;
    moves_per_session_ = static_cast<int>(*moves);
    base_ = *base;
    increment_ = *increment;
    left_ = base_;
    per_move_.reset();
    counted_plies_.clear();
    return true;
}

bool XboardClock::set_seconds_per_move(std::string_view text) {
    const auto seconds = parse_seconds(take_word(text));
    if (!seconds || seconds->count() < 0) return false;
    per_move_ = seconds;
    return true;
}

bool XboardClock::set_depth(std::string_view text) {
    const auto depth = parse_whole(take_word(text), 1, kMaxPly);
    if (depth) depth_ = static_cast<Depth>(*depth);
    return depth.has_value();
}

bool XboardClock::set_nodes_per_second(std::string_view text) {
    const auto nodes = parse_whole(take_word(text), 0, 1'000'000'000);
    if (!nodes) return false;
    nodes_per_second_.reset();
    if (*nodes > 0) nodes_per_second_ = nodes;
    return true;
}

bool XboardClock::set_time_left(std::string_view text) {
    const auto hundredths = parse_seconds(take_word(text));
    if (hundredths) left_ = *hundredths / 100;
    return hundredths.has_value();
}

void XboardClock::start_game() {
    left_ = base_;
    depth_.reset();
    nodes_per_second_.reset();
    counted_plies_.clear();
}

void XboardClock::count_move(std::size_t ply, Milliseconds used) {
    counted_plies_.push_back(ply);
    left_ += increment_ - used;
    const auto made = static_cast<int>(counted_plies_.size());
    if (moves_per_session_ > 0 && made % moves_per_session_ == 0) left_ += base_;
}

void XboardClock::forget_moves_from(std::size_t ply) {
    while (!counted_plies_.empty() && counted_plies_.back() >= ply) counted_plies_.pop_back();
}

std::optional<int> XboardClock::moves_to_go() const {
    if (moves_per_session_ == 0) return std::nullopt;
    return moves_per_session_ - static_cast<int>(counted_plies_.size()) % moves_per_session_;
}

Limits XboardClock::limits(Milliseconds overhead) const {
    Limits limits;
    limits.depth = depth_;
    if (nodes_per_second_) {
        const int moves = std::min(moves_to_go().value_or(kMovesInARestOfGame), 50);
        const Milliseconds budget =
            std::min(per_move_.value_or(left_ / moves + increment_), kMostInNodes);
        const long long nodes = budget.count() * *nodes_per_second_ / 1000;
        limits.nodes = static_cast<std::uint64_t>(std::max(nodes, 1LL));
    } else if (per_move_) {
        limits.move_time = std::max(*per_move_, overhead + kLeastPerMove);
    } else {
        limits.clock = ClockLimit{left_, increment_, moves_to_go()};
    }
    return limits;
}

bool XboardClock::is_still_valid(const Limits& earlier, const Limits& now) {
    if (earlier.depth != now.depth || earlier.nodes != now.nodes ||
        earlier.move_time != now.move_time || earlier.clock.has_value() != now.clock.has_value())
        return false;
    if (!now.clock) return true;
    // More time than we thought is no reason to begin anew; much less is.
    return now.clock->increment == earlier.clock->increment &&
           now.clock->moves_to_go == earlier.clock->moves_to_go &&
           now.clock->left >= earlier.clock->left * 9 / 10;
}

}  // namespace castellan
