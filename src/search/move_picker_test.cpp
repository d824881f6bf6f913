#include "search/move_picker.h"

#include <gtest/gtest.h>

#include <set>

#include "base/random.h"
#include "chess/movegen.h"
#include "chess/notation/fen.h"

namespace castellan {
namespace {

/// Every legal move once and no other, whatever the table and the killer suggest.
TEST(MovePicker, GivesEveryLegalMoveOnce) {
    const auto histories = std::make_unique<Histories>();
    Random random{2};
    for (int game = 0; game < 40; ++game) {
        Position position;
        for (int ply = 0; ply < 150; ++ply) {
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            const auto any = [&] {
                return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
            };
            OrderingContext context{*histories};
            context.table_move = random.below(2) == 0
                                     ? any()
                                     : Move::from_bits(static_cast<std::uint16_t>(random.next()));
            context.killer = random.below(2) == 0
                                 ? any()
                                 : Move::from_bits(static_cast<std::uint16_t>(random.next()));
            std::set<std::uint16_t> seen;
            MovePicker picker{position, context};
            while (const Move move = picker.next()) ASSERT_TRUE(seen.insert(move.bits()).second);
            ASSERT_EQ(seen.size(), moves.size()) << to_fen(position);

            std::size_t noisy = 0;
            MovePicker quiescence = MovePicker::quiescence(position, context);
            while (quiescence.next()) ++noisy;
            ASSERT_EQ(noisy, position.in_check() ? moves.size() : noisy_moves(position).size());
            position = position.after(any());
        }
    }
}

}  // namespace
}  // namespace castellan
