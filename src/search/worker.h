// Worker: one thread's search, with everything it needs to itself but the transposition table.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "chess/position.h"
#include "search/endgame_probe.h"
#include "search/history.h"
#include "search/limits.h"
#include "search/move_picker.h"
#include "search/report.h"
#include "search/static_eval.h"
#include "search/time_manager.h"
#include "search/transposition_table.h"

namespace castellan {

/// What all workers of one search look at.
struct SharedSearch {
    TranspositionTable& table;
    const TimeManager& time;
    std::atomic<bool>& stop;
    const std::atomic<bool>& clock_is_held;  // while pondering or analysing, no clock runs out
    std::atomic<std::uint64_t>& nodes;       // of all workers, brought up to date now and then
    EndgameProbe& endgames;
};

class Worker {
  public:
    Worker();

    void forget() { *histories_ = Histories{}; }
    void use_network(const std::shared_ptr<const nnue::Network>& network) {
        static_eval_.use(network);
    }

    /// Searches until a limit is reached. `earlier` are the keys of the game's positions before
    /// the root, oldest first. Only a worker with a listener reports, and only it obeys limits.
    Verdict run(const Position& root, std::vector<Key> earlier, const Limits& limits,
                SharedSearch shared, const ReportListener& listener);

    std::uint64_t nodes() const { return nodes_; }

  private:
    enum class NodeKind { root, pv, zero_window };
    using Line = FixedVector<Move, kMaxPly>;

    /// What the search knows at one ply.
    struct Node {
        Position position;
        Ply ply = 0;
        Score eval;             // corrected static evaluation
        bool has_eval = false;  // not in check
        Move move;              // being searched from here
        Move excluded;          // left out while asking whether it is singular
        Move killer;
        PieceToHistory* continuation = nullptr;  // of `move`
        Line pv;
    };
    /// A move about to be searched, and what decides how deeply.
    struct Candidate {
        Move move;
        int number;  // 1 is the first that is searched from its node
        bool is_noisy;
        bool gives_check;
    };
    /// Moves of a node that were searched and did not beat beta, as many as are blamed for it.
    struct TriedMoves {
        void add(const Candidate& candidate);
        Line quiets;
        Line noisy;
    };
    enum class Pruning { none, this_move, quiet_moves };  // all that are left but checks
    struct RootMove {
        Move move;
        Score score = -Score::infinite();
        Bound bound = Bound::none;  // of the score; none: known only to be worse than the others
        std::uint64_t nodes = 0;
        std::vector<Move> pv;
        int rank = 0;  // by the endgame tables; no move can make up for a better rank
    };

    static constexpr int kMulticut = 100;  // what extension() gives if several moves beat beta

    void iterate(const ReportListener& listener);
    /// How many lines are wanted and possible.
    std::size_t line_count() const;
    static bool is_better(const RootMove& a, const RootMove& b);
    Score shown_score(const RootMove& root_move) const;
    RootMove* root_move(Move move);
    void settle_root_move(const Candidate& candidate, Score score, Bound bound,
                          std::uint64_t nodes);
    void settle_what_is_known(std::size_t line);
    void sort_root_moves(std::size_t from, std::size_t to);
    void search_root_line(std::size_t line, Depth depth, const ReportListener& listener);
    void report(std::size_t line, Depth depth, const ReportListener& listener) const;
    int time_scale(Depth depth, int stable_iterations) const;

    template <NodeKind kKind>
    Score search(Node& node, Score alpha, Score beta, Depth depth, bool is_cut_node);
    template <NodeKind kKind>
    Score search_child(Node& node, Score alpha, Score beta, Depth depth, Depth less,
                       int move_number, bool is_cut_node);
    Score quiesce(Node& node, Score alpha, Score beta);

    std::optional<Score> prune_node(Node& node, Score beta, Depth depth, bool is_improving);
    Pruning prune_move(const Node& node, const Candidate& candidate, Depth depth, Score alpha,
                       bool is_improving) const;
    bool is_maybe_singular(const Node& node, const TableHit& hit, Depth depth) const;
    int extension(Node& node, const std::optional<TableHit>& hit, Score beta, Depth depth,
                  bool is_cut_node);
    Depth reduction(const Node& node, const Candidate& candidate, Depth depth, bool is_pv,
                    bool is_improving, bool is_cut_node) const;

    Node& play(Node& node, Move move);
    Node& play_null(Node& node);
    void unplay() { keys_.pop_back(); }
    OrderingContext ordering(const Node& node, Move table_move) const;
    bool is_improving(const Node& node) const;
    bool overlooks(const Node& node, Move move) const {
        return limits_.fallibility && node.ply > 0 && node.ply <= kLastOverlookedPly &&
               is_overlooked(*limits_.fallibility, node.position, move, node_at(node.ply - 1).move);
    }
    bool is_draw(const Node& node) const;
    std::optional<Score> forced_result(const Node& node);
    static void narrow_by_mate_distance(const Node& node, Score& alpha, Score& beta);
    void extend_line(Node& node);
    Score evaluate(Node& node, const std::optional<TableHit>& hit, int& raw);
    int correction(const Position& position) const;
    void learn_correction(const Node& node, Move best_move, Score best, Bound bound, Depth depth);
    void learn_moves(Node& node, Move best, Depth depth, const TriedMoves& tried);
    void update_continuations(const Node& node, Move move, int bonus);
    bool should_stop();
    Node& node_at(Ply ply) { return nodes_stack_[static_cast<std::size_t>(ply)]; }
    const Node& node_at(Ply ply) const { return nodes_stack_[static_cast<std::size_t>(ply)]; }

    std::unique_ptr<Histories> histories_;
    StaticEval static_eval_;
    std::vector<Node> nodes_stack_;
    std::vector<Key> keys_;  // of the game and of the line being searched
    std::vector<RootMove> root_moves_;
    std::vector<RootMove> last_iteration_;  // root_moves_ as it left them
    std::size_t root_line_ = 0;             // MultiPV: root moves before this one are settled
    Limits limits_;
    SharedSearch* shared_ = nullptr;
    bool obeys_limits_ = false;
    bool stopped_ = false;
    std::uint64_t nodes_ = 0;
    std::uint64_t published_nodes_ = 0;
    Ply selective_depth_ = 0;
    Depth root_depth_ = 0;
};

}  // namespace castellan
