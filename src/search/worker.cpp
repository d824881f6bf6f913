#include "search/worker.h"

#include <cmath>

#include "chess/legality.h"
#include "chess/movegen.h"
#include "eval/classical/classical_eval.h"
#include "search/params.h"
#include "search/see.h"

namespace castellan {
namespace {

constexpr Depth kMaxDepth = kMaxPly - 8;
constexpr int kMulticut = 100;  // what extension() gives if several moves beat beta
constexpr std::uint64_t kNodesBetweenChecks = 1'024;

/// How many plies a late move is searched less deeply, in hundredths, by depth and move number.
int base_reduction(Depth depth, int move_number) {
    static const auto table = [] {
        std::array<std::array<int, 64>, 64> entries{};
        for (std::size_t d = 1; d < 64; ++d)
            for (std::size_t m = 1; m < 64; ++m)
                entries[d][m] = static_cast<int>(
                    params::kLmrBase + 10'000 * std::log(d) * std::log(m) / params::kLmrDivisor);
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

/// Bare kings, or one minor piece: nobody can win, whatever the search may hope.
bool is_insufficient(const Position& position) {
    const Bitboard men = position.pieces() & ~position.pieces(PieceType::king);
    return men.empty() || (!men.several() && (position.pieces(PieceType::knight) |
                                              position.pieces(PieceType::bishop)) == men);
}

int history_bonus(Depth depth) {
    return std::min<int>(params::kHistoryPerDepth * depth, params::kHistoryMaxBonus);
}

}  // namespace

Worker::Worker() : histories_{std::make_unique<Histories>()}, nodes_stack_(kMaxPly + 4) {}

// ---------------------------------------------------------------------------------------------
// The root: deeper and deeper, each line of MultiPV in a window around its last score.

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
    const std::size_t lines =
        std::min(static_cast<std::size_t>(std::max(1, limits_.multi_pv)), root_moves_.size());
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
        if (mate_is_found ||
            (!clock_is_held && shared_->time.should_stop(time_scale(depth, stable_iterations))))
            break;
    }
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
    const std::size_t lines =
        std::min(static_cast<std::size_t>(std::max(1, limits_.multi_pv)), root_moves_.size());
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

// ---------------------------------------------------------------------------------------------
// The tree.

template <Worker::NodeKind kKind>
Score Worker::search(Node& node, Score alpha, Score beta, Depth depth, bool is_cut_node) {
    constexpr bool kIsRoot = kKind == NodeKind::root;
    constexpr bool kIsPv = kKind != NodeKind::zero_window;
    const Position& position = node.position;
    node.pv.clear();
    if (depth <= 0 && !kIsRoot) return quiesce(node, alpha, beta);
    if (should_stop()) return Score::draw();  // discarded by the root
    selective_depth_ = std::max(selective_depth_, node.ply);

    if constexpr (!kIsRoot) {
        if (is_draw(node)) return Score::draw();
        if (node.ply >= kMaxPly - 1)
            return position.in_check() ? Score::draw()
                                       : Score::centipawns(classical::evaluate(position));
        // A mate found elsewhere may already be quicker than any from here.
        alpha = std::max(alpha, Score::mated_in(node.ply));
        beta = std::min(beta, Score::mate_in(node.ply + 1));
        if (alpha >= beta) return alpha;
    }

    std::optional<TableHit> hit;
    if (!node.excluded) hit = shared_->table.probe(position.key(), node.ply);
    if constexpr (!kIsPv)
        if (hit && hit->depth >= depth && position.halfmove_clock() < 90 &&
            (hit->bound == Bound::exact || (hit->bound == Bound::lower && hit->score >= beta) ||
             (hit->bound == Bound::upper && hit->score <= alpha)))
            return hit->score;

    int raw_eval = TranspositionTable::kNoEval;
    if (!node.excluded) node.eval = evaluate(node, hit, raw_eval);
    const bool improving = is_improving(node);
    if constexpr (!kIsPv)
        if (!node.excluded)
            if (const auto cut = prune_node(node, beta, depth, improving)) return *cut;

    // Without a table move there is little to go by: search less deeply now, better the next time.
    if (depth >= 4 && !node.excluded && (!hit || !hit->move) && (kIsPv || is_cut_node)) --depth;

    const Score old_alpha = alpha;
    Score best = -Score::infinite();
    Move best_move;
    int move_number = 0;
    Line quiets;
    Line noisy;
    const Move table_move = kIsRoot ? root_moves_[root_line_].pv.front() : hit ? hit->move : Move{};
    MovePicker picker{position, ordering(node, table_move)};
    while (const Move move = picker.next()) {
        if (move == node.excluded) continue;
        RootMove* root_move = nullptr;
        if constexpr (kIsRoot) {
            const auto found =
                std::ranges::find(root_moves_.begin() + static_cast<std::ptrdiff_t>(root_line_),
                                  root_moves_.end(), move, &RootMove::move);
            if (found == root_moves_.end()) continue;
            root_move = &*found;
        }
        ++move_number;
        if (!kIsRoot && !best.is_loss() && has_pieces(position, position.side_to_move()) &&
            prune_move(node, move, picker, depth, move_number, alpha, improving))
            continue;

        node.move = move;
        int extended = 0;
        if (!kIsRoot && hit && move == hit->move && !node.excluded &&
            depth >= params::kSingularDepth && hit->depth >= depth - 3 &&
            (hit->bound == Bound::lower || hit->bound == Bound::exact) && !hit->score.is_mate() &&
            node.ply < 2 * root_depth_) {
            extended = extension(node, hit, beta, depth, is_cut_node);
            node.move = move;
            if (extended == kMulticut)
                return Score::from_raw(std::clamp(hit->score.raw(), -29'000, 29'000));
        }
        const std::uint64_t nodes_before = nodes_;
        const Depth less = reduction(node, move, depth, move_number, kIsPv, improving, is_cut_node);
        const Score score = search_child<kKind>(node, alpha, beta, depth - 1 + extended, less,
                                                move_number, is_cut_node);
        if (stopped_) return Score::draw();

        if constexpr (kIsRoot) {
            root_move->nodes += nodes_ - nodes_before;
            if (move_number == 1 || score > alpha) {
                root_move->score = score;
                const Line& rest = node_at(1).pv;
                root_move->pv.assign(1, move);
                root_move->pv.insert(root_move->pv.end(), rest.begin(), rest.end());
            } else {
                root_move->score = -Score::infinite();  // known only to be worse
            }
        }
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = move;
                alpha = score;
                if constexpr (kIsPv) {
                    node.pv.clear();
                    node.pv.push_back(move);
                    for (const Move next : node_at(node.ply + 1).pv)
                        if (node.pv.size() < kMaxPly) node.pv.push_back(next);
                }
            }
        }
        if (alpha >= beta) break;
        Line& tried = position.is_noisy(move) ? noisy : quiets;
        if (tried.size() < 64) tried.push_back(move);
    }

