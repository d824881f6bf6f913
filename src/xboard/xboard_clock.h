// XboardClock: everything XBoard says about time, as limits for the next search.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "search/limits.h"

namespace castellan {

/// Every setter is false, and nothing changed, if the text makes no sense.
class XboardClock {
  public:
    /// `level MPS BASE INC`: moves per session (0: the rest of the game), minutes or M:SS, seconds.
    /// In the middle of a game they mean what remains, so the counting starts anew.
    bool set_level(std::string_view text);
    /// `st`: seconds for each move, however long the others took.
    bool set_seconds_per_move(std::string_view text);
    /// `sd`
    bool set_depth(std::string_view text);
    /// `nps`: so many nodes are taken for a second, which makes searches reproducible. 0 asks for
    /// processor time; we keep to the wall's, which is never less.
    bool set_nodes_per_second(std::string_view text);
    /// `time`: our clock in hundredths of a second; zero and less mean: move at once.
    bool set_time_left(std::string_view text);

    /// `new`: the clock stands at its beginning, without a limit of depth or nodes.
    void start_game();
    /// We moved, at this ply of the game. Interfaces that send `time` correct what we reckon here.
    void count_move(std::size_t ply, Milliseconds used);
    /// Moves from this ply on were taken back.
    void forget_moves_from(std::size_t ply);

    /// `overhead` is what the search keeps back from the time per move.
    Limits limits(Milliseconds overhead) const;
    /// Whether a search that began with `earlier` may go on under what limits() says now: pondering
    /// starts before the interface has told us our time.
    static bool is_still_valid(const Limits& earlier, const Limits& now);

  private:
    std::optional<int> moves_to_go() const;

    // What holds before an interface says anything: forty moves in five minutes.
    int moves_per_session_ = 40;
    Milliseconds base_{5 * 60 * 1000};
    Milliseconds increment_{0};
    Milliseconds left_ = base_;
    std::optional<Milliseconds> per_move_;  // instead of the clock
    std::optional<Depth> depth_;
    std::optional<long long> nodes_per_second_;
    std::vector<std::size_t> counted_plies_;  // of our own moves under this time control
};

}  // namespace castellan
