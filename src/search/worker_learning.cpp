// What a worker thinks of a position before searching it, and what it learns from having searched.
#include <algorithm>

#include "search/params.h"
#include "search/worker.h"

namespace castellan {
namespace {

int history_bonus(Depth depth) {
    return std::min<int>(params::kHistoryPerDepth * depth, params::kHistoryMaxBonus);
}

}  // namespace

Score Worker::evaluate(Node& node, const std::optional<TableHit>& hit, int& raw) {
    node.has_eval = !node.position.in_check();
    if (!node.has_eval) return node.ply >= 2 ? node_at(node.ply - 2).eval : Score::draw();
    raw = hit && hit->eval != TranspositionTable::kNoEval
              ? hit->eval
              : Score::centipawns(static_eval_.of(node.position, node.ply)).raw();
    // The nearer the fifty-move rule, the less an advantage is worth.
    const int faded = raw * (params::kClockFade - std::min(node.position.halfmove_clock(), 100)) /
                      params::kClockFade;
    const int error = limits_.fallibility ? misjudgement(*limits_.fallibility, node.position) : 0;
    return Score::centipawns(faded + correction(node.position) + error);
}

int Worker::correction(const Position& position) const {
    const auto value = [&](const Histories::CorrectionTable& table, Key key) {
        return table[index_of(position.side_to_move())][key % Histories::kCorrectionSize].value();
    };
    const int sum = value(histories_->pawn_correction, position.pawn_key()) +
                    value(histories_->non_pawn_correction[0], position.non_pawn_key(Color::white)) +
                    value(histories_->non_pawn_correction[1], position.non_pawn_key(Color::black));
    return sum / params::kCorrectionDivisor;
}

/// Not where a capture decided, and not where a bound says nothing about the evaluation.
void Worker::learn_correction(const Node& node, Move best_move, Score best, Bound bound,
                              Depth depth) {
    const Position& position = node.position;
    if (!node.has_eval || (best_move && position.is_noisy(best_move))) return;
    if (bound == Bound::lower && best <= node.eval) return;
    if (bound == Bound::upper && best >= node.eval) return;
    const int error = std::clamp((best - node.eval) * depth / params::kCorrectionWeight,
                                 -CorrectionEntry::kLimit / 4, CorrectionEntry::kLimit / 4);
    const auto learn = [&](Histories::CorrectionTable& table, Key key) {
        table[index_of(position.side_to_move())][key % Histories::kCorrectionSize].update(error);
    };
    learn(histories_->pawn_correction, position.pawn_key());
    learn(histories_->non_pawn_correction[0], position.non_pawn_key(Color::white));
    learn(histories_->non_pawn_correction[1], position.non_pawn_key(Color::black));
}

void Worker::TriedMoves::add(const Candidate& candidate) {
    Line& line = candidate.is_noisy ? noisy : quiets;
    if (line.size() < static_cast<std::size_t>(params::kBlamedMoves))
        line.push_back(candidate.move);
}

/// The move that refuted the node is praised; those that were tried before it are blamed.
void Worker::learn_moves(Node& node, Move best, Depth depth, const TriedMoves& tried) {
    const Position& position = node.position;
    const int bonus = history_bonus(depth);
    if (position.is_noisy(best)) {
        histories_->capture_entry(position, best).update(bonus);
    } else {
        node.killer = best;
        histories_->quiet_entry(position.side_to_move(), best).update(bonus);
        update_continuations(node, best, bonus);
        for (const Move move : tried.quiets) {
            histories_->quiet_entry(position.side_to_move(), move).update(-bonus);
            update_continuations(node, move, -bonus);
        }
    }
    for (const Move move : tried.noisy) histories_->capture_entry(position, move).update(-bonus);
}

void Worker::update_continuations(const Node& node, Move move, int bonus) {
    const std::size_t piece = index_of(node.position.piece_on(move.from()));
    for (const Ply back : kContinuationPlies)
        if (node.ply >= back)
            if (PieceToHistory* table = node_at(node.ply - back).continuation)
                (*table)[piece][index_of(move.to())].update(bonus);
}

}  // namespace castellan
