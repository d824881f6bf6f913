// What a worker need not search, or not so deeply, and what it searches deeper.
#include <algorithm>
#include <array>
#include <cmath>

#include "search/params.h"
#include "search/see.h"
#include "search/worker.h"

namespace castellan {
namespace {

/// How many plies a late move is searched less deeply, in hundredths, by depth and move number.
int base_reduction(Depth depth, int move_number) {
    constexpr auto kReduction = [](double d, double m) {
        return static_cast<int>(params::kLmrBase +
                                10'000 * std::log(d) * std::log(m) / params::kLmrDivisor);
    };
#ifdef CASTELLAN_TUNE
    return kReduction(std::clamp(depth, 1, 63), std::clamp(move_number, 1, 63));
#endif
    static const auto table = [&] {
        std::array<std::array<int, 64>, 64> entries{};
        for (std::size_t d = 1; d < 64; ++d)
            for (std::size_t m = 1; m < 64; ++m)
                entries[d][m] = kReduction(static_cast<double>(d), static_cast<double>(m));
        return entries;
    }();
    return table[static_cast<std::size_t>(std::min(depth, 63))]
                [static_cast<std::size_t>(std::min(move_number, 63))];
}

bool has_pieces(const Position& position, Color color) {
    return (position.pieces(color) & ~position.pieces(PieceType::pawn) &
            ~position.pieces(PieceType::king))
        .any();
}

}  // namespace

std::optional<Score> Worker::prune_node(Node& node, Score beta, Depth depth, bool is_improving) {
    if (!node.has_eval || beta.is_proven()) return std::nullopt;
    // Step 7. Reverse futility: so far above beta that a quiet move will not bring it down.
    // Fails where the opponent has a threat that only depth would show.
    if (depth <= params::kReverseDepth &&
        node.eval - params::kReverseFutility * (depth - (is_improving ? 1 : 0)) >= beta)
        return node.eval;

    // Step 8. Razoring: so far below that only captures could help, so look at those.
    if (depth <= params::kRazoringDepth && node.eval + params::kRazoring * depth < beta) {
        const Score score = quiesce(node, beta - 1, beta);
        if (score < beta) return score;
    }

    // Step 9. Null move: if passing is good enough, a real move is too. Fails in zugzwang, so not
    // with pawns alone, and not twice in a row.
    const bool last_was_null = node.ply > 0 && !node_at(node.ply - 1).move;
    if (depth >= params::kNullDepth && node.eval >= beta && !last_was_null &&
        has_pieces(node.position, node.position.side_to_move())) {
        const Depth less =
            params::kNullBase + depth / params::kNullDepthDivisor +
            std::min<int>((node.eval - beta) / params::kNullEvalDivisor, params::kNullEvalMost);
        Node& child = play_null(node);
        const Score score =
            -search<NodeKind::zero_window>(child, -beta, -(beta - 1), depth - less, false);
        unplay();
        if (stopped_) return Score::draw();
        if (score >= beta) return score.is_proven() ? beta : score;
    }
    return std::nullopt;
}

/// Step 12.
Worker::Pruning Worker::prune_move(const Node& node, const Candidate& candidate, Depth depth,
                                   Score alpha, bool is_improving) const {
    const Position& position = node.position;
    if (candidate.number == 1 || !has_pieces(position, position.side_to_move()))
        return Pruning::none;
    const auto loses = [&](Depth plies, Depth most, int margin) {
        return plies <= most && !exchange_wins(position, candidate.move, margin * plies)
                   ? Pruning::this_move
                   : Pruning::none;
    };
    if (candidate.is_noisy) return loses(depth, params::kSeeNoisyDepth, params::kSeeNoisy);
    // No evaluation shows what a check leads to: only those that lose a piece are left out.
    if (candidate.gives_check) return loses(depth, params::kSeeQuietDepth, params::kSeeQuiet);

    // Late moves: the ordering has put the promising ones first.
    if (candidate.number > (params::kLateMoveBase + depth * depth) / (is_improving ? 1 : 2))
        return Pruning::quiet_moves;
    // Futility: the evaluation is too far below alpha for a quiet move to make up.
    const Depth reduced = std::max(1, depth - base_reduction(depth, candidate.number) / 100);
    if (node.has_eval && reduced <= params::kFutilityDepth &&
        node.eval + params::kFutilityBase + params::kFutilityPerDepth * reduced <= alpha)
        return Pruning::quiet_moves;
    return loses(reduced, params::kSeeQuietDepth, params::kSeeQuiet);
}

bool Worker::is_maybe_singular(const Node& node, const TableHit& hit, Depth depth) const {
    return node.move == hit.move && !node.excluded && depth >= params::kSingularDepth &&
           hit.depth >= depth - params::kSingularTableDepth &&
           (hit.bound == Bound::lower || hit.bound == Bound::exact) && !hit.score.is_proven() &&
           node.ply < 2 * root_depth_;
}

/// Step 13. Asks whether the table move is the only good one, by searching without it. If it is, it
/// is searched deeper; if others are good as well, the node will fail high anyway.
int Worker::extension(Node& node, const std::optional<TableHit>& hit, Score beta, Depth depth,
                      bool is_cut_node) {
    if (!hit || !is_maybe_singular(node, *hit, depth)) return 0;
    const Score target = hit->score - params::kSingularMargin * depth;
    const Move move = node.move;
    node.excluded = move;
    const Score without =
        search<NodeKind::zero_window>(node, target - 1, target, (depth - 1) / 2, is_cut_node);
    node.excluded = {};
    node.move = move;
    node.pv.clear();
    if (without < target) {
        const bool is_clear = target - without > params::kDoubleMargin;
        return is_clear ? 2 : 1;
    }
    if (target >= beta) return kMulticut;
    if (hit->score >= beta || is_cut_node) return -1;
    return 0;
}

/// Step 14. How many plies less deeply a late move is searched at first.
Depth Worker::reduction(const Node& node, const Candidate& candidate, Depth depth, bool is_pv,
                        bool is_improving, bool is_cut_node) const {
    if (depth < params::kLmrDepth ||
        candidate.number < (is_pv ? params::kLmrFirstPvMove : params::kLmrFirstMove))
        return 0;
    int hundredths = base_reduction(depth, candidate.number);
    const Position& position = node.position;
    const Move move = candidate.move;
    if (candidate.is_noisy)
        hundredths /= 2;
    else
        hundredths -= 100 * quiet_history(position, ordering(node, {}), move) / params::kLmrHistory;
    if (is_pv) hundredths -= params::kLmrPv;
    if (!is_improving) hundredths += params::kLmrNotImproving;
    if (is_cut_node) hundredths += params::kLmrCutNode;
    if (position.in_check()) hundredths -= params::kLmrInCheck;
    if (candidate.gives_check) hundredths -= params::kLmrGivesCheck;
    if (move == node.killer) hundredths -= params::kLmrKiller;
    return std::max(0, hundredths / 100);
}

}  // namespace castellan
