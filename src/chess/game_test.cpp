#include "chess/game.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "chess/legality.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"

namespace castellan {
namespace {

void play(Game& game, std::string_view moves) {
    while (!trim(moves).empty()) {
        const std::string_view text = take_word(moves);
        const auto move = parse_san(game.position(), text);
        ASSERT_TRUE(move) << text << ": " << move.error().message;
        game.play(*move);
    }
}

Game from(std::string_view fen) { return Game{parse_fen(fen).value()}; }

TEST(Game, MateNamesTheWinner) {
    Game game;
    play(game, "f3 e5 g4 Qh4");
    EXPECT_EQ(game.outcome(), (Outcome{EndReason::checkmate, Color::black}));
    EXPECT_EQ(result_text(*game.outcome()), "0-1");
    EXPECT_FALSE(game.claimable_draw());
}

TEST(Game, StalemateIsADraw) {
    EXPECT_EQ(from("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome(),
              (Outcome{EndReason::stalemate, std::nullopt}));
}

TEST(Game, ThreefoldMayBeClaimedAndFivefoldEndsTheGame) {
    Game game;
    play(game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    EXPECT_FALSE(game.claimable_draw());
    EXPECT_EQ(game.claimable_draw_with(parse_san(game.position(), "Ng8").value()),
              EndReason::threefold);
    play(game, "Ng8");
    EXPECT_EQ(game.repetitions(), 3);
    EXPECT_EQ(game.claimable_draw(), EndReason::threefold);
    EXPECT_FALSE(game.outcome());
    play(game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    EXPECT_EQ(game.outcome(), (Outcome{EndReason::fivefold, std::nullopt}));
}

TEST(Game, RepetitionsNeedNotBeConsecutive) {
    Game game;
    play(game, "Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8");
    EXPECT_EQ(game.repetitions(), 3);
}

TEST(Game, ALostCastlingRightMakesAnotherPosition) {
    Game game = from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    play(game, "Ke2 Ke7 Ke1 Ke8");
    EXPECT_EQ(game.repetitions(), 1);
    play(game, "Ke2 Ke7 Ke1 Ke8");
    EXPECT_EQ(game.repetitions(), 2);
}

TEST(Game, AnEnPassantSquareCountsOnlyIfTheCaptureIsLegal) {
    // Black's pawn on d4 is pinned: the position after e2-e4 repeats without the capture.
    Game pinned = from("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1");
    play(pinned, "e4 Ke8 Rd2 Kd8 Rd1");
    EXPECT_EQ(pinned.repetitions(), 2);
    Game free = from("4k3/8/8/8/3p4/8/4P3/3RK3 w - - 0 1");
    play(free, "e4 Ke7 Rd2 Ke8 Rd1");
    EXPECT_EQ(free.repetitions(), 1);
}

TEST(Game, FiftyMovesMayBeClaimedAndSeventyFiveEndTheGame) {
    EXPECT_FALSE(from("4k3/8/8/8/8/8/8/R3K3 w - - 99 80").claimable_draw());
    Game game = from("4k3/8/8/8/8/8/8/R3K3 w - - 99 80");
    EXPECT_EQ(game.claimable_draw_with(Move::normal(Square::a1, Square::a2)),
              EndReason::fifty_moves);
    play(game, "Ra2");
    EXPECT_EQ(game.claimable_draw(), EndReason::fifty_moves);
    EXPECT_FALSE(game.outcome());
    EXPECT_EQ(from("4k3/8/8/8/8/8/8/R3K3 w - - 150 120").outcome(),
              (Outcome{EndReason::seventy_five_moves, std::nullopt}));
}

TEST(Game, MateGoesBeforeTheSeventyFiveMoves) {
    Game game = from("6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 120");
    play(game, "Ra8");
    EXPECT_EQ(game.outcome(), (Outcome{EndReason::checkmate, Color::white}));
}

TEST(Game, MovesAreTakenBackAndReplayed) {
    Game game;
    play(game, "e4 e5 Nf3");
    const Key key = game.position().key();
    game.take_back();
    game.take_back();
    EXPECT_EQ(game.ply(), 1U);
    EXPECT_TRUE(game.can_replay());
    game.replay();
    game.replay();
    EXPECT_EQ(game.position().key(), key);
    EXPECT_FALSE(game.can_replay());
}

TEST(Game, AnotherMoveForgetsWhatWasTakenBack) {
    Game game;
    play(game, "e4 e5 Nf3");
    game.take_back();
    game.take_back();
    play(game, "c5");
    EXPECT_FALSE(game.can_replay());
    EXPECT_EQ(game.ply(), 2U);
    game.take_back();
    play(game, "c5");
    EXPECT_EQ(game.ply(), 2U);
}

TEST(Game, TakingBackBringsTheClaimBackToo) {
    Game game;
    play(game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    ASSERT_EQ(game.claimable_draw(), EndReason::threefold);
    game.take_back();
    EXPECT_FALSE(game.claimable_draw());
    game.replay();
    EXPECT_EQ(game.claimable_draw(), EndReason::threefold);
}

TEST(Game, SixThousandPliesAreNoTrouble) {
    Game game = from("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    for (int i = 0; i < 1'500; ++i) play(game, "Ra2 Ke7 Ra1 Ke8");
    EXPECT_EQ(game.ply(), 6'000U);
    EXPECT_EQ(game.repetitions(), 1'501);
}

}  // namespace
}  // namespace castellan
