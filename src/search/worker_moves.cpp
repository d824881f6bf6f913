// How a worker moves through the tree, and what the rules say on the way.
#include <algorithm>

#include "chess/dead_position.h"
#include "chess/movegen.h"
#include "search/worker.h"

namespace castellan {
Worker::Node& Worker::play(Node& node, Move move) {
    Node& child = node_at(node.ply + 1);
    node.move = move;
    node.continuation =
        &histories_
             ->continuation[index_of(node.position.piece_on(move.from()))][index_of(move.to())];
    child.position = node.position.after(move);
    shared_->table.prefetch(child.position.key());
    child.ply = node.ply + 1;
    child.excluded = {};
    node_at(child.ply + 1).killer = {};
    keys_.push_back(child.position.key());
    ++nodes_;
    return child;
}

Worker::Node& Worker::play_null(Node& node) {
    Node& child = node_at(node.ply + 1);
    node.move = {};
    node.continuation = nullptr;
    child.position = node.position.after_null();
    child.ply = node.ply + 1;
    child.excluded = {};
    keys_.push_back(child.position.key());
    ++nodes_;
    return child;
}

OrderingContext Worker::ordering(const Node& node, Move table_move) const {
    OrderingContext context{*histories_};
    for (std::size_t i = 0; i < kContinuationPlies.size(); ++i)
        if (node.ply >= kContinuationPlies[i])
            context.continuations[i] = node_at(node.ply - kContinuationPlies[i]).continuation;
    context.table_move = table_move;
    context.killer = node.killer;
    return context;
}

/// Whether our position has become better since our last move.
bool Worker::is_improving(const Node& node) const {
    if (!node.has_eval || node.ply < 2) return false;
    const Node& before = node_at(node.ply - 2);
    return !before.has_eval || node.eval > before.eval;
}

/// The new best line from here: the move just searched, and what follows it.
void Worker::extend_line(Node& node) {
    node.pv.clear();
    node.pv.push_back(node.move);
    for (const Move next : node_at(node.ply + 1).pv)
        if (node.pv.size() < kMaxPly) node.pv.push_back(next);
}

/// Step 2. Draws, and the end of the space for lines, need no search at all.
std::optional<Score> Worker::forced_result(const Node& node) {
    if (is_draw(node)) return Score::draw();
    if (node.ply < kMaxPly - 1) return std::nullopt;
    return node.position.in_check() ? Score::draw()
                                    : Score::centipawns(static_eval_.of(node.position, node.ply));
}

/// Step 3. A mate found elsewhere may already be quicker than any from here.
void Worker::narrow_by_mate_distance(const Node& node, Score& alpha, Score& beta) {
    alpha = std::max(alpha, Score::mated_in(node.ply));
    beta = std::min(beta, Score::mate_in(node.ply + 1));
}

/// Fifty moves, no mate to be had by anybody, or a position that has been there before: once in the
/// line being searched is enough, since whoever wanted it could have it again.
bool Worker::is_draw(const Node& node) const {
    const Position& position = node.position;
    if (is_dead(position)) return true;
    const int clock = position.halfmove_clock();
    if (clock >= 100 && (!position.in_check() || has_legal_move(position))) return true;

    const int last = static_cast<int>(keys_.size()) - 1;
    int seen_before_root = 0;
    for (int back = 4; back <= std::min(clock, last); back += 2) {
        if (keys_[static_cast<std::size_t>(last - back)] != position.key()) continue;
        if (back < node.ply || ++seen_before_root == 2) return true;
    }
    return false;
}

}  // namespace castellan
