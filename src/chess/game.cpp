#include "chess/game.h"

#include <cassert>

#include "chess/dead_position.h"
#include "chess/legality.h"
#include "chess/movegen.h"

namespace castellan {
namespace {

constexpr int kFiftyMoves = 100;        // in plies
constexpr int kSeventyFiveMoves = 150;  // in plies

}  // namespace

void Game::play(Move move) {
    assert(is_legal(position(), move));
    if (can_replay() && moves_[ply_] == move) return replay();
    moves_.resize(ply_);
    positions_.resize(ply_ + 1, positions_.front());
    moves_.push_back(move);
    positions_.push_back(positions_.back().after(move));
    ++ply_;
}

void Game::take_back() {
    assert(can_take_back());
    --ply_;
}

void Game::replay() {
    assert(can_replay());
    ++ply_;
}

/// Counts among the first `earlier` positions; none before the last irreversible move can match.
int Game::repetitions_of(const Position& position, std::size_t earlier) const {
    int count = 1;
    const auto reversible = static_cast<std::size_t>(position.halfmove_clock());
    for (std::size_t back = 2; back <= reversible && back <= earlier; back += 2)
        if (positions_[earlier - back].repeats(position)) ++count;
    return count;
}

int Game::repetitions() const { return repetitions_of(position(), ply_); }

std::optional<Outcome> Game::outcome() const {
    const Position& now = position();
    if (!has_legal_move(now)) {
        if (now.in_check()) return Outcome{EndReason::checkmate, !now.side_to_move()};
        return Outcome{EndReason::stalemate, std::nullopt};
    }
    if (is_dead(now)) return Outcome{EndReason::dead_position, std::nullopt};
    if (now.halfmove_clock() >= kSeventyFiveMoves)
        return Outcome{EndReason::seventy_five_moves, std::nullopt};
    if (repetitions() >= 5) return Outcome{EndReason::fivefold, std::nullopt};
    return std::nullopt;
}

std::optional<EndReason> Game::claimable_draw() const {
    if (!has_legal_move(position())) return std::nullopt;
    if (repetitions() >= 3) return EndReason::threefold;
    if (position().halfmove_clock() >= kFiftyMoves) return EndReason::fifty_moves;
    return std::nullopt;
}

std::optional<EndReason> Game::claimable_draw_with(Move move) const {
    const Position next = position().after(move);
    if (repetitions_of(next, ply_ + 1) >= 3) return EndReason::threefold;
    if (next.halfmove_clock() >= kFiftyMoves && has_legal_move(next)) return EndReason::fifty_moves;
    return std::nullopt;
}

}  // namespace castellan
