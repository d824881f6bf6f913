#include "engine/random_plies.h"

#include "chess/movegen.h"

namespace castellan {

Game after_random_plies(const Position& start, int plies, Random& random) {
    Game game{start};
    const std::size_t wanted = static_cast<std::size_t>(plies) + random.below(2);
    while (game.ply() < wanted && !game.outcome()) {
        const MoveList moves = legal_moves(game.position());
        game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    return game;
}

}  // namespace castellan
