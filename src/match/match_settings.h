// MatchSettings: everything that the user decides about a match.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clients/engine_client.h"
#include "match/sprt.h"
#include "play/adjudicator.h"
#include "play/time_control.h"

namespace castellan {

struct MatchPlayer {
    std::string name;
    std::string command;  // a program, or one of our own players: "level:1400"
    std::vector<std::string> arguments;
    std::string directory;
    std::string log_path;
    EngineProtocol protocol = EngineProtocol::detect;
    TimeControl control;
    ThinkingLimits limits;
    std::vector<EngineOptionSetting> options;
    Milliseconds time_margin{0};
    bool restarts = false;
    bool ponders = false;
};

enum class TournamentKind {
    round_robin,
    gauntlet,  // the first player against each of the others
};

enum class OpeningFormat { epd, pgn, polyglot };
enum class OpeningOrder { sequential, random };

struct OpeningSettings {
    std::string path;  // empty: every game from the starting position
    OpeningFormat format = OpeningFormat::epd;
    OpeningOrder order = OpeningOrder::sequential;
    int plies = 0;  // of a PGN game, 0: all; of a line of a book, 0: 16
    int start = 1;  // the first one to be used, counted from 1
};

struct MatchSettings {
    std::vector<MatchPlayer> players;
    TournamentKind kind = TournamentKind::round_robin;
    int rounds = 1;
    int games = 2;        // of each pairing in a round
    bool repeats = true;  // each opening twice, with colours changed
    bool swaps = true;    // colours change from game to game
    int concurrency = 1;
    OpeningSettings openings;
    std::optional<SprtSettings> sprt;
    AdjudicationRules adjudication;
    Milliseconds stall_limit{300'000};
    bool is_chess960 = false;
    bool recovers = false;  // goes on after a crash
    bool checks_pv = true;
    std::uint64_t seed = 0;
    std::string event = "?";
    std::string site = "?";
    std::string pgn_path;
    std::string epd_path;
    std::string state_path;
    std::string tablebase_path;
    bool resumes = false;
    int rating_interval = 10;  // games between two reports
    bool is_json = false;
    bool has_seed = false;  // the user gave one
};

}  // namespace castellan
