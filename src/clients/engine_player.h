// EnginePlayer: a player that is a program of its own, started when it is needed.
#pragma once

#include "clients/engine_client.h"
#include "play/player.h"

namespace castellan {

struct EnginePlayerSettings {
    ChildCommand command;
    EngineProtocol protocol = EngineProtocol::detect;
    ClientSettings client;
    bool restarts = false;                             // a new process for every game
    std::optional<Milliseconds> time_without_clock{};  // for a move; else it thinks until it likes
};

class EnginePlayer final : public Player {
  public:
    explicit EnginePlayer(EnginePlayerSettings settings) : settings_{std::move(settings)} {}
    ~EnginePlayer() override { leave(); }

    PlayerStatus start_game(const GameStart& start) override;
    Answer answer(const Turn& turn) override { return client_->think(turn); }
    void wait_for_opponent(const Turn& turn) override { client_->ponder(turn); }
    bool end_game(PgnResult result, std::string_view reason) override;
    std::vector<std::string> last_lines() override;
    std::string ending() override { return client_ ? client_->process().ending() : ""; }
    std::vector<std::string> take_warnings() override;

  private:
    PlayerStatus try_to_start(const GameStart& start);
    void leave();

    EnginePlayerSettings settings_;
    std::unique_ptr<EngineClient> client_;
    bool is_broken_ = false;  // crashed or hangs: the next game needs a new process
};

}  // namespace castellan
