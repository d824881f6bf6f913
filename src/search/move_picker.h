// MovePicker: the moves of a node, the most promising first, generated only as far as needed.
#pragma once

#include "chess/legality.h"
#include "search/history.h"

namespace castellan {

/// The tables that order moves at one node.
struct OrderingContext {
    Histories& histories;
    /// What has followed the opponent's last move and our own two before it; absent ones are null.
    std::array<const PieceToHistory*, kContinuationPlies.size()> continuations{};
    Move table_move{};
    Move killer{};
};

int quiet_history(const Position& position, const OrderingContext& context, Move move);

class MovePicker {
  public:
    /// All legal moves.
    MovePicker(const Position& position, const OrderingContext& context);
    /// In quiescence: captures and promotions alone, or every move if the king is in check.
    static MovePicker quiescence(const Position& position, const OrderingContext& context);

    /// No move when there are none left.
    Move next();
    /// From now on, only captures and promotions.
    void skip_quiets() { skips_quiets_ = true; }
    /// From now on, only captures, promotions and moves that give check.
    void skip_quiets_but(const CheckFinder& checks) {
        skips_quiets_ = true;
        checks_ = &checks;
    }

  private:
    enum class Stage {
        table_move,
        noisy,
        good_noisy,
        killer,
        quiets,
        remaining_quiets,
        bad_noisy,
        done
    };
    struct Scored {
        Move move;
        int score;
    };
    using ScoredList = FixedVector<Scored, kMaxMoves>;

    void score_noisy();
    void score_quiets();
    static Move take_best(ScoredList& list, std::size_t& at);
    /// The next quiet move that gives check; the order of what is left no longer matters.
    Move take_check();

    const Position& position_;
    const OrderingContext context_;
    Stage stage_ = Stage::table_move;
    bool skips_quiets_ = false;
    const CheckFinder* checks_ = nullptr;  // quiet moves that are not skipped even so
    ScoredList noisy_;
    ScoredList quiets_;
    std::size_t noisy_at_ = 0;
    std::size_t quiets_at_ = 0;
    FixedVector<Move, kMaxMoves> bad_noisy_;
    std::size_t bad_at_ = 0;
};

}  // namespace castellan
