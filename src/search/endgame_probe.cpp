#include "search/endgame_probe.h"

#include <algorithm>

namespace castellan {
namespace {

/// What the tables say holds at any depth; this much more keeps it in the transposition table.
constexpr Depth kKeptLonger = 6;

/// Whether some position has occurred twice since the last capture or pawn move.
bool has_repeated(const Game& game) {
    const auto reversible = static_cast<std::size_t>(game.position().halfmove_clock());
    std::vector<Key> keys;
    for (std::size_t ply = game.ply() - std::min(game.ply(), reversible); ply <= game.ply(); ++ply)
        keys.push_back(game.position_at(ply).key());
    std::ranges::sort(keys);
    return std::ranges::adjacent_find(keys) != keys.end();
}

}  // namespace

EndgameProbe::EndgameProbe(const TablebaseUse& use, const Game& game) : use_{use} {
    if (!use_.tables) return;
    most_men_ = std::min(use_.most_pieces, use_.tables->largest());
    if (game.position().pieces().count() <= most_men_) rank_root(game);
}

void EndgameProbe::rank_root(const Game& game) {
    auto ranking =
        use_.tables->probe_root(game.position(), has_repeated(game), use_.fifty_move_rule);
    if (!ranking) return;
    root_moves_ = std::move(ranking->moves);
    hits_ += root_moves_.size();
    // The moves of the best rank all keep the result, and lead on in time. What remains is to find
    // the mate, where equal promises from every leaf would only be in the way.
    if (ranking->is_by_distance) most_men_ = 0;
}

std::optional<TableHit> EndgameProbe::look_up(const Position& position, Ply ply, Depth depth) {
    const auto wdl = use_.tables->probe_wdl(position);
    if (!wdl) return std::nullopt;
    hits_.fetch_add(1, std::memory_order_relaxed);
    const Score score = score_of(*wdl, ply);
    const Bound bound = score.is_win()    ? Bound::lower
                        : score.is_loss() ? Bound::upper
                                          : Bound::exact;
    const Depth kept = std::min(depth + kKeptLonger, kMaxPly - 1);
    return TableHit{{}, score, TranspositionTable::kNoEval, kept, bound};
}

Score EndgameProbe::score_of(Wdl wdl, Ply ply) const {
    switch (use_.fifty_move_rule ? wdl : without_fifty_move_rule(wdl)) {
        case Wdl::win:
            return Score::tablebase_win(ply);
        case Wdl::loss:
            return Score::tablebase_loss(ply);
        // Drawn, but an opponent who does not know it may still go wrong.
        case Wdl::cursed_win:
            return Score::draw() + 1;
        case Wdl::blessed_loss:
            return Score::draw() - 1;
        case Wdl::draw:
            break;
    }
    return Score::draw();
}

const RankedMove* EndgameProbe::ranked(Move move) const {
    const auto found = std::ranges::find(root_moves_, move, &RankedMove::move);
    return found == root_moves_.end() ? nullptr : &*found;
}

int EndgameProbe::rank_of(Move move) const {
    const RankedMove* const known = ranked(move);
    return known != nullptr ? known->rank : 0;
}

std::optional<Score> EndgameProbe::root_score(Move move) const {
    const RankedMove* const known = ranked(move);
    if (known == nullptr) return std::nullopt;
    return score_of(known->result, 0);
}

}  // namespace castellan
