#include "training/network_data.h"

#include <bit>

#include "training/classical_dataset.h"
#include "training/position_filter.h"

namespace castellan::training {

NetworkPosition to_network_position(const Position& position, int score, GameResult result) {
    NetworkPosition packed;
    const bool is_white = position.side_to_move() == Color::white;
    int index = 0;
    for (const Square square : position.pieces()) {
        packed.occupied |= 1ULL << index_of(square);
        const Piece piece = position.piece_on(square);
        const int code = index_of(type_of(piece)) + (color_of(piece) == Color::white ? 0 : 8);
        packed.pieces[static_cast<std::size_t>(index / 2)] |=
            static_cast<std::uint8_t>(code << (index % 2 == 0 ? 0 : 4));
        ++index;
    }
    packed.score = static_cast<std::int16_t>(is_white ? score : -score);
    const auto white_result = static_cast<std::uint8_t>(result);
    packed.result = is_white ? white_result : static_cast<std::uint8_t>(2 - white_result);
    packed.is_white_to_move = is_white;
    return packed;
}

ActiveFeatures features_of(const NetworkPosition& packed, int king_buckets) {
    struct PlacedPiece {
        Color owner;
        PieceType type;
        Square square;
    };
    std::array<PlacedPiece, 32> pieces;
    std::array<Square, 2> kings{};
    int count = 0;
    for (std::uint64_t left = packed.occupied; left != 0; left &= left - 1) {
        const int code =
            packed.pieces[static_cast<std::size_t>(count / 2)] >> (count % 2 == 0 ? 0 : 4) & 15;
        const PlacedPiece piece{code < 8 ? Color::white : Color::black,
                                static_cast<PieceType>(code & 7),
                                static_cast<Square>(std::countr_zero(left))};
        if (piece.type == PieceType::king)
            kings[static_cast<std::size_t>(index_of(piece.owner))] = piece.square;
        pieces[static_cast<std::size_t>(count++)] = piece;
    }
    ActiveFeatures active;
    active.count = count;
    const Color mover = packed.is_white_to_move ? Color::white : Color::black;
    for (std::size_t side = 0; side < 2; ++side) {
        const Color view = side == 0 ? mover : !mover;
        const nnue::Perspective perspective = nnue::perspective_of(
            view, kings[static_cast<std::size_t>(index_of(view))], king_buckets);
        for (int i = 0; i < count; ++i) {
            const PlacedPiece& piece = pieces[static_cast<std::size_t>(i)];
            active.indices[side][static_cast<std::size_t>(i)] = static_cast<std::uint16_t>(
                nnue::feature(view, perspective, piece.owner, piece.type, piece.square));
        }
    }
    return active;
}

void NetworkData::add(const TrainingGame& game) {
    std::vector<NetworkPosition>& part = is_held_out(games++) ? held_out : training;
    for_each_usable(game, [&](const Position& position, const ScoredMove& played) {
        part.push_back(to_network_position(position, played.score, game.result));
    });
}

void shuffle(std::vector<NetworkPosition>& positions, Random random) {
    for (std::size_t i = positions.size(); i > 1; --i)
        std::swap(positions[i - 1], positions[random.below(static_cast<std::uint32_t>(i))]);
}

}  // namespace castellan::training
