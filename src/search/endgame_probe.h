// EndgameProbe: when a search asks the endgame tables, and what their answers are worth to it.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "chess/game.h"
#include "search/transposition_table.h"
#include "tablebase/tablebase.h"

namespace castellan {

/// How a search may use endgame tables.
struct TablebaseUse {
    std::shared_ptr<const Tablebase> tables;  // none: not at all
    Depth least_depth = 1;  // for positions with as many pieces as the largest table
    int most_pieces = 7;
    bool fifty_move_rule = true;
};

/// For one search; its workers share it.
class EndgameProbe {
  public:
    /// Ranks the root moves if the root itself is in the tables.
    EndgameProbe(const TablebaseUse& use, const Game& game);

    /// What the tables say about a position in the tree, as an entry for the transposition table.
    /// They know nothing of the halfmove clock, so only a capture or pawn move may have led here.
    std::optional<TableHit> probe(const Position& position, Ply ply, Depth depth) {
        const int pieces = position.pieces().count();
        if (pieces > most_men_ || position.halfmove_clock() != 0) return std::nullopt;
        if (pieces == most_men_ && depth < use_.least_depth) return std::nullopt;
        return look_up(position, ply, depth);
    }

    /// Higher is better; all are equal if the tables do not know the root.
    int rank_of(Move move) const;
    std::optional<Score> root_score(Move move) const;

    std::uint64_t hits() const { return hits_.load(std::memory_order_relaxed); }

  private:
    void rank_root(const Game& game);
    std::optional<TableHit> look_up(const Position& position, Ply ply, Depth depth);
    const RankedMove* ranked(Move move) const;
    Score score_of(Wdl wdl, Ply ply) const;

    TablebaseUse use_;
    int most_men_ = 0;  // that the tree is looked up with
    std::vector<RankedMove> root_moves_;
    std::atomic<std::uint64_t> hits_{0};
};

}  // namespace castellan
