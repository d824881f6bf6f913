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

/// Tables reckon without the moves that the fifty-move rule has already counted: who wins is
/// certain only right after a capture or a pawn move. A draw stays one.
std::optional<Adjudication> Adjudicator::by_tables(const Position& position) const {
    const auto known = rules_.tables->probe_wdl(position);
    if (!known) return std::nullopt;
    constexpr std::string_view kWhy = "endgame tables";
    if (*known != Wdl::win && *known != Wdl::loss) return Adjudication{PgnResult::draw, kWhy};
    if (position.halfmove_clock() > 0) return std::nullopt;
    const Color mover = position.side_to_move();
    return Adjudication{win_of(*known == Wdl::win ? mover : !mover), kWhy};
}

std::optional<Adjudication> Adjudicator::after_move(const Game& game,
                                                    const std::optional<Thought>& thought) {
    const Position& position = game.position();
    const Color mover = !position.side_to_move();
    if (rules_.tables)
        if (const auto known = by_tables(position)) return known;
    if (rules_.resign) {
        count_resign(mover, thought);
        for (const Color loser : kColors) {
            const bool is_lost = losing_moves_[index_of(loser)] >= rules_.resign->move_count;
            const bool is_agreed = !rules_.resign->two_sided ||
                                   winning_moves_[index_of(!loser)] >= rules_.resign->move_count;
            if (is_lost && is_agreed) return Adjudication{win_of(!loser)};
        }
    }
    if (rules_.draw) {
        // Black's move has the number of White's before it.
        count_draw(thought, position.fullmove_number() - (mover == Color::black ? 1 : 0));
        if (quiet_plies_ >= 2 * rules_.draw->move_count) return Adjudication{PgnResult::draw};
    }
    if (rules_.max_moves > 0 && static_cast<int>(game.ply()) >= 2 * rules_.max_moves)
        return Adjudication{PgnResult::draw, "the game is too long"};
    return std::nullopt;
}

}  // namespace castellan
