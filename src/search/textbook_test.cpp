#include "search/textbook.h"

#include <gtest/gtest.h>

#include "chess/notation/fen.h"
#include "chess/notation/san.h"
#include "eval/classical/classical_eval.h"

namespace castellan {
namespace {

constexpr std::string_view kPositions[] = {
    kStartFen,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
};

TEST(Textbook, AlphaBetaFindsTheScoreOfMinimaxWithFewerNodes) {
    for (const std::string_view fen : kPositions) {
        const Position position = parse_fen(fen).value();
        for (int depth = 0; depth <= 3; ++depth) {
            const auto full = textbook::minimax(position, depth, classical::evaluate);
            const auto cut = textbook::alpha_beta(position, depth, classical::evaluate);
            EXPECT_EQ(cut.score, full.score) << fen << " depth " << depth;
            EXPECT_LE(cut.nodes, full.nodes) << fen;
            if (full.nodes > 5'000) {
                EXPECT_LT(cut.nodes * 2, full.nodes) << fen;
            }
        }
    }
}

TEST(Textbook, MatesAreFoundAndTheQuickestCountsMost) {
    const Position position = parse_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").value();
    for (const auto search : {textbook::minimax, textbook::alpha_beta}) {
        const auto result = search(position, 3, classical::evaluate);
        EXPECT_EQ(to_san(position, result.move), "Ra8#");
        EXPECT_EQ(result.score, textbook::kMate - 1);
    }
}

TEST(Textbook, StalemateIsNothingAndMateIsEverything) {
    const auto score = [](std::string_view fen) {
        return textbook::alpha_beta(parse_fen(fen).value(), 2, classical::evaluate).score;
    };
    EXPECT_EQ(score("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 0);
    EXPECT_EQ(score("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), -textbook::kMate);
}

}  // namespace
}  // namespace castellan
