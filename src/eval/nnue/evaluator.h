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
    using Men = std::array<Bitboard, 12>;  // by colour and type
    /// How to get from one position to another, whoever looks at it.
    struct Difference;
    /// The first layer as one side sees it.
    struct View {
        Outlook outlook;
        AlignedVector<std::int16_t> values;
    };
    /// The first layer of some position, and which position that was.
    struct Layer {
        bool is_filled = false;
        Men men{};
        std::array<View, 2> views;  // by colour
    };
    struct Base {
        Men men{};
        View view;
    };

    static Men men_of(const Position& position);
    static Difference difference(const Men& before, const Men& now);

    const Layer& bring_up_to_date(const Position& position, int ply);
    void change(View& target, const View& source, const Difference& difference, Color color) const;

    std::shared_ptr<const Network> network_;
    std::vector<Layer> line_;
    /// For each side and outlook: where to start from when the king has changed wings or buckets.
    std::array<std::vector<Base>, 2> bases_;
};

/// The same from nothing, one number after the other: what tests believe.
int evaluate_plainly(const Network& network, const Position& position);

}  // namespace castellan::nnue
