// What the tests of this folder share: a folder to write to, and games to write.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/bytes.h"
#include "base/random.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "tests/support/temporary_folder.h"
#include "training/training_game.h"

namespace castellan::training {

class FolderTest : public testing::Test {
  protected:
    std::string path(const std::string& name) const { return folder_ / name; }

    std::string file(const std::string& name, const Bytes& bytes) const {
        std::ofstream{path(name), std::ios::binary}.write(
            reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
        return path(name);
    }

    static Bytes bytes_of(const std::string& path) {
        std::ifstream file{path, std::ios::binary};
        return Bytes{std::istreambuf_iterator<char>{file}, {}};
    }

  private:
    const TemporaryFolder folder_;
};

/// Random moves with random scores.
inline TrainingGame random_game(std::uint64_t seed, std::size_t plies,
                                const Position& start = Position{}) {
    Random random{seed};
    TrainingGame record{start, {}, static_cast<GameResult>(random.below(3))};
    Game game{start};
    while (game.ply() < plies && !game.outcome()) {
        const MoveList moves = legal_moves(game.position());
        const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        const int score = static_cast<int>(random.below(64'001)) - 32'000;
        record.moves.push_back({move, static_cast<std::int16_t>(score)});
        game.play(move);
    }
    return record;
}

}  // namespace castellan::training
