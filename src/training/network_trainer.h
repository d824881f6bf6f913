// The trainer of the network: Adam on the CPU, in tiles of columns that fit a core's cache. What it
// finds depends on data, options and seed alone, not on the number of threads.
#pragma once

#include <functional>
#include <stop_token>

#include "training/network_data.h"
#include "training/network_state.h"

namespace castellan::training {

struct NetworkOptions {
    int epochs = 20;
    int batch = 4'096;
    double first_rate = 0.001;
    double last_rate = 0.00003;
    double result_share = 0.2;    // of the target: the game's result, not the score
    double scale = nnue::kScale;  // centipawns that mean an output of 1
    std::uint64_t seed = 1;
    int threads = 1;
};

struct NetworkEpoch {
    int epoch;  // from 1
    double training_loss;
    double held_out_loss;
    double positions_per_second;
};

/// Goes on from the state to the last epoch, and calls `on_epoch` after each. The data is shuffled
/// on the way.
void train_network(NetworkState& state, NetworkData& data, const NetworkOptions& options,
                   const std::function<void(const NetworkEpoch&)>& on_epoch,
                   const std::stop_token& stop);

}  // namespace castellan::training
