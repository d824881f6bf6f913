#include "protocol/uci_go.h"

#include <algorithm>

#include "base/text.h"
#include "chess/coordinate.h"

namespace castellan {
namespace {

/// A number of any size, cut to what makes sense.
std::optional<long long> take_number(std::string_view& text) {
    constexpr long long kMost = 1'000'000'000'000;
    std::string_view rest = text;
    const std::string_view word = take_word(rest);
    std::string_view digits = word;
    const bool is_negative = digits.starts_with('-');
    if (is_negative) digits.remove_prefix(1);
    if (digits.empty() || !std::ranges::all_of(digits, is_digit)) return std::nullopt;
    text = rest;
    const long long value = std::min(parse_number<long long>(digits).value_or(kMost), kMost);
    return is_negative ? -value : value;
}

struct Clocks {
    std::optional<long long> time[2];
    long long increment[2] = {0, 0};
    std::optional<int> moves_to_go;
};

}  // namespace

UciGo parse_go(std::string_view arguments, const Position& position) {
    UciGo go;
    Clocks clocks;
    bool names_moves = false;
    for (std::string_view word = take_word(arguments); !word.empty(); word = take_word(arguments)) {
        if (word == "infinite") {
            go.mode = SearchMode::analyse;
        } else if (word == "ponder") {
            go.mode = SearchMode::ponder;
        } else if (word == "searchmoves") {
            names_moves = true;
        } else if (names_moves && word.size() >= 4 && word.size() <= 5 && is_digit(word[1])) {
            if (const auto move = parse_coordinate(position, word))
                go.limits.search_moves.push_back(*move);
        } else {
            std::string_view rest = arguments;
            const auto number = take_number(rest);
            if (!number) continue;
            const auto small =
                static_cast<int>(std::clamp<long long>(*number, -1'000'000, 1'000'000));
            if (word == "depth")
                go.limits.depth = std::max(small, 1);
            else if (word == "nodes")
                go.limits.nodes = static_cast<std::uint64_t>(std::max<long long>(*number, 1));
            else if (word == "movetime")
                go.limits.move_time = Milliseconds{std::max<long long>(*number, 0)};
            else if (word == "mate")
                go.limits.mate_in = std::max(small, 1);
            else if (word == "wtime")
                clocks.time[0] = *number;
            else if (word == "btime")
                clocks.time[1] = *number;
            else if (word == "winc")
                clocks.increment[0] = std::max<long long>(*number, 0);
            else if (word == "binc")
                clocks.increment[1] = std::max<long long>(*number, 0);
            else if (word == "movestogo" && small > 0)
                clocks.moves_to_go = small;
            else
                continue;
            arguments = rest;
        }
    }
    const int us = index_of(position.side_to_move());
    if (clocks.time[us])
        go.limits.clock = ClockLimit{Milliseconds{*clocks.time[us]},
                                     Milliseconds{clocks.increment[us]}, clocks.moves_to_go};
    go.has_only_illegal_moves = names_moves && go.limits.search_moves.empty();
    // A bare `go` has nothing that would end it, and is meant as `infinite`.
    const bool is_unlimited = !go.limits.depth && !go.limits.nodes && !go.limits.move_time &&
                              !go.limits.clock && !go.limits.mate_in;
    if (is_unlimited && go.mode == SearchMode::play) go.mode = SearchMode::analyse;
    return go;
}

}  // namespace castellan
