#include "engine/move_choice.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace castellan {
namespace {

constexpr int kMostEval = 2'000;      // centipawns: beyond it, more is no better
constexpr int kMateWorth = 4'000;     // centipawns, less the moves it takes
constexpr int kMateMoveWorth = 20;    // centipawns
constexpr int kClearAdvantage = 150;  // centipawns
constexpr double kTenToOne = 400;     // centipawns for odds of ten to one

/// From 0 to 1, both excluded.
double even(Random& random) {
    return (static_cast<double>(random.next() >> 12) + 0.5) / static_cast<double>(1ULL << 52);
}

int in_centipawns(Score score) {
    if (!score.is_mate()) return std::clamp(score.raw(), -kMostEval, kMostEval);
    const int moves = std::min(std::abs(score.moves_to_mate()), 64);
    const int worth = kMateWorth - moves * kMateMoveWorth;
    return score.is_win() ? worth : -worth;
}

double win_probability(int centipawns) { return 1 / (1 + std::pow(10, -centipawns / kTenToOne)); }

bool is_back_rank(Color color, Square square) {
    return relative_rank(color, rank_of(square)) == Rank::r1;
}

/// What every beginner is taught: castle, bring out the minor pieces, leave the king at home while
/// there are queens. In units of Strength::habit.
int habit(const Position& root, Move move) {
    const Color us = root.side_to_move();
    const PieceType type = type_of(root.piece_on(move.from()));
    if (move.is_castling()) return 2;
    if (type == PieceType::king)
        return root.in_check() || root.pieces(!us, PieceType::queen).empty() ? 0 : -2;
    const bool is_minor = type == PieceType::knight || type == PieceType::bishop;
    return is_minor && is_back_rank(us, move.from()) && !is_back_rank(us, move.to()) ? 1 : 0;
}

bool is_mate_in_one(const Report& line) {
    return line.score.is_win() && line.score.moves_to_mate() == 1;
}

}  // namespace

std::size_t choose_line(const Position& root, std::span<const Report> lines,
                        const Strength& strength, Random& random) {
    if (strength.takes_mate_in_one && is_mate_in_one(lines.front())) return 0;

    std::vector<int> worth;
    for (const Report& line : lines) {
        const bool misses_mate = is_mate_in_one(line) && lines.size() > 1 &&
                                 static_cast<int>(random.below(1000)) < strength.oversight / 2;
        worth.push_back(misses_mate ? -kMateWorth
                                    : in_centipawns(line.score) +
                                          strength.habit * habit(root, line.pv.front()));
    }
    const int best = *std::ranges::max_element(worth);
    // A lost game is judged as if it were a little worse, a won one as if a little better: by true
    // chances all moves would look alike there, and the player would go limp.
    const int level = std::clamp(best, -kClearAdvantage, kClearAdvantage);
    // What may be given away differs from move to move: mostly little, now and then a lot.
    const double budget = -std::log(even(random)) * strength.budget;

    std::vector<double> weights;
    for (const int each : worth) {
        const int loss = best - each;
        const double chances_lost = win_probability(level) - win_probability(level - loss);
        const bool is_allowed = loss == 0 || (loss <= budget && loss <= strength.veto);
        weights.push_back(is_allowed ? std::exp(-chances_lost / strength.temperature) : 0);
    }
    double total = 0;
    for (const double weight : weights) total += weight;
    double left = even(random) * total;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        left -= weights[i];
        if (left < 0) return i;
    }
    return 0;
}

}  // namespace castellan
