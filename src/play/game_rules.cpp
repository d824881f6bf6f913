#include "play/game_rules.h"

#include "chess/dead_position.h"

namespace castellan {
namespace {

constexpr Score kWorse = Score::centipawns(-50);
constexpr Score kEven = Score::centipawns(10);
constexpr int kLateMove = 40;

constexpr Score kHopeless = Score::centipawns(-900);
constexpr int kHopelessMoves = 4;

}  // namespace

PgnResult result_of_flag_fall(const Position& position, Color out_of_time) {
    return can_ever_mate(position, !out_of_time) ? win_of(!out_of_time) : PgnResult::draw;
}

std::optional<Outcome> outcome_with_claims(const Game& game) {
    if (const auto outcome = game.outcome()) return outcome;
    if (const auto draw = game.claimable_draw()) return Outcome{*draw, std::nullopt};
    return std::nullopt;
}

PgnResult result_of(const Outcome& outcome) {
    return outcome.winner ? win_of(*outcome.winner) : PgnResult::draw;
}

bool engine_claims_draw(std::optional<Score> belief) { return !belief || *belief <= Score::draw(); }

bool engine_accepts_draw(std::optional<Score> belief, const Position& position) {
    if (!belief) return false;
    return *belief <= kWorse || (*belief <= kEven && position.fullmove_number() >= kLateMove);
}

ClaimMeaning meaning_of_claim(PgnResult claim, Color claimant, bool opponent_offered_draw) {
    if (claim == win_of(!claimant)) return ClaimMeaning::resigns;
    if (claim == PgnResult::draw && opponent_offered_draw) return ClaimMeaning::takes_draw;
    return ClaimMeaning::wrong;
}

bool ResignDecision::after_search(Score score) {
    hopeless_moves_ = score <= kHopeless ? hopeless_moves_ + 1 : 0;
    return hopeless_moves_ >= kHopelessMoves;
}

}  // namespace castellan
