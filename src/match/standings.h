// Standings: the results of a match so far, counted for players and for pairings.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "chess/pgn/pgn_game.h"
#include "match/schedule.h"
#include "match/statistics.h"

namespace castellan {

class Standings {
  public:
    explicit Standings(const MatchSettings& settings);

    void add(const PlannedGame& game, PgnResult result);

    long long games() const { return games_; }
    int players() const { return static_cast<int>(against_.size()); }
    /// What the player has scored, against everybody or against one.
    Score3 score(int player) const;
    const Score3& score(int player, int opponent) const { return against_[player][opponent]; }
    /// Complete pairs only.
    Pentanomial pairs(int player, int opponent) const;
    /// What the statistics count: pairs where openings are played twice, single games elsewhere.
    Outcomes outcomes(int player, int opponent) const;
    Outcomes outcomes(int player) const;
    bool has_pairs() const { return has_pairs_; }

  private:
    struct OpenPair {
        int games = 0;
        int half_points = 0;  // of the pairing's first player
    };

    bool has_pairs_;
    long long games_ = 0;
    std::vector<Pairing> pairings_;
    std::vector<std::vector<Score3>> against_;
    std::vector<Pentanomial> pairs_;                      // by pairing, seen by its first player
    std::map<std::pair<int, int>, OpenPair> open_pairs_;  // by pairing and pair
};

}  // namespace castellan
