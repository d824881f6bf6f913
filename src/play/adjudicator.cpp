#include "play/adjudicator.h"

#include <cstdlib>

namespace castellan {

void Adjudicator::count_draw(const std::optional<Thought>& thought, int move_number) {
    const DrawRule& rule = *rules_.draw;
    const bool is_level = thought && std::abs(thought->score.raw()) <= rule.score;
    quiet_plies_ = is_level && move_number >= rule.move_number ? quiet_plies_ + 1 : 0;
}

void Adjudicator::count_resign(Color mover, const std::optional<Thought>& thought) {
    const int side = index_of(mover);
    const int score = thought ? thought->score.raw() : 0;
    losing_moves_[side] = score <= -rules_.resign->score ? losing_moves_[side] + 1 : 0;
    winning_moves_[side] = score >= rules_.resign->score ? winning_moves_[side] + 1 : 0;
}

Adjudication Adjudicator::after_move(Color mover, const std::optional<Thought>& thought,
                                     int move_number, int plies_played) {
    if (rules_.resign) {
        count_resign(mover, thought);
        for (const Color loser : kColors) {
            const bool is_lost = losing_moves_[index_of(loser)] >= rules_.resign->move_count;
            const bool is_agreed = !rules_.resign->two_sided ||
                                   winning_moves_[index_of(!loser)] >= rules_.resign->move_count;
            if (is_lost && is_agreed)
                return loser == Color::white ? Adjudication::black_wins : Adjudication::white_wins;
        }
    }
    if (rules_.draw) {
        count_draw(thought, move_number);
        if (quiet_plies_ >= 2 * rules_.draw->move_count) return Adjudication::draw;
    }
    if (rules_.max_moves > 0 && plies_played >= 2 * rules_.max_moves) return Adjudication::too_long;
    return Adjudication::none;
}

}  // namespace castellan
