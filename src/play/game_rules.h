// What the rules of chess leave to those who run a game: flags, claims and offers of draws, and
// when an engine gives up. Sessions, matches, self-play and XBoard all ask here.
#pragma once

#include <optional>

#include "chess/game.h"
#include "chess/pgn/pgn_game.h"
#include "search/score.h"

namespace castellan {

/// Whose flag falls has lost, unless the opponent has nothing left that could ever mate.
PgnResult result_of_flag_fall(const Position& position, Color out_of_time);

/// The end on the board; among engines a draw that could be claimed is claimed by whoever moves.
std::optional<Outcome> outcome_with_claims(const Game& game);
PgnResult result_of(const Outcome& outcome);

/// Whether an engine whose opponent is a person claims a draw that it could claim: not while it
/// believes to stand better.
bool engine_claims_draw(std::optional<Score> belief);

/// Whether an engine takes a draw: when it believes to stand worse, and when nothing happens late
/// in the game. `belief` is what it thought of its last move.
bool engine_accepts_draw(std::optional<Score> belief, const Position& position);

/// Both sides have offered a draw with their last moves.
class DrawOffers {
  public:
    /// After each move; true if the draw is agreed.
    bool after_move(Color mover, bool offers) {
        has_offered_[index_of(mover)] = offers;
        return offers && has_offered_[index_of(!mover)];
    }
    bool has_offered(Color color) const { return has_offered_[index_of(color)]; }

  private:
    bool has_offered_[2] = {false, false};
};

/// What an engine means by saying that the game is over, while on the board it is not.
enum class ClaimMeaning {
    resigns,
    takes_draw,  // that the opponent has offered
    wrong,
};
ClaimMeaning meaning_of_claim(PgnResult claim, Color claimant, bool opponent_offered_draw);

/// When an engine gives a game up: after several moves in a row that it believes to be lost by far.
/// Only against other engines: people may want to see the mate.
class ResignDecision {
  public:
    /// After each search; true if it is time.
    bool after_search(Score score);
    void forget() { hopeless_moves_ = 0; }

  private:
    int hopeless_moves_ = 0;
};

}  // namespace castellan
