#include "clients/pv_check.h"

#include <cstdlib>

#include "base/text.h"
#include "chess/notation/coordinate.h"

namespace castellan {
namespace {

std::string_view end_of(const Game& game) {
    if (const auto outcome = game.outcome()) return describe(outcome->reason);
    if (const auto draw = game.claimable_draw()) return describe(*draw);
    return {};
}

}  // namespace

std::string pv_problem(Game game, std::string_view moves, std::optional<int> mate) {
    int plies = 0;
    for (std::string_view word = take_word(moves); !word.empty(); word = take_word(moves)) {
        const std::string where = "pv move " + std::to_string(plies + 1) + " (" + std::string{word};
        // The root itself may be a repetition that nobody has claimed.
        if (const auto end = end_of(game); plies > 0 && !end.empty())
            return where + ") comes after the end: " + std::string{end};
        const auto move = parse_coordinate(game.position(), word);
        if (!move) return where + ") is illegal: " + move.error().message;
        game.play(*move);
        ++plies;
    }
    if (!mate || *mate == 0 || plies == 0) return {};
    const int expected = *mate > 0 ? 2 * *mate - 1 : 2 * std::abs(*mate);
    const auto outcome = game.outcome();
    if (plies != expected || !outcome || outcome->reason != EndReason::checkmate)
        return "mate " + std::to_string(*mate) + " needs a pv of " +
               counted(expected, "ply", "plies") + " that ends in mate, not " +
               counted(plies, "ply", "plies");
    return {};
}

}  // namespace castellan
