// TextbookPlayer: plain alpha-beta to a fixed depth, in this very process.
#pragma once

#include "play/player.h"

namespace castellan {

class TextbookPlayer final : public Player {
  public:
    static constexpr Depth kDeepest = 8;  // deeper takes minutes for a move

    explicit TextbookPlayer(Depth depth) : depth_{depth} {}

    PlayerStatus start_game(const GameStart&) override { return {}; }
    Answer answer(const Turn& turn) override;
    bool end_game(PgnResult, std::string_view) override { return true; }

  private:
    Depth depth_;
};

}  // namespace castellan
