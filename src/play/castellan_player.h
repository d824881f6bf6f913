// CastellanPlayer: Castellan itself, at a level or as strong as it can, in this very process.
#pragma once

#include "engine/engine.h"
#include "play/player.h"

namespace castellan {

class CastellanPlayer final : public Player {
  public:
    /// Without an Elo, full strength.
    explicit CastellanPlayer(std::optional<int> elo, const EngineSettings& settings = {});

    /// Of one that was made at a level.
    void change_level(int elo);

    PlayerStatus start_game(const GameStart& start) override;
    Answer answer(const Turn& turn) override;
    bool end_game(PgnResult, std::string_view) override { return true; }

  private:
    Limits limits_for(const Turn& turn) const;

    Engine engine_;
    bool needs_time_limit_;  // else nothing ends its search in a game without clocks
};

}  // namespace castellan
