#include "match/player_factory.h"

#include <algorithm>

#include "clients/engine_player.h"
#include "play/opponents.h"

namespace castellan {
namespace {

constexpr Milliseconds kLongestGrace{5'000};  // for an engine whose flag has fallen

constexpr std::string_view kOwnPlayers[] = {"level:", "textbook:"};

}  // namespace

bool is_own_player(std::string_view command) {
    return std::ranges::any_of(
        kOwnPlayers, [&](std::string_view prefix) { return command.starts_with(prefix); });
}

std::string own_player_problem(std::string_view command) {
    if (!is_own_player(command)) return {};
    const auto seat = parse_opponent(command);
    return seat ? std::string{} : seat.error().message;
}

std::unique_ptr<Player> make_player(const MatchPlayer& player, const MatchSettings& settings,
                                    std::stop_token stop) {
    if (is_own_player(player.command)) return make_own_player(*parse_opponent(player.command), {});
    EnginePlayerSettings engine;
    engine.command.argv = player.arguments;
    engine.command.argv.insert(engine.command.argv.begin(), player.command);
    engine.command.directory = player.directory;
    engine.command.log_path = player.log_path;
    engine.command.stop = std::move(stop);
    engine.protocol = player.protocol;
    engine.client = {player.options, player.limits, player.ponders, settings.checks_pv,
                     std::min(settings.stall_limit, kLongestGrace)};
    engine.restarts = player.restarts;
    return std::make_unique<EnginePlayer>(std::move(engine));
}

}  // namespace castellan
