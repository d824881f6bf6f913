// Who can be played against: levels by number, by name or by preset, and other engines.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "base/result.h"
#include "engine/engine_settings.h"
#include "play/player.h"
#include "play/session_data.h"
#include "play/thinkers.h"

namespace castellan {

inline constexpr int kFullStrength = 0;  // in place of an Elo

struct NamedLevel {
    std::string_view name;
    int elo;  // or kFullStrength
};

/// From the weakest to the strongest.
std::span<const NamedLevel> named_opponents();
/// Easy, Medium, Hard, Expert.
std::span<const NamedLevel> presets();

Seat person_seat(std::string name);
Seat level_seat(int elo);

enum class OpponentError { unknown, out_of_range };

/// "1400", "level:1400", "easy", "Squire", "full", "textbook:3"; what holds a slash is a program.
Result<Seat, OpponentError> parse_opponent(std::string_view text);

/// How a game gets its players: one for each seat that is no person's. Called where they think;
/// once `gone` is stopped, the player should wait for nothing more.
using MakePlayer = std::function<std::unique_ptr<Player>(const Seat&, std::stop_token gone)>;

/// Among whom it thinks.
Lane lane_of(const Seat& seat);

/// Castellan at a level or at full strength, or plain alpha-beta, in this very process; nothing for
/// a seat of another kind.
std::unique_ptr<Player> make_own_player(const Seat& seat, const EngineSettings& settings);

}  // namespace castellan
