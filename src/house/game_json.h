// Games as JSON, in the words of docs/web.md.
#pragma once

#include <nlohmann/json.hpp>

#include "chess/openings/opening_names.h"
#include "house/command_result.h"
#include "store/game_store.h"

namespace castellan {

using Json = nlohmann::json;

constexpr const char* word_for(Color color) { return color == Color::white ? "white" : "black"; }

/// What the page may name: engines of the configuration, by name.
struct EngineChoice {
    std::string name;
    std::string command;
};

/// Names stand on one line, wherever they are shown.
CommandResult<std::string> name_from(const Json& json, std::string usual);
CommandResult<Seat> seat_from(const Json& json, std::span<const EngineChoice> engines);
CommandResult<GameSetup> setup_from(const Json& json, std::span<const EngineChoice> engines);
CommandResult<Color> color_from(const Json& json);

Json to_json(const Seat& seat);
Json to_json(const GameSummary& summary);
/// The move from this position.
Json move_json(const Position& before, Move move, std::optional<Microseconds> left);
Json moves_json(const Session& session);
Json state_json(const Session& session, const OpeningNames& names);
/// A stored game, with its moves from there on as far as one answer can have them.
Json record_json(const StoredGame& game, const OpeningNames& names, std::size_t from);

/// As text; what is no UTF-8 is replaced.
std::string to_text(const Json& json);

/// A field, if it is there and of the right kind.
std::optional<std::string> text_field(const Json& json, const char* key);
std::optional<std::int64_t> number_field(const Json& json, const char* key);

}  // namespace castellan
