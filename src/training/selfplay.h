// Self-play: the engine against itself from random openings, many games at a time.
#pragma once

#include <functional>
#include <stop_token>

#include "engine/engine.h"
#include "training/training_game.h"

namespace castellan::training {

struct SelfplayOptions {
    std::uint64_t games = 1;
    std::uint64_t first_game = 0;  // index of the first one
    std::uint64_t nodes = 2'000;   // per move; the iteration they end in is finished
    std::uint64_t seed = 1;
    int threads = 1;                                 // games at the same time
    std::shared_ptr<const nnue::Network> network{};  // nullptr: the classical evaluation
};

/// One game; it depends on seed, index and nodes only. Nothing if it was stopped before its end.
std::optional<TrainingGame> play_selfplay_game(Engine& engine, const SelfplayOptions& options,
                                               std::uint64_t index, const std::stop_token& stop);

/// Told each game in the order of the indices, on the calling thread; false ends the run.
using GameSink = std::function<bool(const TrainingGame&)>;

/// Blocks until all games are played, it is stopped, or the sink has had enough.
void run_selfplay(const SelfplayOptions& options, const GameSink& sink,
                  const std::stop_token& stop);

}  // namespace castellan::training
