// What is told about a match: tables for people, JSON for programs.
#pragma once

#include <string>

#include "match/tournament.h"

namespace castellan {

/// The results of two players against each other, seen by the first: Elo, pairs, SPRT.
std::string duel_report(const MatchSettings& settings, const Standings& standings);
/// Of many players: a table with ratings, and who scored what against whom.
std::string table_report(const MatchSettings& settings, const Standings& standings);
/// Crashes, time losses and warnings; empty if all behaved.
std::string conduct_report(const MatchSettings& settings, const Tournament& tournament);
/// One short line: games, score, Elo, LLR.
std::string progress_text(const MatchSettings& settings, const Standings& standings, int total);
std::string json_report(const MatchSettings& settings, const Tournament& tournament,
                        TournamentEnd end);

}  // namespace castellan
