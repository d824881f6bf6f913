#include "clients/engine_player.h"

namespace castellan {

PlayerStatus EnginePlayer::start_game(const GameStart& start) {
    if (client_ && (is_broken_ || settings_.restarts || !client_->can_be_reused())) leave();
    PlayerStatus status = try_to_start(start);
    // A program that has died between two games has broken no game, and a busy machine may have
    // kept it from answering in time.
    if (!status && (status.error().reason == PlayerError::no_answer ||
                    status.error().reason == PlayerError::wrong_protocol)) {
        leave();
        status = try_to_start(start);
    }
    return status;
}

PlayerStatus EnginePlayer::try_to_start(const GameStart& start) {
    if (!client_) {
        ClientSettings settings = settings_.client;
        if (!start.clock.left && settings_.time_without_clock)
            settings.limits.move_time = settings_.time_without_clock;
        auto client = start_engine(settings_.command, settings_.protocol, settings);
        if (!client) return tl::unexpected(client.error());
        client_ = std::move(*client);
    }
    const PlayerStatus status = client_->new_game(start.position, start.clock);
    is_broken_ = !status;
    return status;
}

bool EnginePlayer::end_game(PgnResult result, std::string_view reason) {
    if (!client_ || is_broken_) return !is_broken_;
    is_broken_ = !client_->end_game(result, reason);
    return !is_broken_;
}

std::vector<std::string> EnginePlayer::last_lines() {
    return client_ ? client_->process().last_lines() : std::vector<std::string>{};
}

std::vector<std::string> EnginePlayer::take_warnings() {
    return client_ ? client_->take_warnings() : std::vector<std::string>{};
}

void EnginePlayer::leave() {
    if (client_ && !is_broken_) client_->quit();
    client_.reset();
    is_broken_ = false;
}

}  // namespace castellan
