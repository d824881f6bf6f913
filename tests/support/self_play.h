// Games of the search against itself, without processes or clocks.
#pragma once

#include <cstdlib>
#include <functional>
#include <optional>

#include "base/random.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "engine/engine.h"
#include "eval/classical/classical_eval.h"
#include "play/game_rules.h"

namespace castellan {

using ChooseMove = std::function<Move(const Game&)>;

/// A player who searches; the table is kept from move to move.
inline ChooseMove searching_player(Engine& engine, const Limits& limits) {
    return [&engine, limits](const Game& game) {
        return engine.think(game, limits, [](const Report&) {}).best;
    };
}

/// Plays to the end, claimable draws included. Points for White: 0, 0.5 or 1.
inline double play_out(Game game, const ChooseMove& white, const ChooseMove& black) {
    for (;;) {
        if (const auto outcome = outcome_with_claims(game))
            return !outcome->winner ? 0.5 : *outcome->winner == Color::white ? 1 : 0;
        game.play((game.position().side_to_move() == Color::white ? white : black)(game));
    }
}

/// Random moves from the start, but neither side much better.
inline Position balanced_opening(Random& random) {
    constexpr int kPlies = 8;
    constexpr int kMostUnequal = 80;  // centipawns
    for (;;) {
        Game game;
        for (int ply = 0; ply < kPlies && !game.outcome(); ++ply) {
            const MoveList moves = legal_moves(game.position());
            game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        const Position& position = game.position();
        if (!game.outcome() && !position.in_check() &&
            std::abs(classical::evaluate(position)) <= kMostUnequal)
            return position;
    }
}

/// Share of the points that the first player takes, each opening played with both colours.
inline double match_score(const ChooseMove& first, const ChooseMove& second, int pairs,
                          std::uint64_t seed, const std::function<void()>& before_game) {
    Random random{seed};
    double points = 0;
    for (int pair = 0; pair < pairs; ++pair) {
        const Position opening = balanced_opening(random);
        before_game();
        points += play_out(Game{opening}, first, second);
        before_game();
        points += 1 - play_out(Game{opening}, second, first);
    }
    return points / (2 * pairs);
}

}  // namespace castellan
