// GameStatistics: what a set of games holds, for whoever decides whether it is enough.
#pragma once

#include <array>
#include <cstdint>

#include "training/position_filter.h"

namespace castellan::training {

struct GameStatistics {
    std::uint64_t games = 0;
    std::uint64_t plies = 0;
    std::uint64_t usable = 0;  // positions that pass the filter
    std::array<std::uint64_t, 3> results{};

    void add(const TrainingGame& game) {
        ++games;
        plies += game.moves.size();
        ++results[static_cast<std::size_t>(game.result)];
        for_each_usable(game, [this](const Position&, const ScoredMove&) { ++usable; });
    }
    std::uint64_t count(GameResult result) const {
        return results[static_cast<std::size_t>(result)];
    }
    double mean_plies() const {
        return games == 0 ? 0 : static_cast<double>(plies) / static_cast<double>(games);
    }
};

}  // namespace castellan::training