    if (move_number == 0) {
        if (node.excluded) return old_alpha;  // the only move: singular indeed
        return position.in_check() ? Score::mated_in(node.ply) : Score::draw();
    }
    if (best == -Score::infinite()) return old_alpha;  // everything was pruned
    if (best_move && best >= beta) learn_moves(node, best_move, depth, quiets, noisy);
    if (!node.excluded) {
        const Bound bound = best >= beta       ? Bound::lower
                            : best > old_alpha ? Bound::exact
                                               : Bound::upper;
        if (node.has_eval && !(best_move && position.is_noisy(best_move)) &&
            !(bound == Bound::lower && best <= node.eval) &&
            !(bound == Bound::upper && best >= node.eval))
            learn_correction(node, best, depth);
        if (!kIsRoot || root_line_ == 0)
            shared_->table.store(position.key(), node.ply,
                                 {best_move, best, raw_eval, depth, bound, kIsPv});
    }
    return best;
}

/// Principal variation search: full window for the first move, then ask only "better?", and look
/// again, deeper or wider, if the answer is yes.
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
    node.pv.clear();
    if (should_stop()) return Score::draw();
    selective_depth_ = std::max(selective_depth_, node.ply);
    if (is_draw(node)) return Score::draw();
    if (node.ply >= kMaxPly - 1)
        return position.in_check() ? Score::draw()
                                   : Score::centipawns(classical::evaluate(position));

    const auto hit = shared_->table.probe(position.key(), node.ply);
    const bool is_pv = beta - alpha > 1;
    if (!is_pv && hit &&
        (hit->bound == Bound::exact || (hit->bound == Bound::lower && hit->score >= beta) ||
         (hit->bound == Bound::upper && hit->score <= alpha)))
        return hit->score;

