// Score: what a search says a position is worth.
#pragma once

#include <compare>

namespace castellan {

using Ply = int;    // distance from the root of the search
using Depth = int;  // plies still to be searched

inline constexpr Ply kMaxPly = 128;

/// Seen by the side to move, in centipawns. Proven wins count down from kMate by their distance to
/// the root, so a quicker mate compares greater.
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
    static constexpr Score infinite() { return Score{kInfinite}; }
    /// The sixteen bits that a table keeps.
    static constexpr Score from_raw(int raw) { return Score{raw}; }
    constexpr int raw() const { return raw_; }

    constexpr bool is_mate() const { return raw_ > kLargestEval || raw_ < -kLargestEval; }
    constexpr bool is_win() const { return raw_ > kLargestEval; }
    constexpr bool is_loss() const { return raw_ < -kLargestEval; }
    /// Moves to mate, negative if the side to move is mated; only for mate scores.
    constexpr int moves_to_mate() const {
        return is_win() ? (kMate - raw_ + 1) / 2 : -(kMate + raw_) / 2;
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
    static constexpr int kLargestEval = 30'000;
    int raw_ = 0;
};
static_assert(Score::mate_in(3) > Score::mate_in(5));
static_assert(Score::mate_in(1).moves_to_mate() == 1 && Score::mated_in(2).moves_to_mate() == -1);

enum class Bound : unsigned char { none, upper, lower, exact };

}  // namespace castellan
