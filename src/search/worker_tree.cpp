// The tree: what a worker does at each node below the root, and at the root itself.
#include <algorithm>

#include "search/params.h"
#include "search/see.h"
#include "search/worker.h"

namespace castellan {
namespace {

/// What a score says that was found in this window.
Bound bound_of(Score score, Score alpha, Score beta) {
    return score >= beta ? Bound::lower : score > alpha ? Bound::exact : Bound::upper;
}

Score score_without_moves(const Position& position, Ply ply) {
    return position.in_check() ? Score::mated_in(ply) : Score::draw();
}

}  // namespace

/// One node. docs/engine.md lists the steps.
template <Worker::NodeKind kKind>
Score Worker::search(Node& node, Score alpha, Score beta, Depth depth, bool is_cut_node) {
    constexpr bool kIsRoot = kKind == NodeKind::root;
    constexpr bool kIsPv = kKind != NodeKind::zero_window;
    const Position& position = node.position;

    // Step 1. At the horizon: captures until the position is quiet.
    if (depth <= 0 && !kIsRoot) return quiesce(node, alpha, beta);
    if (should_stop()) return Score::draw();  // discarded by the root

    node.pv.clear();
    selective_depth_ = std::max(selective_depth_, node.ply);
    // Steps 2 and 3. Draws, the end of the space for lines, mate distance.
    if constexpr (!kIsRoot) {
        if (const auto result = forced_result(node)) return *result;
        narrow_by_mate_distance(node, alpha, beta);
        if (alpha >= beta) return alpha;
    }

    // Step 4. Transposition table. Close to the fifty-move rule its score may come from a line with
    // more moves left, and is not believed.
    std::optional<TableHit> hit;
    if (!node.excluded) hit = shared_->table.probe(position.key(), node.ply);
    if constexpr (!kIsPv)
        if (hit && hit->depth >= depth && hit->settles(alpha, beta) &&
            position.halfmove_clock() < params::kTableClockLimit)
            return hit->score;

    // Step 5. Endgame tables.
    std::optional<TableHit> known;
    if (!kIsRoot && !node.excluded) known = shared_->endgames.probe(position, node.ply, depth);
    if (known && known->settles(alpha, beta)) {
        shared_->table.store(position.key(), node.ply, *known);
        return known->score;
    }

    // Step 6. Static evaluation.
    int raw_eval = TranspositionTable::kNoEval;
    if (!node.excluded) node.eval = evaluate(node, hit, raw_eval);
    const bool improving = is_improving(node);

    // Steps 7 to 9. Reverse futility, razoring, null move: see prune_node().
    if constexpr (!kIsPv)
        if (!node.excluded)
            if (const auto cut = prune_node(node, beta, depth, improving)) return *cut;

    // Step 10. Internal iterative reduction: with no table move to go by, less now, more next time.
    if (depth >= params::kNoTableMoveDepth && !node.excluded && (!hit || !hit->move) &&
        (kIsPv || is_cut_node))
        --depth;

    // Step 11. Move after move, the most promising first.
    const Score old_alpha = alpha;
    // A mate may still be better than a win from the tables, but nothing can be worse.
    Score best = known && known->bound == Bound::lower ? known->score : -Score::infinite();
    alpha = std::max(alpha, best);
    Move best_move;
    int move_number = 0;
    TriedMoves tried;
    const Move table_move = kIsRoot ? root_moves_[root_line_].pv.front() : hit ? hit->move : Move{};
    const CheckFinder checks{position};
    MovePicker picker{position, ordering(node, table_move)};
    while (const Move move = picker.next()) {
        if (kIsRoot ? !root_move(move) : move == node.excluded || overlooks(node, move)) continue;
        const Candidate candidate{move, ++move_number, position.is_noisy(move),
                                  checks.gives_check(move)};

        // Step 12. Late moves, futility, losing exchanges: see prune_move().
        if (!kIsRoot && !best.is_loss()) {
            const Pruning pruning = prune_move(node, candidate, depth, alpha, improving);
            if (pruning == Pruning::quiet_moves) picker.skip_quiets_but(checks);
            if (pruning != Pruning::none) continue;
        }

        // Step 13. Singular moves are extended, and multicut ends the node: see extension().
        node.move = move;
        const int extended = kIsRoot ? 0 : extension(node, hit, beta, depth, is_cut_node);
        if (extended == kMulticut) return hit->score;

        // Steps 14 and 15. Late move reductions, and the search itself: see search_child().
        const std::uint64_t nodes_before = nodes_;
        const Depth less = reduction(node, candidate, depth, kIsPv, improving, is_cut_node);
        const Score score = search_child<kKind>(node, alpha, beta, depth - 1 + extended, less,
                                                move_number, is_cut_node);
        if (stopped_) return Score::draw();

        if constexpr (kIsRoot)
            settle_root_move(candidate, score, bound_of(score, alpha, beta), nodes_ - nodes_before);
        best = std::max(best, score);
        if (score > alpha) {
            alpha = score;
            best_move = move;
            if constexpr (kIsPv) extend_line(node);
        }
        if (alpha >= beta) break;
        tried.add(candidate);
    }

    // Step 16. Mate and stalemate, or only the move that was left out; else learn from the node.
    if (move_number == 0)
        return node.excluded ? old_alpha : score_without_moves(position, node.ply);
    if (best == -Score::infinite()) return old_alpha;  // everything was pruned
    if (best >= beta) learn_moves(node, best_move, depth, tried);
    if (node.excluded) return best;
    if (known && known->bound == Bound::upper) best = std::min(best, known->score);

    // Step 17. Remember it.
    const Bound bound = bound_of(best, old_alpha, beta);
    learn_correction(node, best_move, best, bound, depth);
    if (!kIsRoot || root_line_ == 0)
        shared_->table.store(position.key(), node.ply, {best_move, best, raw_eval, depth, bound});
    return best;
}

/// Step 15. Principal variation search: full window for the first move, then ask only "better?",
/// and look again, deeper or wider, if the answer is yes.
template <Worker::NodeKind kKind>
Score Worker::search_child(Node& node, Score alpha, Score beta, Depth depth, Depth less,
                           int move_number, bool is_cut_node) {
    constexpr bool kIsPv = kKind != NodeKind::zero_window;
    Node& child = play(node, node.move);
    const Score above = alpha + 1;
    Score score = alpha;
    if (move_number > 1 || !kIsPv) {
        const Depth reduced = std::clamp(depth - less, std::min(depth, 1), depth);
        const bool child_is_cut = less > 0 || !is_cut_node;
        score = -search<NodeKind::zero_window>(child, -above, -alpha, reduced, child_is_cut);
        if (score > alpha && reduced < depth)
            score = -search<NodeKind::zero_window>(child, -above, -alpha, depth, !is_cut_node);
    }
    if constexpr (kIsPv)
        if (move_number == 1 || score > alpha)
            score = -search<NodeKind::pv>(child, -beta, -alpha, depth, false);
    unplay();
    return score;
}

/// Captures and promotions until the position is quiet; every move if the king is in check.
Score Worker::quiesce(Node& node, Score alpha, Score beta) {
    const Position& position = node.position;
    if (should_stop()) return Score::draw();
    node.pv.clear();
    selective_depth_ = std::max(selective_depth_, node.ply);
    if (const auto result = forced_result(node)) return *result;

    const auto hit = shared_->table.probe(position.key(), node.ply);
    const bool is_pv = beta - alpha > 1;
    if (!is_pv && hit && hit->settles(alpha, beta)) return hit->score;

    int raw_eval = TranspositionTable::kNoEval;
    node.excluded = {};
    node.eval = evaluate(node, hit, raw_eval);
    Score best = -Score::infinite();
    if (node.has_eval) {
        best = node.eval;
        // A bound from the table may tell more than the evaluation, but not a mate where the line
        // to it is wanted.
        if (hit && !(is_pv && hit->score.is_mate()) &&
            (hit->bound == Bound::exact || (hit->bound == Bound::lower && hit->score > best) ||
             (hit->bound == Bound::upper && hit->score < best)))
            best = hit->score;
        if (best >= beta) return best;
        alpha = std::max(alpha, best);
    }
    const Score old_alpha = alpha;
    const Score futile = best + params::kQsFutility;
    Move best_move;
    MovePicker picker = MovePicker::quiescence(position, ordering(node, hit ? hit->move : Move{}));
    int move_number = 0;
    while (const Move move = picker.next()) {
        if (overlooks(node, move)) continue;
        ++move_number;
        if (node.has_eval && !best.is_loss()) {
            // Losing captures, and captures that win too little to matter.
            if (!exchange_wins(position, move, 0)) continue;
            if (futile <= alpha && !exchange_wins(position, move, 1) && !move.is_promotion()) {
                best = std::max(best, futile);
                continue;
            }
        }
        node.move = move;
        Node& child = play(node, move);
        const Score score = -quiesce(child, -beta, -alpha);
        unplay();
        if (stopped_) return Score::draw();
        best = std::max(best, score);
        if (score > alpha) {
            alpha = score;
            best_move = move;
            extend_line(node);
        }
        if (alpha >= beta) break;
        if (!node.has_eval && !best.is_loss())
            picker.skip_quiets();  // one way out of check is enough
    }
    if (!node.has_eval && move_number == 0) return Score::mated_in(node.ply);
    const Bound bound = bound_of(best, old_alpha, beta);
    shared_->table.store(position.key(), node.ply, {best_move, best, raw_eval, 0, bound});
    return best;
}

template Score Worker::search<Worker::NodeKind::root>(Node&, Score, Score, Depth, bool);
template Score Worker::search<Worker::NodeKind::zero_window>(Node&, Score, Score, Depth, bool);

}  // namespace castellan
