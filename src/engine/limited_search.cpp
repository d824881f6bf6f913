#include "engine/limited_search.h"

#include <algorithm>

#include "base/random.h"
#include "chess/movegen.h"
#include "engine/move_choice.h"

namespace castellan {
namespace {

/// An iteration that explodes is cut off, at this many times the nodes of the strength.
constexpr std::uint64_t kMostNodes = 4;
constexpr int kOwnOversight = 40;  // hundredths of the oversight of replies

bool mates(const Position& position, Move move) {
    const Position after = position.after(move);
    return after.in_check() && !has_legal_move(after);
}

/// The moves it thinks of at all: its own moves are overlooked like replies, but less often.
std::vector<Move> moves_seen(const Game& game, const Fallibility& fallibility, bool takes_mate) {
    const Position& root = game.position();
    const Move last = game.ply() > 0 ? game.move_at(game.ply() - 1) : Move{};
    Fallibility own = fallibility;
    own.oversight = fallibility.oversight * kOwnOversight / 100;
    std::vector<Move> seen;
    for (const Move move : legal_moves(root))
        if (!is_overlooked(own, root, move, last) || (takes_mate && mates(root, move)))
            seen.push_back(move);
    return seen;
}

/// The limits of this move, with those of the strength.
Limits limited(Limits limits, const Game& game, const Strength& strength, std::uint64_t seed,
               Random& random) {
    const Depth whole = static_cast<Depth>(strength.depth);
    const bool has_one_more = random.below(1000) < (strength.depth - whole) * 1000;
    limits.depth = std::min(limits.depth.value_or(kMaxPly), whole + (has_one_more ? 1 : 0));
    limits.soft_nodes = strength.nodes;
    limits.nodes =
        std::min(limits.nodes.value_or(kMostNodes * strength.nodes), kMostNodes * strength.nodes);
    limits.multi_pv = strength.lines;
    limits.fallibility = Fallibility{seed, strength.oversight, strength.misjudgement};
    if (limits.search_moves.empty())
        limits.search_moves = moves_seen(game, *limits.fallibility, strength.takes_mate_in_one);
    return limits;
}

}  // namespace

Verdict LimitedSearch::choose(const Game& game, const Limits& limits, const Strength& strength,
                              std::uint64_t seed, const ReportListener& listener) {
    const Position& root = game.position();
    // The ply makes a repeated position a new occasion to choose.
    Random random{seed ^ root.key() ^ game.ply()};
    searcher_.forget();
    std::vector<Report> lines;
    const Verdict verdict = searcher_.run(game, limited(limits, game, strength, seed, random),
                                          [&](const Report& report) {
                                              if (report.bound != Bound::exact) return;
                                              if (report.line == 1) lines.clear();
                                              lines.push_back(report);
                                          });
    if (lines.empty()) return verdict;

    Report chosen = lines[choose_line(root, lines, strength, random)];
    chosen.line = 1;
    listener(chosen);
    return {chosen.pv.front(), chosen.pv.size() > 1 ? chosen.pv[1] : Move{}, chosen.score};
}

}  // namespace castellan
