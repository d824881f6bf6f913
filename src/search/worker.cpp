// The root of a worker's search: deeper and deeper, each line in a window around its last score.
#include "search/worker.h"

#include <algorithm>

#include "chess/movegen.h"
#include "search/params.h"

namespace castellan {
namespace {

constexpr Depth kMaxDepth = kMaxPly - 8;
constexpr std::uint64_t kNodesBetweenChecks = 1'024;

}  // namespace

Worker::Worker() : histories_{std::make_unique<Histories>()}, nodes_stack_(kMaxPly + 4) {}

Verdict Worker::run(const Position& root, std::vector<Key> earlier, const Limits& limits,
                    SharedSearch shared, const ReportListener& listener) {
    limits_ = limits;
    shared_ = &shared;
    obeys_limits_ = static_cast<bool>(listener);
    stopped_ = false;
    nodes_ = 0;
    published_nodes_ = 0;
    keys_ = std::move(earlier);
    keys_.push_back(root.key());
    nodes_stack_.assign(nodes_stack_.size(), Node{});
    node_at(0).position = root;

    root_moves_.clear();
    for (const Move move : legal_moves(root))
        if (limits.search_moves.empty() ||
            std::ranges::find(limits.search_moves, move) != limits.search_moves.end())
            root_moves_.push_back(
                {.move = move, .pv = {move}, .rank = shared.endgames.rank_of(move)});
    std::ranges::stable_sort(root_moves_, is_better);
    if (root_moves_.empty()) {
        const bool is_mated = root.in_check() && !has_legal_move(root);
        return {{}, {}, is_mated ? Score::mated_in(0) : Score::draw()};
    }
    iterate(listener);
    const RootMove& best = root_moves_.front();
    return {best.move, best.pv.size() > 1 ? best.pv[1] : Move{}, shown_score(best)};
}

void Worker::iterate(const ReportListener& listener) {
    const std::size_t lines = line_count();
    const Depth last = std::clamp(limits_.depth.value_or(kMaxDepth), 1, kMaxDepth);
    int stable_iterations = 0;
    for (Depth depth = 1; depth <= last && !stopped_; ++depth) {
        if (!obeys_limits_ && shared_->stop.load(std::memory_order_relaxed)) return;
        root_depth_ = depth;
        const Move previous_best = root_moves_.front().move;
        last_iteration_ = root_moves_;
        for (root_line_ = 0; root_line_ < lines && !stopped_; ++root_line_) {
            selective_depth_ = 0;
            search_root_line(root_line_, depth, listener);
        }
        if (stopped_) break;
        stable_iterations = root_moves_.front().move == previous_best ? stable_iterations + 1 : 0;

        if (!obeys_limits_) continue;
        const Score best = root_moves_.front().score;
        const bool mate_is_found = limits_.mate_in && best.is_win() && best.is_mate() &&
                                   best.moves_to_mate() <= *limits_.mate_in;
        const bool clock_is_held = shared_->clock_is_held.load(std::memory_order_relaxed);
        if (mate_is_found || (limits_.soft_nodes && nodes_ >= *limits_.soft_nodes) ||
            (!clock_is_held && shared_->time.should_stop(time_scale(depth, stable_iterations))))
            break;
    }
}

bool Worker::is_better(const RootMove& a, const RootMove& b) {
    return a.rank != b.rank ? a.rank > b.rank : a.score > b.score;
}

/// What the tables know about the root counts for more than what the search found, a mate aside.
Score Worker::shown_score(const RootMove& root_move) const {
    const auto known = shared_->endgames.root_score(root_move.move);
    if (!known || (root_move.score.is_mate() && known->is_win() == root_move.score.is_win() &&
                   known->is_loss() == root_move.score.is_loss()))
        return root_move.score;
    return *known;
}

std::size_t Worker::line_count() const {
    return std::min(static_cast<std::size_t>(std::max(1, limits_.multi_pv)), root_moves_.size());
}

/// Aspiration: a narrow window first, wider on the side where it failed.
void Worker::search_root_line(std::size_t line, Depth depth, const ReportListener& listener) {
    const Score previous = root_moves_[line].score;
    int width = params::kAspirationWindow;
    Score alpha = -Score::infinite();
    Score beta = Score::infinite();
    if (depth >= params::kAspirationDepth && !previous.is_proven()) {
        alpha = std::max(previous - width, -Score::infinite());
        beta = std::min(previous + width, Score::infinite());
    }
    // A move that turns out better than expected is seen as clearly with less depth.
    Depth less = 0;
    for (;;) {
        const Score score =
            search<NodeKind::root>(node_at(0), alpha, beta, std::max(depth - less, 1), false);
        sort_root_moves(line, root_moves_.size());
        if (stopped_) break;
        width = width * params::kAspirationGrowth / 100;
        if (score <= alpha && alpha > -Score::infinite()) {
            report(line, depth, listener);
            less = 0;
            beta = Score::from_raw((alpha.raw() + beta.raw()) / 2);
            alpha = std::max(score - width, -Score::infinite());
        } else if (score >= beta && beta < Score::infinite()) {
            report(line, depth, listener);
            less = std::min<Depth>(less + 1, params::kFailHighReduction);
            beta = std::min(score + width, Score::infinite());
        } else {
            break;
        }
        // A mate score is far from every other: no window around one helps.
        if (width > params::kAspirationLargest || score.is_mate()) {
            alpha = -Score::infinite();
            beta = Score::infinite();
        }
    }
    if (stopped_) settle_what_is_known(line);
    sort_root_moves(0, line + 1);
    // Lines are told together once all of them are settled, best first.
    const std::size_t lines = line_count();
    if (line + 1 == lines || stopped_)
        for (std::size_t i = 0; i < lines; ++i)
            if (root_moves_[i].bound == Bound::exact) report(i, depth, listener);
}

void Worker::sort_root_moves(std::size_t from, std::size_t to) {
    const auto at = [this](std::size_t index) {
        return root_moves_.begin() + static_cast<std::ptrdiff_t>(index);
    };
    std::stable_sort(at(from), at(to), is_better);
}

void Worker::report(std::size_t line, Depth depth, const ReportListener& listener) const {
    if (!listener) return;
    const RootMove& root_move = root_moves_[line];
    // The line behind a bound ends anywhere, and a mate that cannot be shown is none.
    if (root_move.bound != Bound::exact && root_move.score.is_mate()) return;
    listener({depth, std::max(selective_depth_, depth), static_cast<int>(line) + 1,
              shown_score(root_move), root_move.bound,
              std::max(nodes_, shared_->nodes.load(std::memory_order_relaxed)),
              shared_->time.elapsed(), shared_->table.fullness(), shared_->endgames.hits(),
              root_move.pv});
}

/// A best move that stays the same and takes most of the nodes needs less time.
int Worker::time_scale(Depth depth, int stable_iterations) const {
    if (depth < params::kTimeFirstDepth) return 100;
    if (root_moves_.size() == 1) return params::kTimeOnlyMove;
    const double share = static_cast<double>(root_moves_.front().nodes) /
                         static_cast<double>(std::max<std::uint64_t>(nodes_, 1));
    const double by_nodes = params::kTimeNodesBase / 100.0 - share;
    const double by_stability =
        params::kTimeStableBase / 100.0 -
        params::kTimeStableStep / 100.0 * std::min<int>(stable_iterations, params::kTimeStableMost);
    return static_cast<int>(params::kTimeScale * by_nodes * by_stability);
}

/// Nothing if the move is not asked for, belongs to a better line of MultiPV, or throws away what
/// this line has.
Worker::RootMove* Worker::root_move(Move move) {
    for (std::size_t i = root_line_; i < root_moves_.size(); ++i)
        if (root_moves_[i].move == move && root_moves_[i].rank == root_moves_[root_line_].rank)
            return &root_moves_[i];
    return nullptr;
}

void Worker::settle_root_move(const Candidate& candidate, Score score, Bound bound,
                              std::uint64_t nodes) {
    RootMove& settled = *root_move(candidate.move);
    settled.nodes += nodes;
    const bool is_known = bound != Bound::upper || candidate.number == 1;
    settled.score = is_known ? score : -Score::infinite();
    settled.bound = is_known ? bound : Bound::none;
    // The line of a move that failed low is whatever refuted it; the one before says more.
    if (bound == Bound::upper) return;
    const Line& rest = node_at(1).pv;
    settled.pv.assign(1, candidate.move);
    settled.pv.insert(settled.pv.end(), rest.begin(), rest.end());
}

/// Cut off in the middle: what this iteration has found out counts, for the rest the iteration
/// before knows more, but nothing that was left behind since can be better.
void Worker::settle_what_is_known(std::size_t line) {
    RootMove& best = root_moves_[line];
    // Better than expected is enough, even if nobody knows yet by how much. But who says "mate" has
    // to show it, and the line of a bound is not known to the end.
    if (best.bound == Bound::lower) {
        if (best.score.is_mate()) best.score = Score::largest_eval();
        best.bound = Bound::exact;
    }
    std::size_t settled = best.bound == Bound::exact ? line + 1 : line;
    for (std::size_t i = settled; i < root_moves_.size(); ++i)
        root_moves_[i] = *std::ranges::find(last_iteration_, root_moves_[i].move, &RootMove::move);
    sort_root_moves(settled, root_moves_.size());
    if (settled == 0) return;
    for (std::size_t i = settled; i < root_moves_.size(); ++i)
        root_moves_[i].score = std::min(root_moves_[i].score, root_moves_[settled - 1].score);
}

bool Worker::should_stop() {
    if (stopped_) return true;
    if (obeys_limits_ && limits_.nodes && nodes_ >= *limits_.nodes && root_depth_ > 1)
        stopped_ = true;
    if (nodes_ - published_nodes_ >= kNodesBetweenChecks) {
        shared_->nodes.fetch_add(nodes_ - published_nodes_, std::memory_order_relaxed);
        published_nodes_ = nodes_;
        if (obeys_limits_ && root_depth_ > 1 && shared_->time.must_stop() &&
            !shared_->clock_is_held.load(std::memory_order_relaxed))
            shared_->stop.store(true, std::memory_order_relaxed);
        // The first worker finishes one iteration, to have a move; nobody waits for the others.
        if (shared_->stop.load(std::memory_order_relaxed) && (root_depth_ > 1 || !obeys_limits_))
            stopped_ = true;
    }
    return stopped_;
}

}  // namespace castellan
