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

Evaluator::Evaluator(std::shared_ptr<const Network> network, int plies)
    : network_{std::move(network)}, line_(static_cast<std::size_t>(plies)) {
    const auto width = static_cast<std::size_t>(network_->width());
    for (Views& views : line_)
        for (View& view : views) view.values.resize(width);
    View empty_board;
    empty_board.values.assign(network_->bias(), network_->bias() + width);
    for (auto& bases : bases_)
        bases.assign(2 * static_cast<std::size_t>(network_->shape().king_buckets), empty_board);
}

int Evaluator::evaluate(const Position& position, int ply) {
    const Color mover = position.side_to_move();
    const int bucket = output_bucket(position.pieces().count());
    const int width = network_->width();
    const std::int16_t* const weights = network_->output(bucket);
    const View& own = bring_up_to_date(position, mover, ply);
    const View& other = bring_up_to_date(position, !mover, ply);
    const std::int64_t sum = Kernel::output(own.values.data(), weights, width) +
                             Kernel::output(other.values.data(), weights + width, width);
    return to_centipawns(sum, network_->output_bias(bucket));
}

const Evaluator::View& Evaluator::bring_up_to_date(const Position& position, Color color, int ply) {
    const auto side = static_cast<std::size_t>(index_of(color));
    const auto at = static_cast<std::size_t>(ply);
    const Outlook outlook = outlook_of(color, position.king(color), network_->shape().king_buckets);
    View& view = line_[at][side];
    const View* const before = at > 0 ? &line_[at - 1][side] : nullptr;
    if (before != nullptr && before->is_filled && before->outlook == outlook) {
        change(view, *before, position, color, outlook);
    } else {
        View& base =
            bases_[side][static_cast<std::size_t>(2 * outlook.king_bucket + outlook.is_mirrored)];
        change(base, base, position, color, outlook);
        view = base;
    }
    return view;
}

/// From any position to any other; how many men differ decides how long it takes.
void Evaluator::change(View& target, const View& source, const Position& position, Color color,
                       Outlook outlook) const {
    FixedVector<const std::int16_t*, kSquareCount> added;
    FixedVector<const std::int16_t*, kSquareCount> removed;
    for (const Color owner : kColors)
        for (const PieceType type : kTypes) {
            const auto& before = source.men[static_cast<std::size_t>(index_of(owner))]
                                           [static_cast<std::size_t>(index_of(type))];
            const Bitboard now = position.pieces(owner, type);
            if (before == now) continue;
            const auto row = [&](Square square) {
                return network_->row(feature(color, outlook, owner, type, square));
            };
            for (const Square square : now & ~before) added.push_back(row(square));
            for (const Square square : before & ~now) removed.push_back(row(square));
        }
    Kernel::update(target.values.data(), source.values.data(), {added.begin(), added.size()},
                   {removed.begin(), removed.size()}, network_->width());
    for (const Color owner : kColors)
        for (const PieceType type : kTypes)
            target.men[static_cast<std::size_t>(index_of(owner))]
                      [static_cast<std::size_t>(index_of(type))] = position.pieces(owner, type);
    target.outlook = outlook;
    target.is_filled = true;
}

int evaluate_plainly(const Network& network, const Position& position) {
    const int bucket = output_bucket(position.pieces().count());
    const Color mover = position.side_to_move();
    std::int64_t sum = 0;
    for (const Color view : {mover, !mover}) {
        const Outlook outlook = outlook_of(view, position.king(view), network.shape().king_buckets);
        std::vector<const std::int16_t*> rows;
        for (const Square square : position.pieces()) {
            const Piece piece = position.piece_on(square);
            rows.push_back(
                network.row(feature(view, outlook, color_of(piece), type_of(piece), square)));
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
