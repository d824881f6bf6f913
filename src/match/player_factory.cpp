#include "match/player_factory.h"

#include <algorithm>

#include "base/text.h"
#include "play/castellan_player.h"
#include "play/engine_player.h"
#include "play/textbook_player.h"

namespace castellan {
namespace {

constexpr Milliseconds kLongestGrace{5'000};  // for an engine whose flag has fallen

std::unique_ptr<Player> make_level(int elo) { return std::make_unique<CastellanPlayer>(elo); }
std::unique_ptr<Player> make_textbook(int depth) { return std::make_unique<TextbookPlayer>(depth); }

struct OwnPlayer {
    std::string_view prefix;
    int least;
    int greatest;
    std::unique_ptr<Player> (*make)(int strength);
};

constexpr OwnPlayer kOwnPlayers[] = {
    {"level:", kLowestElo, kHighestElo, make_level},
    {"textbook:", 1, TextbookPlayer::kDeepest, make_textbook},
};

const OwnPlayer* find_own(std::string_view command) {
    const auto found = std::ranges::find_if(
        kOwnPlayers, [&](const OwnPlayer& own) { return command.starts_with(own.prefix); });
    return found == std::end(kOwnPlayers) ? nullptr : found;
}

}  // namespace

bool is_own_player(std::string_view command) { return find_own(command) != nullptr; }

std::string own_player_problem(std::string_view command) {
    const OwnPlayer* own = find_own(command);
    if (own == nullptr) return {};
    const auto strength = parse_number<int>(command.substr(own->prefix.size()));
    if (strength && *strength >= own->least && *strength <= own->greatest) return {};
    return "'" + std::string{command} + "': what stands behind " + std::string{own->prefix} +
           " is a number from " + std::to_string(own->least) + " to " +
           std::to_string(own->greatest);
}

std::unique_ptr<Player> make_player(const MatchPlayer& player, const MatchSettings& settings,
                                    std::stop_token stop) {
    if (const OwnPlayer* own = find_own(player.command))
        return own->make(*parse_number<int>(player.command.substr(own->prefix.size())));
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
