#include "training/network_trainer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "eval/nnue/evaluator.h"
#include "tests/support/test_files.h"
#include "training/position_filter.h"

namespace castellan::training {
namespace {

/// Positions whose score is their material, which a network should find out.
NetworkData material_data(std::size_t games) {
    NetworkData data;
    for (std::size_t seed = 0; seed < games; ++seed) {
        TrainingGame game = random_game(seed, 120);
        Position position = game.start;
        for (ScoredMove& played : game.moves) {
            constexpr int kValues[] = {100, 300, 300, 500, 900, 0};
            int sum = 0;
            for (const Square square : position.pieces()) {
                const Piece piece = position.piece_on(square);
                const int value = kValues[index_of(type_of(piece))];
                sum += color_of(piece) == Color::white ? value : -value;
            }
            played.score = static_cast<std::int16_t>(sum);
            position = position.after(played.move);
        }
        data.add(game);
    }
    return data;
}

constexpr nnue::Shape kSmall{.width = 64};

NetworkOptions quick() {
    NetworkOptions options;
    options.epochs = 8;
    options.batch = 256;
    options.result_share = 0;
    return options;
}

TEST(NetworkDataTest, FeaturesAreThoseOfThePosition) {
    const TrainingGame game = random_game(3, 100);
    Position position = game.start;
    for (const ScoredMove& played : game.moves) {
        const auto packed = to_network_position(position, 55, GameResult::white_wins);
        const ActiveFeatures active = features_of(packed, 4);
        const Color mover = position.side_to_move();
        EXPECT_EQ(active.count, position.pieces().count());
        EXPECT_EQ(packed.score, mover == Color::white ? 55 : -55);
        EXPECT_EQ(packed.result, mover == Color::white ? 2 : 0);
        std::size_t i = 0;
        for (const Square square : position.pieces()) {
            const Piece piece = position.piece_on(square);
            EXPECT_EQ(active.indices[0][i],
                      nnue::feature(mover, nnue::perspective_of(mover, position.king(mover), 4),
                                    color_of(piece), type_of(piece), square));
            ++i;
        }
        position = position.after(played.move);
    }
}

TEST(NetworkTrainerTest, LearnsWhatMaterialIsWorth) {
    NetworkData data = material_data(300);
    ASSERT_GT(data.training.size(), 5'000U);
    auto state = new_network_state(kSmall, 1);
    std::vector<double> losses;
    train_network(state, data, quick(),
                  [&](const NetworkEpoch& epoch) { losses.push_back(epoch.held_out_loss); }, {});
    ASSERT_EQ(losses.size(), 8U);
    EXPECT_LT(losses.back(), losses.front() / 3);
    // What is played with is what was learnt, rounded.
    const nnue::Network network = quantised(state);
    const auto chance = [](int score) { return 1 / (1 + std::exp(-score / 400.0)); };
    double error = 0;
    int count = 0;
    for_each_usable(random_game(1'000, 120), [&](const Position& position, const ScoredMove&) {
        int sum = 0;
        for (const Square square : position.pieces()) {
            constexpr int kValues[] = {100, 300, 300, 500, 900, 0};
            const Piece piece = position.piece_on(square);
            const int value = kValues[index_of(type_of(piece))];
            sum += color_of(piece) == position.side_to_move() ? value : -value;
        }
        error += std::abs(chance(sum) - chance(nnue::evaluate_plainly(network, position)));
        ++count;
    });
    EXPECT_LT(error / count, 0.1) << "of a point on average, in games it has not seen";
}

TEST(NetworkTrainerTest, TheSameSeedGivesTheSameNetworkOnAnyNumberOfThreads) {
    std::vector<Bytes> networks;
    for (const int threads : {1, 1, 2, 3}) {
        NetworkOptions options = quick();
        options.epochs = 2;
        options.threads = threads;
        NetworkData data = material_data(40);
        auto state = new_network_state({.width = 128, .king_buckets = 2}, 1);
        train_network(state, data, options, [](const NetworkEpoch&) {}, {});
        networks.push_back(quantised(state).to_bytes());
    }
    for (const Bytes& network : networks) EXPECT_EQ(network, networks.front());
    EXPECT_NE(new_network_state(kSmall, 2).weights, new_network_state(kSmall, 1).weights);
}

TEST(NetworkTrainerTest, GoesOnFromACheckpointAsIfNothingHadHappened) {
    const auto options = quick();
    NetworkData data = material_data(40);
    auto whole = new_network_state(kSmall, 1);
    train_network(whole, data, options, [](const NetworkEpoch&) {}, {});

    NetworkData again = material_data(40);
    auto part = new_network_state(kSmall, 1);
    std::stop_source stop;
    Bytes checkpoint;
    train_network(
        part, again, options,
        [&](const NetworkEpoch& epoch) {
            checkpoint = to_bytes(part);
            if (epoch.epoch == 3) stop.request_stop();
        },
        stop.get_token());
    EXPECT_FALSE(network_state_from(checkpoint, {.width = 64, .king_buckets = 2}));
    auto state = network_state_from(checkpoint, kSmall);
    ASSERT_TRUE(state);
    EXPECT_EQ(state->epochs_done, 3);
    NetworkData fresh = material_data(40);
    train_network(*state, fresh, options, [](const NetworkEpoch&) {}, {});
    EXPECT_EQ(state->weights, whole.weights);
    checkpoint[100] ^= 1;
    EXPECT_FALSE(network_state_from(checkpoint, kSmall));
}

}  // namespace
}  // namespace castellan::training
