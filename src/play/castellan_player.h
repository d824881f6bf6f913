// CastellanPlayer: Castellan itself, at a level or as strong as it can, in this very process.
#pragma once

#include "engine/level_player.h"
#include "play/player.h"

namespace castellan {

class CastellanPlayer final : public Player {
  public:
    /// Without an Elo, full strength.
    explicit CastellanPlayer(std::optional<int> elo);

    ClientStatus start_game(const GameStart& start) override;
    Answer answer(const Turn& turn) override;
    bool end_game(PgnResult, std::string_view) override { return true; }

  private:
    Verdict think(const Turn& turn, const Worker::Listener& listener);

    std::optional<Strength> strength_;
    std::uint64_t seed_ = 0;
    LevelPlayer level_;
    std::optional<Searcher> full_;
};

}  // namespace castellan
