// Makes the players of a match out of what the user wrote behind cmd=.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "match/match_settings.h"
#include "play/player.h"

namespace castellan {

/// Players of our own are named kind:strength, such as level:1400; all else is a program.
bool is_own_player(std::string_view command);
/// What is wrong with the name of an own player; empty if nothing is.
std::string own_player_problem(std::string_view command);

/// The command must be without problems. Programs are started when their first game begins.
std::unique_ptr<Player> make_player(const MatchPlayer& player, const MatchSettings& settings,
                                    std::stop_token stop);

}  // namespace castellan
