// Evaluator: what a network thinks of positions, one search line after the other. Most of a
// position's first layer is that of a position seen before; only the difference is computed.
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
    /// The first layer of some position as one side sees it, and which position that was.
    struct View {
        std::array<std::array<Bitboard, 6>, 2> men{};
        Outlook outlook;
        bool is_filled = false;
        AlignedVector<std::int16_t> values;
    };
    using Views = std::array<View, 2>;  // by colour

    const View& bring_up_to_date(const Position& position, Color color, int ply);
    void change(View& target, const View& source, const Position& position, Color color,
                Outlook outlook) const;

    std::shared_ptr<const Network> network_;
    std::vector<Views> line_;
    /// For each side and outlook: where to start from when the king has changed wings or buckets.
    std::array<std::vector<View>, 2> bases_;
};

/// The same from nothing, one number after the other: what tests believe.
int evaluate_plainly(const Network& network, const Position& position);

}  // namespace castellan::nnue
