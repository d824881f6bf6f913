// AbsentPlayer: sits where somebody should who cannot play here, and says why.
#pragma once

#include "play/player.h"

namespace castellan {

class AbsentPlayer final : public Player {
  public:
    explicit AbsentPlayer(std::string reason) : reason_{std::move(reason)} {}

    PlayerStatus start_game(const GameStart&) override {
        return fail(PlayerError::cannot_start, reason_);
    }
    Answer answer(const Turn&) override { return {.kind = AnswerKind::crashed}; }
    bool end_game(PgnResult, std::string_view) override { return true; }

  private:
    std::string reason_;
};

}  // namespace castellan
