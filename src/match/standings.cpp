#include "match/standings.h"

#include <algorithm>

namespace castellan {
namespace {

int half_points_of_white(PgnResult result) {
    return result == PgnResult::white_wins ? 2 : result == PgnResult::draw ? 1 : 0;
}

void count(Score3& score, int half_points) {
    ++(half_points == 2 ? score.wins : half_points == 1 ? score.draws : score.losses);
}

}  // namespace

Standings::Standings(const MatchSettings& settings)
    : has_pairs_{settings.repeats},
      pairings_{Schedule{settings}.pairings()},
      against_(settings.players.size(), std::vector<Score3>(settings.players.size())),
      pairs_(pairings_.size()) {}

void Standings::add(const PlannedGame& game, PgnResult result) {
    if (result == PgnResult::unknown) return;
    ++games_;
    const int white_points = half_points_of_white(result);
    count(against_[game.white][game.black], white_points);
    count(against_[game.black][game.white], 2 - white_points);

    const int first = pairings_[static_cast<std::size_t>(game.pairing)].first;
    OpenPair& pair = open_pairs_[{game.pairing, game.pair}];
    pair.half_points += game.white == first ? white_points : 2 - white_points;
    if (++pair.games < 2) return;
    ++pairs_[static_cast<std::size_t>(game.pairing)][static_cast<std::size_t>(pair.half_points)];
    open_pairs_.erase({game.pairing, game.pair});
}

Score3 Standings::score(int player) const {
    Score3 sum;
    for (const Score3& score : against_[player]) {
        sum.wins += score.wins;
        sum.draws += score.draws;
        sum.losses += score.losses;
    }
    return sum;
}

Pentanomial Standings::pairs(int player, int opponent) const {
    for (std::size_t i = 0; i < pairings_.size(); ++i) {
        const auto [first, second] = pairings_[i];
        if (first == player && second == opponent) return pairs_[i];
        if (first == opponent && second == player) {
            Pentanomial seen = pairs_[i];
            std::ranges::reverse(seen);
            return seen;
        }
    }
    return {};
}

namespace {

/// Until the first pair is complete, its games are all there is to go by.
Outcomes outcomes_of(const Pentanomial& pairs, const Score3& score) {
    const bool has_pair = std::ranges::any_of(pairs, [](long long count) { return count > 0; });
    return has_pair ? Outcomes::of_pairs(pairs) : Outcomes::of_games(score);
}

}  // namespace

Outcomes Standings::outcomes(int player, int opponent) const {
    return has_pairs_ ? outcomes_of(pairs(player, opponent), score(player, opponent))
                      : Outcomes::of_games(score(player, opponent));
}

Outcomes Standings::outcomes(int player) const {
    Pentanomial sum{};
    for (int opponent = 0; opponent < players() && has_pairs_; ++opponent) {
        const Pentanomial pair_counts = pairs(player, opponent);
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += pair_counts[i];
    }
    return outcomes_of(sum, score(player));
}

}  // namespace castellan
