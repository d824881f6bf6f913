// Makes whoever sits on a seat: Castellan itself, or another program.
#pragma once

#include "play/opponents.h"

namespace castellan {

/// A program is started when it is first asked; it ends with the player, or when `stop` says so.
std::unique_ptr<Player> make_program_player(const std::string& command, std::stop_token stop = {});

/// For seats of every kind but a person's.
std::unique_ptr<Player> make_player(const Seat& seat, const EngineSettings& settings,
                                    std::stop_token stop);

}  // namespace castellan
