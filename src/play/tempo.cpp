#include "play/tempo.h"

#include <algorithm>

#include "chess/movegen.h"

namespace castellan {
namespace {

bool is_recapture(const Game& game, Move move) {
    if (game.ply() == 0) return false;
    const Move last = game.move_at(game.ply() - 1);
    return move.to() == last.to() && game.position_at(game.ply() - 1).is_noisy(last) &&
           game.position().is_noisy(move);
}

}  // namespace

Milliseconds believable_pause(const Game& game, Move move, const SideClock& clock, Random random) {
    constexpr std::size_t kOpeningPlies = 10;
    constexpr int kSlowestPerCapture = 250;
    constexpr int kMovesToSpare = 40;
    const Position& position = game.position();
    const MoveList moves = legal_moves(position);
    int least = 700;
    int spread = 1'500;
    if (moves.size() == 1 || is_recapture(game, move)) {
        least = 250;
        spread = 450;
    } else if (game.ply() < kOpeningPlies) {
        least = 350;
        spread = 700;
    } else {
        const auto captures = std::ranges::count_if(
            moves, [&](Move candidate) { return position.is_noisy(candidate); });
        spread += kSlowestPerCapture * static_cast<int>(std::min<std::ptrdiff_t>(captures, 8));
    }
    const auto pause =
        Milliseconds{least + static_cast<int>(random.below(static_cast<std::uint32_t>(spread)))};
    if (!clock.left) return pause;
    const auto spare =
        std::chrono::duration_cast<Milliseconds>(*clock.left) / kMovesToSpare + clock.increment / 2;
    return std::min(pause, spare);
}

}  // namespace castellan
