#include "eval/classical/classical_eval.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "chess/movegen.h"
#include "chess/notation/fen.h"

namespace castellan::classical {
namespace {

Position at(std::string_view fen) { return parse_fen(fen).value(); }

/// The same position with the colours exchanged.
Position mirrored(const Position& position) {
    const Setup setup = position.to_setup();
    Setup other;
    for (int i = 0; i < kSquareCount; ++i) {
        const Piece piece = setup.piece_on(static_cast<Square>(i));
        if (piece != Piece::none)
            other.put(make_piece(!color_of(piece), type_of(piece)), static_cast<Square>(i ^ 56));
    }
    other.side_to_move = !setup.side_to_move;
    return Position::from(other).value();
}

TEST(ClassicalEval, BothColoursAreTreatedAlike) {
    Random random{5};
    for (int game = 0; game < 50; ++game) {
        Position position;
        for (int ply = 0; ply < 120; ++ply) {
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            ASSERT_EQ(evaluate(position), evaluate(mirrored(position))) << to_fen(position);
            position =
                position.after(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
    }
}

TEST(ClassicalEval, TheExplanationAddsUpToTheEvaluation) {
    for (const std::string_view fen :
         {kStartFen,
          std::string_view{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1"},
          std::string_view{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1"}}) {
        const Position position = at(fen);
        const Breakdown breakdown = explain(position);
        const int sign = position.side_to_move() == Color::white ? 1 : -1;
        EXPECT_EQ(breakdown.total * sign, evaluate(position)) << fen;
        int sum = breakdown.endgame_knowledge;
        for (const auto& sides : breakdown.terms) sum += sides[0] - sides[1];
        EXPECT_NEAR(sum, breakdown.total, kTermCount) << fen;  // each term is rounded on its own
    }
}

struct Preference {
    std::string_view what;
    std::string_view better;
    std::string_view worse;
};

TEST(ClassicalEval, PrefersWhatChessPlayersPrefer) {
    constexpr Preference kPreferences[] = {
        {"a queen more", "4k3/8/8/8/8/8/PPP5/3QK3 w - - 0 1", "4k3/8/8/8/8/8/PPP5/3RK3 w - - 0 1"},
        {"a knight in the centre", "4k3/pp6/8/8/4N3/8/PP6/4K3 w - - 0 1",
         "4k3/pp6/8/8/8/8/PP6/N3K3 w - - 0 1"},
        {"connected pawns", "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", "4k3/8/8/8/8/8/P1P5/4K3 w - - 0 1"},
        {"pawns on two files", "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1",
         "4k3/pp6/8/8/8/P7/P7/4K3 w - - 0 1"},
        {"an advanced passed pawn", "4k3/8/P7/8/8/8/8/4K3 w - - 0 1",
         "4k3/8/8/8/8/P7/8/4K3 w - - 0 1"},
        {"two bishops", "4k3/pppp4/8/8/8/8/PPPP4/2B1KB2 w - - 0 1",
         "4k3/pppp4/8/8/8/8/PPPP4/2B1KN2 w - - 0 1"},
        {"a rook on an open file", "4k3/pp1p4/8/8/8/8/PP1P4/2R1K3 w - - 0 1",
         "4k3/pp1p4/8/8/8/8/PP1P4/1R2K3 w - - 0 1"},
    };
    for (const auto& [what, better, worse] : kPreferences)
        EXPECT_GT(evaluate(at(better)), evaluate(at(worse))) << what;
}

TEST(ClassicalEval, KnowsEndingsThatCannotBeWon) {
    EXPECT_EQ(evaluate(at("4k3/8/8/8/8/8/8/3NK3 w - - 0 1")), 0);
    EXPECT_EQ(evaluate(at("4k3/8/8/8/8/8/8/2NNK3 w - - 0 1")), 0);
    EXPECT_EQ(evaluate(at("4k3/8/8/8/8/8/4B3/3BKB2 w - - 0 1")), 0);
    // The bishop does not control h8, and the king is there.
    EXPECT_EQ(evaluate(at("6k1/8/8/7P/8/8/4B3/4K3 b - - 0 1")), 0);
    EXPECT_GT(evaluate(at("6k1/8/8/7P/8/8/3B4/4K3 w - - 0 1")), 200);
}

TEST(ClassicalEval, DrivesTheBareKingToTheRightCorner) {
    // A light-squared bishop mates in a light corner: h1 or a8.
    const int right = evaluate(at("k7/8/1K6/8/8/8/8/5BN1 w - - 0 1"));
    const int wrong = evaluate(at("7k/8/6K1/8/8/8/8/5BN1 w - - 0 1"));
    EXPECT_GT(right, wrong);
    EXPECT_GT(evaluate(at("k7/8/1K6/8/8/8/8/7R w - - 0 1")),
              evaluate(at("8/8/8/3k4/8/1K6/8/7R w - - 0 1")));
}

}  // namespace
}  // namespace castellan::classical
