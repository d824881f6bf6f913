// Evaluator: what a network thinks of positions, one search line after the other. Most of a
// position's first accumulators is that of a position seen before; only the difference is computed.
#pragma once

#include <memory>

#include "eval/nnue/network.h"

namespace castellan::nnue {

class Evaluator {
  public:
    /// `plies`: how deep lines can be.
    Evaluator(std::shared_ptr<const Network> network, int plies);

    /// Centipawns, seen by the side to move. It is fastest if the position before this one in the
    /// line was the last to be evaluated at ply - 1; right it is in any case.
    int evaluate(const Position& position, int ply);

  private:
    using Pieces = std::array<Bitboard, 12>;  // by colour and type
    /// How to get from one position to another, whoever looks at it.
    struct Difference;
    /// The first layer, as one side sees the board.
    struct Accumulator {
        Perspective perspective;
        AlignedVector<std::int16_t> values;
    };
    /// Both of some position, and which position that was.
    struct Accumulators {
        bool is_filled = false;
        Pieces pieces{};
        std::array<Accumulator, 2> views;  // by colour
    };
    struct RefreshEntry {
        Pieces pieces{};
        Accumulator view;
    };

    static Pieces pieces_of(const Position& position);
    static Difference difference(const Pieces& before, const Pieces& now);

    const Accumulators& bring_up_to_date(const Position& position, int ply);
    void change(Accumulator& target, const Accumulator& source, const Difference& difference,
                Color color) const;

    std::shared_ptr<const Network> network_;
    std::vector<Accumulators> stack_;
    /// For each side and perspective: where to start from when the king has changed wings or
    /// buckets.
    std::array<std::vector<RefreshEntry>, 2> refresh_table_;
};

/// The same from nothing, one number after the other: what tests believe.
int evaluate_plainly(const Network& network, const Position& position);

}  // namespace castellan::nnue
