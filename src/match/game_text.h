// A match game as PGN, with scores, depths and times in its comments.
#pragma once

#include <string>

#include "chess/openings/opening_names.h"
#include "match/match_settings.h"
#include "match/schedule.h"
#include "play/referee.h"

namespace castellan {

/// When a game was begun, in UTC.
struct GameDate {
    std::string day;   // 2024.05.31
    std::string time;  // 23:59:59

    static GameDate now();
};

std::string game_to_pgn(const MatchSettings& settings, const PlannedGame& planned,
                        const GameRecord& record, const GameDate& date, const OpeningNames& names);

/// "+0.35", "-M4": as match games have it.
std::string score_text(Score score);

}  // namespace castellan
