#include "clients/make_player.h"

#include "clients/engine_player.h"

namespace castellan {

std::unique_ptr<Player> make_program_player(const std::string& command, std::stop_token stop) {
    EnginePlayerSettings settings;
    settings.command.argv = {command};
    settings.command.stop = std::move(stop);
    settings.time_without_clock = kTimeWithoutClock;
    return std::make_unique<EnginePlayer>(std::move(settings));
}

std::unique_ptr<Player> make_player(const Seat& seat, const EngineSettings& settings,
                                    std::stop_token stop) {
    if (seat.kind == SeatKind::engine) return make_program_player(seat.command, std::move(stop));
    return make_own_player(seat, settings);
}

}  // namespace castellan
