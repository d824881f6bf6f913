// Tournament: plays the games of a schedule on several threads and counts the results.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <stop_token>

#include "match/game_text.h"
#include "match/match_log.h"
#include "match/openings.h"
#include "match/standings.h"

namespace castellan {

/// What is remembered about a player beside the points.
struct Conduct {
    int crashes = 0;  // stalls included
    int time_losses = 0;
    int illegal = 0;  // moves and claims
    int warnings = 0;
};

enum class TournamentEnd {
    complete,
    decided,  // by the SPRT
    interrupted,
    failed,  // a player crashed or cannot play, or the disk is full
};

struct GameNews {
    const PlannedGame& planned;
    const LoggedGame& game;
    const std::vector<std::string>& evidence;  // last lines of the one at fault
    std::vector<std::string> warnings[2];      // by colour
};

/// Called by one thread at a time.
struct TournamentListener {
    std::function<void(const PlannedGame&)> on_start;
    std::function<void(const GameNews&)> on_game;
};

/// Whether the SPRT has decided.
bool is_decided(const MatchSettings& settings, const Standings& standings);
/// Whether nothing is left to be played after these games.
bool is_finished(const MatchSettings& settings, const std::vector<LoggedGame>& games);

class Tournament {
  public:
    /// Everything given here is lent for the tournament's lifetime.
    Tournament(const MatchSettings& settings, const Openings& openings, MatchLog& log,
               TournamentListener listener);

    /// Counts a game that was played before.
    void restore(const LoggedGame& game);
    /// Plays until all is done, decided, or asked to stop; unfinished games do not count.
    TournamentEnd run(const std::stop_token& stop);

    const Schedule& schedule() const { return schedule_; }
    const Standings& standings() const { return standings_; }
    const Conduct& conduct(int player) const { return conduct_[static_cast<std::size_t>(player)]; }
    /// Why it failed.
    const std::string& failure() const { return failure_; }

  private:
    using PlayerCache = std::map<int, std::unique_ptr<Player>>;

    void work();
    std::optional<PlannedGame> next_game();
    GameRecord play(const PlannedGame& planned, PlayerCache& cache) const;
    void record(const PlannedGame& planned, const GameRecord& record, std::string pgn,
                PlayerCache& cache);
    void count(const PlannedGame& planned, const LoggedGame& game);
    void write_epd(const GameRecord& record);
    bool is_decided() const;
    void stop_with(TournamentEnd end, std::string failure = {});

    const MatchSettings& settings_;
    const Openings& openings_;
    MatchLog& log_;
    TournamentListener listener_;
    Schedule schedule_;
    OpeningNames names_;
    std::mutex mutex_;  // guards what follows
    Standings standings_;
    std::vector<Conduct> conduct_;
    std::set<int> done_;
    int next_ = 0;
    std::optional<TournamentEnd> end_;
    std::string failure_;
    std::stop_source stopper_;
};

}  // namespace castellan
