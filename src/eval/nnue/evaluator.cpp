#include "eval/nnue/evaluator.h"

#include "base/fixed_vector.h"
#include "eval/nnue/kernels.h"

namespace castellan::nnue {
namespace {

constexpr PieceType kTypes[] = {PieceType::pawn, PieceType::knight, PieceType::bishop,
                                PieceType::rook, PieceType::queen,  PieceType::king};

int to_centipawns(std::int64_t sum, std::int32_t bias) {
    return static_cast<int>((sum / kUnit + bias) * kScale / (kUnit * kOutputUnit));
}

}  // namespace

struct Evaluator::Difference {
    struct PlacedPiece {
        Color owner;
        PieceType type;
        Square square;
    };
    FixedVector<PlacedPiece, kSquareCount> added;
    FixedVector<PlacedPiece, kSquareCount> removed;
};

Evaluator::Evaluator(std::shared_ptr<const Network> network, int plies)
    : network_{std::move(network)}, stack_(static_cast<std::size_t>(plies)) {
    const auto width = static_cast<std::size_t>(network_->width());
    for (Accumulators& accumulators : stack_)
        for (Accumulator& view : accumulators.views) view.values.resize(width);
    RefreshEntry empty_board;
    empty_board.view.values.assign(network_->bias(), network_->bias() + width);
    for (auto& bases : refresh_table_)
        bases.assign(2 * static_cast<std::size_t>(network_->shape().king_buckets), empty_board);
}

int Evaluator::evaluate(const Position& position, int ply) {
    const Color mover = position.side_to_move();
    const int bucket = output_bucket(position.pieces().count());
    const int width = network_->width();
    const std::int16_t* const weights = network_->output(bucket);
    const Accumulators& accumulators = bring_up_to_date(position, ply);
    const Accumulator& own = accumulators.views[static_cast<std::size_t>(index_of(mover))];
    const Accumulator& other = accumulators.views[static_cast<std::size_t>(index_of(!mover))];
    const std::int64_t sum = Kernel::output(own.values.data(), weights, width) +
                             Kernel::output(other.values.data(), weights + width, width);
    return to_centipawns(sum, network_->output_bias(bucket));
}

const Evaluator::Accumulators& Evaluator::bring_up_to_date(const Position& position, int ply) {
    const auto at = static_cast<std::size_t>(ply);
    Accumulators& accumulators = stack_[at];
    const Accumulators* const before =
        at > 0 && stack_[at - 1].is_filled ? &stack_[at - 1] : nullptr;
    const Pieces now = pieces_of(position);
    const Difference since = before != nullptr ? difference(before->pieces, now) : Difference{};
    for (const Color color : kColors) {
        const auto side = static_cast<std::size_t>(index_of(color));
        const Perspective perspective =
            perspective_of(color, position.king(color), network_->shape().king_buckets);
        Accumulator& view = accumulators.views[side];
        view.perspective = perspective;
        if (before != nullptr && before->views[side].perspective == perspective) {
            change(view, before->views[side], since, color);
        } else {
            RefreshEntry& base = refresh_table_[side][static_cast<std::size_t>(
                2 * perspective.king_bucket + perspective.is_mirrored)];
            base.view.perspective = perspective;
            change(base.view, base.view, difference(base.pieces, now), color);
            base.pieces = now;
            view = base.view;
        }
    }
    accumulators.pieces = now;
    accumulators.is_filled = true;
    return accumulators;
}

Evaluator::Pieces Evaluator::pieces_of(const Position& position) {
    Pieces pieces;
    for (const Color owner : kColors)
        for (const PieceType type : kTypes)
            pieces[static_cast<std::size_t>(6 * index_of(owner) + index_of(type))] =
                position.pieces(owner, type);
    return pieces;
}

/// From any position to any other; how many pieces differ decides how long it takes.
Evaluator::Difference Evaluator::difference(const Pieces& before, const Pieces& now) {
    Difference difference;
    for (const Color owner : kColors)
        for (const PieceType type : kTypes) {
            const auto i = static_cast<std::size_t>(6 * index_of(owner) + index_of(type));
            if (before[i] == now[i]) continue;
            for (const Square square : now[i] & ~before[i])
                difference.added.push_back({owner, type, square});
            for (const Square square : before[i] & ~now[i])
                difference.removed.push_back({owner, type, square});
        }
    return difference;
}

void Evaluator::change(Accumulator& target, const Accumulator& source, const Difference& difference,
                       Color color) const {
    using ManyRows = FixedVector<const std::int16_t*, kSquareCount>;
    const auto rows_of = [&](const auto& pieces) {
        ManyRows rows;
        for (const auto& piece : pieces)
            rows.push_back(network_->row(
                feature(color, target.perspective, piece.owner, piece.type, piece.square)));
        return rows;
    };
    const ManyRows added = rows_of(difference.added);
    const ManyRows removed = rows_of(difference.removed);
    Kernel::update(target.values.data(), source.values.data(), {added.begin(), added.size()},
                   {removed.begin(), removed.size()}, network_->width());
}

int evaluate_plainly(const Network& network, const Position& position) {
    const int bucket = output_bucket(position.pieces().count());
    const Color mover = position.side_to_move();
    std::int64_t sum = 0;
    for (const Color view : {mover, !mover}) {
        const Perspective perspective =
            perspective_of(view, position.king(view), network.shape().king_buckets);
        std::vector<const std::int16_t*> rows;
        for (const Square square : position.pieces()) {
            const Piece piece = position.piece_on(square);
            rows.push_back(
                network.row(feature(view, perspective, color_of(piece), type_of(piece), square)));
        }
        AlignedVector<std::int16_t> values(static_cast<std::size_t>(network.width()));
        ScalarKernel::update(values.data(), network.bias(), rows, {}, network.width());
        sum += ScalarKernel::output(values.data(),
                                    network.output(bucket) + (view == mover ? 0 : network.width()),
                                    network.width());
    }
    return to_centipawns(sum, network.output_bias(bucket));
}

}  // namespace castellan::nnue