    int raw_eval = TranspositionTable::kNoEval;
    node.excluded = {};
    node.eval = evaluate(node, hit, raw_eval);
    Score best = -Score::infinite();
    if (node.has_eval) {
        best = node.eval;
        // A bound from the table may tell more than the evaluation.
        if (hit &&
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
        if (score > best) {
            best = score;
            if (score > alpha) {
                alpha = score;
                best_move = move;
                node.pv.clear();
                node.pv.push_back(move);
                for (const Move next : child.pv)
                    if (node.pv.size() < kMaxPly) node.pv.push_back(next);
            }
        }
        if (alpha >= beta) break;
        if (!node.has_eval && !best.is_loss())
            picker.skip_quiets();  // one way out of check is enough
    }
    if (!node.has_eval && move_number == 0) return Score::mated_in(node.ply);
    const Bound bound = best >= beta       ? Bound::lower
                        : best > old_alpha ? Bound::exact
                                           : Bound::upper;
    shared_->table.store(position.key(), node.ply, {best_move, best, raw_eval, 0, bound, is_pv});
    return best;
}

// ---------------------------------------------------------------------------------------------
// What need not be searched.

std::optional<Score> Worker::prune_node(Node& node, Score beta, Depth depth, bool is_improving) {
    if (!node.has_eval || beta.is_mate()) return std::nullopt;
    // Reverse futility: so far above beta that a quiet move will not bring it down.
    // Fails where the opponent has a threat that only depth would show.
    if (depth <= params::kReverseDepth &&
        node.eval - params::kReverseFutility * (depth - (is_improving ? 1 : 0)) >= beta)
        return node.eval;

    // Razoring: so far below that only captures could help, so look at those.
    if (depth <= 3 && node.eval + params::kRazoring * depth < beta) {
        const Score score = quiesce(node, beta - 1, beta);
        if (score < beta) return score;
    }

    // Null move: if passing is good enough, a real move is too. Fails in zugzwang, so not with
    // pawns alone, and not twice in a row.
    const bool last_was_null = node.ply > 0 && !node_at(node.ply - 1).move;
    if (depth >= 3 && node.eval >= beta && !last_was_null &&
        has_pieces(node.position, node.position.side_to_move())) {
        const Depth less = params::kNullBase + depth / params::kNullDepthDivisor +
                           std::min((node.eval - beta) / params::kNullEvalDivisor, 3);
        Node& child = play_null(node);
        const Score score =
            -search<NodeKind::zero_window>(child, -beta, -(beta - 1), depth - less, false);
        unplay();
        if (stopped_) return Score::draw();
        if (score >= beta) return score.is_mate() ? beta : score;
    }
    return std::nullopt;
}

bool Worker::prune_move(const Node& node, Move move, MovePicker& picker, Depth depth,
                        int move_number, Score alpha, bool is_improving) const {
    const Position& position = node.position;
    if (move_number == 1) return false;
    if (position.is_noisy(move))
        return depth <= 6 && !exchange_wins(position, move, params::kSeeNoisy * depth);

    // Late moves: the ordering has put the promising ones first.
    if (move_number > (params::kLateMoveBase + depth * depth) / (is_improving ? 1 : 2)) {
        picker.skip_quiets();
        return true;
    }
    const Depth reduced = std::max(1, depth - base_reduction(depth, move_number) / 100);
    // Futility: the evaluation is too far below alpha for a quiet move to make up.
    if (node.has_eval && reduced <= 6 && !gives_check(position, move) &&
        node.eval + params::kFutilityBase + params::kFutilityPerDepth * reduced <= alpha) {
        picker.skip_quiets();
        return true;
    }
    return reduced <= 7 && !exchange_wins(position, move, params::kSeeQuiet * reduced);
}

/// Asks whether the table move is the only good one, by searching without it. If it is, it is
/// searched deeper; if others are good as well, the node will fail high anyway.
int Worker::extension(Node& node, const std::optional<TableHit>& hit, Score beta, Depth depth,
                      bool is_cut_node) {
    const Score target = hit->score - params::kSingularMargin * depth;
    const Move move = node.move;
    node.excluded = move;
    const Score without =
        search<NodeKind::zero_window>(node, target - 1, target, (depth - 1) / 2, is_cut_node);
    node.excluded = {};
    node.pv.clear();
    if (without < target) {
        const bool is_clear = target - without > params::kDoubleMargin;
        return is_clear && node.double_extensions < 6 ? 2 : 1;
    }
    if (target >= beta) return kMulticut;
    if (hit->score >= beta || is_cut_node) return -1;
    return 0;
}

Depth Worker::reduction(const Node& node, Move move, Depth depth, int move_number, bool is_pv,
                        bool is_improving, bool is_cut_node) const {
    if (depth < 3 || move_number < (is_pv ? 4 : 2)) return 0;
    int hundredths = base_reduction(depth, move_number);
    const Position& position = node.position;
    if (position.is_noisy(move))
        hundredths /= 2;
    else
        hundredths -= 100 * quiet_history(position, ordering(node, {}), move) / params::kLmrHistory;
    if (is_pv) hundredths -= 100;
    if (!is_improving) hundredths += 60;
    if (is_cut_node) hundredths += 100;
    if (position.in_check()) hundredths -= 100;
    if (move == node.killer) hundredths -= 100;
    return std::max(0, hundredths / 100);
}

// ---------------------------------------------------------------------------------------------
// Moving through the tree.

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
    child.double_extensions = node.double_extensions;
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
    child.double_extensions = node.double_extensions;
    keys_.push_back(child.position.key());
    ++nodes_;
    return child;
}

