// Score: what a search says a position is worth.
#pragma once

#include <compare>

namespace castellan {

using Ply = int;    // distance from the root of the search
using Depth = int;  // plies still to be searched

inline constexpr Ply kMaxPly = 128;

/// Seen by the side to move, in centipawns. Proven wins count down from kMate by their distance to
/// the root, so a quicker mate compares greater. Below the mates and above every evaluation stand
/// the wins that endgame tables promise, by the distance to the position that was looked up.
class Score {
  public:
    constexpr Score() = default;
    static constexpr Score draw() { return Score{0}; }
    static constexpr Score centipawns(int value) {
        return Score{value > kLargestEval    ? kLargestEval
                     : value < -kLargestEval ? -kLargestEval
                                             : value};
    }
    /// As good as won, but not proven.
    static constexpr Score largest_eval() { return Score{kLargestEval}; }
    static constexpr Score mate_in(Ply ply) { return Score{kMate - ply}; }
    static constexpr Score mated_in(Ply ply) { return Score{ply - kMate}; }
    static constexpr Score tablebase_win(Ply ply) { return Score{kTablebaseWin - ply}; }
    static constexpr Score tablebase_loss(Ply ply) { return Score{ply - kTablebaseWin}; }
    static constexpr Score infinite() { return Score{kInfinite}; }
    /// The sixteen bits that a table keeps.
    static constexpr Score from_raw(int raw) { return Score{raw}; }
    constexpr int raw() const { return raw_; }

    /// A mate, or a win or loss that an endgame table promises.
    constexpr bool is_proven() const { return is_win() || is_loss(); }
    constexpr bool is_mate() const { return raw_ > kTablebaseWin || raw_ < -kTablebaseWin; }
    constexpr bool is_win() const { return raw_ > kLargestEval; }
    constexpr bool is_loss() const { return raw_ < -kLargestEval; }
    /// Moves to mate, negative if the side to move is mated; only for mate scores.
    constexpr int moves_to_mate() const {
        return is_win() ? (kMate - raw_ + 1) / 2 : -(kMate + raw_) / 2;
    }

    /// What interfaces are told where there is no mate: wins from endgame tables stay readable as
    /// such, and nobody takes them for mates.
    constexpr int shown_centipawns() const {
        if (is_mate() || !is_proven()) return raw_;
        constexpr int kShownWin = 20'000;
        return is_win() ? raw_ - kTablebaseWin + kShownWin : raw_ + kTablebaseWin - kShownWin;
    }

    /// Tables count mates from the node they are stored at, not from the root.
    constexpr Score to_table(Ply ply) const {
        return Score{is_win() ? raw_ + ply : is_loss() ? raw_ - ply : raw_};
    }
    constexpr Score from_table(Ply ply) const {
        return Score{is_win() ? raw_ - ply : is_loss() ? raw_ + ply : raw_};
    }

    constexpr Score operator-() const { return Score{-raw_}; }
    constexpr Score operator+(int centipawns) const { return Score{raw_ + centipawns}; }
    constexpr Score operator-(int centipawns) const { return Score{raw_ - centipawns}; }
    constexpr int operator-(Score other) const { return raw_ - other.raw_; }
    // clang-tidy 14 takes the 0 that compares with an ordering for a pointer.
    friend constexpr auto operator<=>(Score, Score) = default;  // NOLINT(modernize-use-nullptr)

  private:
    explicit constexpr Score(int raw) : raw_{raw} {}

    static constexpr int kMate = 32'000;
    static constexpr int kInfinite = 32'001;
    static constexpr int kTablebaseWin = 31'000;
    static constexpr int kLargestEval = 30'000;
    int raw_ = 0;
};
static_assert(Score::mate_in(3) > Score::mate_in(5));
static_assert(Score::mate_in(1).moves_to_mate() == 1 && Score::mated_in(2).moves_to_mate() == -1);

static_assert(Score::mate_in(2 * kMaxPly).is_mate() && !Score::tablebase_win(0).is_mate());
static_assert(Score::tablebase_win(2 * kMaxPly).is_win() && Score::tablebase_loss(3).is_loss());
static_assert(Score::tablebase_win(5).shown_centipawns() == 19'995);

enum class Bound : unsigned char { none, upper, lower, exact };

}  // namespace castellan
