#include "play/textbook_player.h"

#include <cstdlib>

#include "chess/notation/coordinate.h"
#include "eval/classical/classical_eval.h"
#include "search/textbook.h"

namespace castellan {
namespace {

Score score_of(int score) {
    const int distance = textbook::kMate - std::abs(score);
    if (distance > kMaxPly) return Score::centipawns(score);
    return score > 0 ? Score::mate_in(distance) : Score::mated_in(distance);
}

}  // namespace

Answer TextbookPlayer::answer(const Turn& turn) {
    const SteadyTime asked = SteadyClock::now();
    const Position& position = turn.game.position();
    const auto found = textbook::alpha_beta(position, depth_, classical::evaluate);
    return {.kind = AnswerKind::move,
            .move = found.move,
            .text = to_coordinate(position, found.move),
            .spent = std::chrono::duration_cast<Microseconds>(SteadyClock::now() - asked),
            .thought = Thought{score_of(found.score), depth_, depth_, found.nodes}};
}

}  // namespace castellan
