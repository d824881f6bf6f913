#include "search/textbook.h"

#include "chess/movegen.h"

namespace castellan::textbook {
namespace {

constexpr int kInfinite = kMate + 1;

/// Mate, stalemate, or the end of the line; `ply` makes a quicker mate count more.
int score_without_moves(const Position& position, int ply) {
    return position.in_check() ? ply - kMate : 0;
}

Result minimax(const Position& position, int depth, int ply, Evaluate evaluate) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) return {{}, score_without_moves(position, ply), 1};
    if (depth == 0) return {{}, evaluate(position), 1};

    Result best{{}, -kInfinite, 1};
    for (const Move move : moves) {
        const Result reply = minimax(position.after(move), depth - 1, ply + 1, evaluate);
        best.nodes += reply.nodes;
        if (-reply.score > best.score) {
            best.score = -reply.score;
            best.move = move;
        }
    }
    return best;
}

/// `alpha` is what we have for certain, `beta` what the opponent will not allow.
Result alpha_beta(const Position& position, int depth, int ply, int alpha, int beta,
                  Evaluate evaluate) {
    if (!has_legal_move(position)) return {{}, score_without_moves(position, ply), 1};
    if (depth == 0) return {{}, evaluate(position), 1};

    Result best{{}, -kInfinite, 1};
    for (const MoveList& moves : {noisy_moves(position), quiet_moves(position)})
        for (const Move move : moves) {
            const Result reply =
                alpha_beta(position.after(move), depth - 1, ply + 1, -beta, -alpha, evaluate);
            best.nodes += reply.nodes;
            if (-reply.score > best.score) {
                best.score = -reply.score;
                best.move = move;
            }
            if (best.score > alpha) alpha = best.score;
            if (alpha >= beta) return best;  // the opponent has something better elsewhere
        }
    return best;
}

}  // namespace

Result minimax(const Position& position, int depth, Evaluate evaluate) {
    return minimax(position, depth, 0, evaluate);
}

Result alpha_beta(const Position& position, int depth, Evaluate evaluate) {
    return alpha_beta(position, depth, 0, -kInfinite, kInfinite, evaluate);
}

}  // namespace castellan::textbook
