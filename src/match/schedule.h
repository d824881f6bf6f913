// Schedule: which game of a match is played by whom, with which colours, from which opening.
#pragma once

#include <vector>

#include "match/match_settings.h"

namespace castellan {

struct PlannedGame {
    int number;   // from 0
    int round;    // from 0
    int pairing;  // from 0
    int white;    // index of the player
    int black;
    int pair;             // games of one pairing with the same number here form a pair
    std::size_t opening;  // index
};

struct Pairing {
    int first;
    int second;
};

class Schedule {
  public:
    explicit Schedule(const MatchSettings& settings);

    int size() const { return rounds_ * games_ * static_cast<int>(pairings_.size()); }
    PlannedGame game(int number) const;
    const std::vector<Pairing>& pairings() const { return pairings_; }

  private:
    std::vector<Pairing> pairings_;
    int rounds_;
    int games_;
    bool repeats_;
    bool swaps_;
};

}  // namespace castellan