OrderingContext Worker::ordering(const Node& node, Move table_move) const {
    OrderingContext context{*histories_};
    if (node.ply >= 1) context.after_last = node_at(node.ply - 1).continuation;
    if (node.ply >= 2) context.after_own = node_at(node.ply - 2).continuation;
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

/// Fifty moves, too little material, or a position that has been there before: once in the line
/// being searched is enough, since whoever wanted it could have it again.
bool Worker::is_draw(const Node& node) const {
    const Position& position = node.position;
    if (is_insufficient(position)) return true;
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

// ---------------------------------------------------------------------------------------------
// Evaluation and learning.

Score Worker::evaluate(Node& node, const std::optional<TableHit>& hit, int& raw) {
    node.has_eval = !node.position.in_check();
    if (!node.has_eval) return node.ply >= 2 ? node_at(node.ply - 2).eval : Score::draw();
    raw = hit && hit->eval != TranspositionTable::kNoEval
              ? hit->eval
              : Score::centipawns(classical::evaluate(node.position)).raw();
    // The nearer the fifty-move rule, the less an advantage is worth.
    const int faded = raw * (220 - std::min(node.position.halfmove_clock(), 100)) / 220;
    return Score::centipawns(faded + correction(node.position));
}

int Worker::correction(const Position& position) const {
    const auto value = [&](const Histories::CorrectionTable& table, Key key) {
        return table[index_of(position.side_to_move())][key % Histories::kCorrectionSize].value();
    };
    const int sum = value(histories_->pawn_correction, position.pawn_key()) +
                    value(histories_->non_pawn_correction[0], position.non_pawn_key(Color::white)) +
                    value(histories_->non_pawn_correction[1], position.non_pawn_key(Color::black));
    return sum / 32;
}

void Worker::learn_correction(const Node& node, Score best, Depth depth) {
    const Position& position = node.position;
    const int error = std::clamp((best - node.eval) * depth / params::kCorrectionWeight,
                                 -CorrectionEntry::kLimit / 4, CorrectionEntry::kLimit / 4);
    const auto learn = [&](Histories::CorrectionTable& table, Key key) {
        table[index_of(position.side_to_move())][key % Histories::kCorrectionSize].update(error);
    };
    learn(histories_->pawn_correction, position.pawn_key());
    learn(histories_->non_pawn_correction[0], position.non_pawn_key(Color::white));
    learn(histories_->non_pawn_correction[1], position.non_pawn_key(Color::black));
}

/// The move that refuted the node is praised; those that were tried before it are blamed.
void Worker::learn_moves(Node& node, Move best, Depth depth, const Line& quiets,
                         const Line& noisy) {
    const Position& position = node.position;
    const int bonus = history_bonus(depth);
    if (position.is_noisy(best)) {
        histories_->capture_entry(position, best).update(bonus);
    } else {
        node.killer = best;
        histories_->quiet_entry(position.side_to_move(), best).update(bonus);
        update_continuations(node, best, bonus);
        for (const Move move : quiets) {
            histories_->quiet_entry(position.side_to_move(), move).update(-bonus);
            update_continuations(node, move, -bonus);
        }
    }
    for (const Move move : noisy) histories_->capture_entry(position, move).update(-bonus);
}

void Worker::update_continuations(const Node& node, Move move, int bonus) {
    const std::size_t piece = index_of(node.position.piece_on(move.from()));
    for (const Ply back : {1, 2})
        if (node.ply >= back)
            if (PieceToHistory* table = node_at(node.ply - back).continuation)
                (*table)[piece][index_of(move.to())].update(bonus);
}

}  // namespace castellan
