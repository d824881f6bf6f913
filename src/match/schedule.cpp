#include "match/schedule.h"

namespace castellan {

Schedule::Schedule(const MatchSettings& settings)
    : rounds_{settings.rounds},
      games_{settings.games},
      repeats_{settings.repeats},
      swaps_{settings.swaps} {
    const auto players = static_cast<int>(settings.players.size());
    const int firsts = settings.kind == TournamentKind::gauntlet ? 1 : players;
    for (int first = 0; first < firsts; ++first)
        for (int second = first + 1; second < players; ++second)
            pairings_.push_back({first, second});
}

PlannedGame Schedule::game(int number) const {
    const auto per_round = static_cast<int>(pairings_.size()) * games_;
    const int round = number / per_round;
    const int pairing = number % per_round / games_;
    const int meeting = round * games_ + number % games_;  // how often these two have met before
    auto [white, black] = pairings_[static_cast<std::size_t>(pairing)];
    if (swaps_ && meeting % 2 == 1) std::swap(white, black);
    // All pairings of a round have the same openings, so that nobody is favoured by them.
    const int opening = repeats_ ? meeting / 2 : meeting;
    return {number, round, pairing, white, black, meeting / 2, static_cast<std::size_t>(opening)};
}

}  // namespace castellan
