#include "chess/pgn/pgn_writer.h"

#include <gtest/gtest.h>

#include "chess/notation/fen.h"
#include "chess/pgn/pgn_reader.h"

namespace castellan {
namespace {

PgnGame read(std::string_view text) { return PgnReader{source_of(text)}.next().value(); }

TEST(PgnWriter, WritesExportFormat) {
    const PgnGame game = read(
        "[White \"A \\\"B\\\" C\\\\D\"][Annotator \"x\"][ECO \"C20\"]\n"
        "1.e4 {x} (1.d4 d5 (1...Nf6) 2.c4 $1) e5 2.Nf3 1-0");
    EXPECT_EQ(to_pgn(game),
              "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
              "[White \"A \\\"B\\\" C\\\\D\"]\n[Black \"?\"]\n[Result \"1-0\"]\n"
              "[Annotator \"x\"]\n[ECO \"C20\"]\n\n"
              "1. e4 {x} (1. d4 d5 (1... Nf6) 2. c4 $1) 1... e5 2. Nf3 1-0\n\n");
}

TEST(PgnWriter, WritesTheStartPositionItReallyHas) {
    PgnGame game;
    game.start = parse_fen("4k3/8/8/8/8/8/8/R3K3 b Q - 0 9").value();
    const std::string text = to_pgn(game);
    EXPECT_NE(text.find("[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 0 9\"]\n[SetUp \"1\"]"), text.npos);
    PgnGame chess960;
    chess960.start.set_chess960(true);
    EXPECT_NE(to_pgn(chess960).find("[Variant \"Chess960\"]"), text.npos);
}

TEST(PgnWriter, KeepsLinesBelow80Columns) {
    std::string text = "{" + std::string(30, 'a') + " lorem ipsum dolor sit amet consectetur}";
    for (int i = 0; i < 40; ++i) text += " Nf3 {[%clk 0:03:00]} Nf6 Ng1 (Nc3 e5) Ng8";
    const std::string written = to_pgn(read(text + " *"));
    for (std::size_t at = 0; at < written.size();) {
        const std::size_t end = written.find('\n', at);
        EXPECT_LT(end - at, 80U);
        at = end + 1;
    }
    EXPECT_EQ(to_pgn(read(written)), written);
}

TEST(PgnWriter, ACommentCannotEndItself) {
    PgnGame game;
    const PgnNodeId id = game.add_move(kPgnRoot, Move::normal(Square::e2, Square::e4));
    game.nodes[id].comment = "a} 1-0 {b";
    const PgnGame again = read(to_pgn(game));
    EXPECT_EQ(again.nodes[1].comment, "a) 1-0 {b");
    EXPECT_EQ(again.result, PgnResult::unknown);
}

TEST(PgnWriter, WritingWhatWasReadIsStable) {
    for (const std::string_view text : {
             "1. e4 -- 2. d4 Z0 *",
             "{a} 1. e4 (1. d4 {b} (1. c4) 1... d5) (1. f4) e5 $1 $14 {c} *",
             "[FEN \"8/P3k3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=N {x} 1-0",
             "[Variant \"chess960\"]\n[FEN \"1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w DBdb - 0 "
             "1\"]\n\n1. O-O O-O *",
         }) {
        const std::string once = to_pgn(read(text));
        EXPECT_EQ(to_pgn(read(once)), once) << text;
        EXPECT_TRUE(read(once).problems.empty()) << once;
    }
}

}  // namespace
}  // namespace castellan
