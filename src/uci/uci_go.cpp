#include "uci/uci_go.h"

#include <algorithm>

#include "base/text.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"

namespace castellan {
namespace {

/// A number of any size, cut to what makes sense.
std::optional<long long> take_number(std::string_view& text) {
    constexpr long long kMost = 1'000'000'000'000;
    std::string_view rest = text;
    std::string_view digits = take_word(rest);
    const bool is_negative = digits.starts_with('-');
    if (is_negative) digits.remove_prefix(1);
    if (digits.empty() || !std::ranges::all_of(digits, is_digit)) return std::nullopt;
    text = rest;
    const long long value = std::min(parse_number<long long>(digits).value_or(kMost), kMost);
    return is_negative ? -value : value;
}

struct Clocks {
    std::optional<long long> time[2];
    std::optional<long long> increment[2];
    std::optional<int> moves_to_go;  // zero and less: no control ahead

    bool any() const { return time[0] || time[1] || increment[0] || increment[1] || moves_to_go; }
    ClockLimit of(int us) const {
        const long long left = time[us].value_or(time[1 - us].value_or(0));
        const long long added = increment[us].value_or(increment[1 - us].value_or(0));
        ClockLimit limit{Milliseconds{left}, Milliseconds{std::max(added, 0LL)}, {}};
        if (moves_to_go.value_or(0) > 0) limit.moves_to_go = moves_to_go;
        return limit;
    }
};

/// The limit that `word` names; false if it names none.
bool set_limit(std::string_view word, long long number, Limits& limits, Clocks& clocks) {
    const auto small = static_cast<int>(std::clamp<long long>(number, -1'000'000, 1'000'000));
    if (word == "depth")
        limits.depth = std::max(small, 1);
    else if (word == "nodes")
        limits.nodes = static_cast<std::uint64_t>(std::max<long long>(number, 1));
    else if (word == "movetime")
        limits.move_time = Milliseconds{std::max<long long>(number, 0)};
    else if (word == "mate")
        limits.mate_in = std::max(small, 1);
    else if (word == "wtime")
        clocks.time[0] = number;
    else if (word == "btime")
        clocks.time[1] = number;
    else if (word == "winc")
        clocks.increment[0] = number;
    else if (word == "binc")
        clocks.increment[1] = number;
    else if (word == "movestogo")
        clocks.moves_to_go = small;
    else
        return false;
    return true;
}

bool is_limit(std::string_view word) {
    Limits limits;
    Clocks clocks;
    return set_limit(word, 0, limits, clocks);
}

/// A mate that is not there must not be looked for for ever: this deep it would have been seen.
Depth depth_for_mate(int moves) { return 4 * std::min(moves, 100) + 8; }

}  // namespace

UciGo parse_go(std::string_view arguments, const Position& position) {
    UciGo go;
    Clocks clocks;
    bool names_moves = false;
    bool has_unreadable_limit = false;
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
            if (!number)
                has_unreadable_limit |= is_limit(word);
            else if (set_limit(word, *number, go.limits, clocks))
                arguments = rest;
        }
    }
    if (clocks.any()) go.limits.clock = clocks.of(index_of(position.side_to_move()));
    go.has_only_illegal_moves = names_moves && go.limits.search_moves.empty();
    if (go.has_only_illegal_moves) go.limits.search_moves = {kNoMoveAtAll};
    if (go.limits.mate_in && !go.limits.depth) go.limits.depth = depth_for_mate(*go.limits.mate_in);
    // A bare `go` has nothing that would end it, and is meant as `infinite`.
    const bool is_unlimited =
        !go.limits.depth && !go.limits.nodes && !go.limits.move_time && !go.limits.clock;
    if (is_unlimited && has_unreadable_limit)
        go.limits.depth = 1;
    else if (is_unlimited && go.mode == SearchMode::play)
        go.mode = SearchMode::analyse;
    return go;
}

std::size_t count_lines(const Limits& limits, int multi_pv, const Position& position) {
    const auto is_searched = [&](Move move) {
        return limits.search_moves.empty() ||
               std::ranges::find(limits.search_moves, move) != limits.search_moves.end();
    };
    const auto moves =
        static_cast<std::size_t>(std::ranges::count_if(legal_moves(position), is_searched));
    return std::clamp<std::size_t>(moves, 1, static_cast<std::size_t>(multi_pv));
}

}  // namespace castellan
