// NetworkData: quiet positions of many games, 32 bytes each, as the network's trainer wants them.
#pragma once

#include <vector>

#include "base/random.h"
#include "eval/nnue/nnue_features.h"
#include "training/training_game.h"

namespace castellan::training {

/// A position as its features are read from it, and what became of it.
struct NetworkPosition {
    std::uint64_t occupied = 0;
    std::array<std::uint8_t, 16> pieces{};  // four bits each, in the order of their squares
    std::int16_t score = 0;                 // centipawns, seen by the side to move
    std::uint8_t result = 0;                // 0, 1 or 2: lost, drawn, won by the side to move
    bool is_white_to_move = true;
};

NetworkPosition to_network_position(const Position& position, int score, GameResult result);

/// The features of a position, for the side to move and for the other one; as many as there are
/// pieces.
struct ActiveFeatures {
    std::array<std::array<std::uint16_t, 32>, 2> indices;
    int count = 0;
};
ActiveFeatures features_of(const NetworkPosition& position, int king_buckets);

struct NetworkData {
    std::vector<NetworkPosition> training;
    std::vector<NetworkPosition> held_out;
    std::uint64_t games = 0;

    /// One game in twenty is held out.
    void add(const TrainingGame& game);
};

/// In another order, the same for the same seed.
void shuffle(std::vector<NetworkPosition>& positions, Random random);

}  // namespace castellan::training
