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
                    SharedSearch shared, const Listener& listener) {
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
            root_moves_.push_back({move, -Score::infinite(), 0, {move}});
    if (root_moves_.empty()) {
        const bool is_mated = root.in_check() && !has_legal_move(root);
        return {{}, {}, is_mated ? Score::mated_in(0) : Score::draw()};
    }
    iterate(listener);
    const RootMove& best = root_moves_.front();
    return {best.move, best.pv.size() > 1 ? best.pv[1] : Move{}, best.score};
}

void Worker::iterate(const Listener& listener) {
    const std::size_t lines = line_count();
    const Depth last = std::clamp(limits_.depth.value_or(kMaxDepth), 1, kMaxDepth);
    int stable_iterations = 0;
    for (Depth depth = 1; depth <= last && !stopped_; ++depth) {
        root_depth_ = depth;
        const Move previous_best = root_moves_.front().move;
        for (root_line_ = 0; root_line_ < lines && !stopped_; ++root_line_) {
            selective_depth_ = 0;
            search_root_line(root_line_, depth, listener);
        }
        if (stopped_) break;
        stable_iterations = root_moves_.front().move == previous_best ? stable_iterations + 1 : 0;

        if (!obeys_limits_) continue;
        const Score best = root_moves_.front().score;
        const bool mate_is_found =
            limits_.mate_in && best.is_win() && best.moves_to_mate() <= *limits_.mate_in;
        const bool clock_is_held = shared_->clock_is_held.load(std::memory_order_relaxed);
        if (mate_is_found || (limits_.soft_nodes && nodes_ >= *limits_.soft_nodes) ||
            (!clock_is_held && shared_->time.should_stop(time_scale(depth, stable_iterations))))
            break;
    }
}

std::size_t Worker::line_count() const {
    return std::min(static_cast<std::size_t>(std::max(1, limits_.multi_pv)), root_moves_.size());
}

/// Aspiration: a narrow window first, wider on the side where it failed.
void Worker::search_root_line(std::size_t line, Depth depth, const Listener& listener) {
    const Score previous = root_moves_[line].score;
    int width = params::kAspirationWindow;
    Score alpha = -Score::infinite();
    Score beta = Score::infinite();
    if (depth >= 4 && !previous.is_mate()) {
        alpha = std::max(previous - width, -Score::infinite());
        beta = std::min(previous + width, Score::infinite());
    }
    for (;;) {
        const Score score = search<NodeKind::root>(node_at(0), alpha, beta, depth, false);
        std::stable_sort(root_moves_.begin() + static_cast<std::ptrdiff_t>(line), root_moves_.end(),
                         [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
        if (stopped_) break;
        width = width * params::kAspirationGrowth / 100;
        if (score <= alpha && alpha > -Score::infinite()) {
            report(line, depth, Bound::upper, listener);
            beta = Score::from_raw((alpha.raw() + beta.raw()) / 2);
            alpha = std::max(score - width, -Score::infinite());
        } else if (score >= beta && beta < Score::infinite()) {
            report(line, depth, Bound::lower, listener);
            beta = std::min(score + width, Score::infinite());
        } else {
            break;
        }
        if (width > 600) {
            alpha = -Score::infinite();
            beta = Score::infinite();
        }
    }
    std::stable_sort(root_moves_.begin(),
                     root_moves_.begin() + static_cast<std::ptrdiff_t>(line) + 1,
                     [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
    // Lines are told together once all of them are settled, best first.
    const std::size_t lines = line_count();
    if (line + 1 == lines || stopped_)
        for (std::size_t i = 0; i < lines; ++i)
            if (root_moves_[i].score > -Score::infinite()) report(i, depth, Bound::exact, listener);
}

void Worker::report(std::size_t line, Depth depth, Bound bound, const Listener& listener) const {
    if (!listener) return;
    const RootMove& root_move = root_moves_[line];
    listener({depth, std::max(selective_depth_, depth), static_cast<int>(line) + 1, root_move.score,
              bound, std::max(nodes_, shared_->nodes.load(std::memory_order_relaxed)),
              shared_->time.elapsed(), shared_->table.fullness(), root_move.pv});
}

/// A best move that stays the same and takes most of the nodes needs less time.
int Worker::time_scale(Depth depth, int stable_iterations) const {
    if (depth < 6) return 100;
    if (root_moves_.size() == 1) return 10;
    const double share = static_cast<double>(root_moves_.front().nodes) /
                         static_cast<double>(std::max<std::uint64_t>(nodes_, 1));
    const double by_nodes = 1.5 - share;
    const double by_stability = 1.2 - 0.05 * std::min(stable_iterations, 8);
    return static_cast<int>(100 * 1.2 * by_nodes * by_stability);
}

/// Nothing if the move is not asked for, or belongs to a better line of MultiPV.
Worker::RootMove* Worker::root_move(Move move) {
    for (std::size_t i = root_line_; i < root_moves_.size(); ++i)
        if (root_moves_[i].move == move) return &root_moves_[i];
    return nullptr;
}

void Worker::settle_root_move(RootMove& root_move, Score score, bool is_exact,
                              std::uint64_t nodes) {
    root_move.nodes += nodes;
    root_move.score = is_exact ? score : -Score::infinite();  // else known only to be worse
    if (!is_exact) return;
    const Line& rest = node_at(1).pv;
    root_move.pv.assign(1, root_move.move);
    root_move.pv.insert(root_move.pv.end(), rest.begin(), rest.end());
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
        if (shared_->stop.load(std::memory_order_relaxed) && root_depth_ > 1) stopped_ = true;
    }
    return stopped_;
}

}  // namespace castellan
