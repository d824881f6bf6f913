// The basic endings are won every time, without tablebases.
#include <gtest/gtest.h>

#include <cstdlib>

#include "chess/notation/fen.h"
#include "tablebase/tablebase.h"
#include "tests/support/self_play.h"

namespace castellan {
namespace {

struct Ending {
    std::string_view name;
    std::string_view white_pieces;  // beside the king; Black has a bare king
};

class Endings : public testing::TestWithParam<Ending> {};

int games_of_each() {
    const char* const wish = std::getenv("CASTELLAN_ENDINGS");
    if (wish != nullptr) return std::atoi(wish);
    return 10;
}

/// The pieces on random squares, White to move, no piece of White's to be taken at once.
std::optional<Position> random_position(const Ending& ending, Random& random) {
    std::string board(64, '1');
    const auto place = [&](char piece) {
        for (;;) {
            const auto square = random.below(64);
            const bool is_pawn = piece == 'P' || piece == 'p';
            if (board[square] != '1' || (is_pawn && (square < 8 || square >= 56))) continue;
            board[square] = piece;
            return;
        }
    };
    for (const char piece : "Kk" + std::string{ending.white_pieces}) place(piece);
    std::string fen;
    for (std::size_t rank = 0; rank < 8; ++rank)
        fen += (rank == 0 ? "" : "/") + board.substr(rank * 8, 8);
    const auto position = parse_fen(fen + " w - - 0 1");
    if (!position || !has_legal_move(*position)) return std::nullopt;
    const Bitboard bishops = position->pieces(PieceType::bishop);
    if (bishops.several() &&
        ((bishops & kLightSquares).empty() || (bishops & kDarkSquares).empty()))
        return std::nullopt;
    // A rook or queen that Black could take with his next move wherever it goes is no basic win.
    for (const Move reply : legal_moves(position->after_null()))
        if (position->is_noisy(reply)) return std::nullopt;
    return *position;
}

TEST_P(Endings, AreAlwaysWon) {
    if (CASTELLAN_IS_SANITIZED) GTEST_SKIP() << "too slow with sanitizers";
    // Not every pawn can be brought home; the tables choose, but do not play.
    const bool must_ask = GetParam().white_pieces == "P";
    const auto tables = Tablebase::load(CASTELLAN_SHARED_DATA "/syzygy");
    if (must_ask && !tables) GTEST_SKIP() << tables.error().message;
    Engine winner;
    Engine loser;
    Limits limits;
    limits.nodes = 30'000;
    Random random{7};
    for (int played = 0; played < games_of_each();) {
        const auto position = random_position(GetParam(), random);
        if (!position || position->in_check()) continue;
        if (must_ask && (*tables)->probe_wdl(*position) != Wdl::win) continue;
        ++played;
        winner.new_game();
        loser.new_game();
        EXPECT_EQ(play_out(Game{*position}, searching_player(winner, limits),
                           searching_player(loser, limits)),
                  1)
            << to_fen(*position);
    }
}

INSTANTIATE_TEST_SUITE_P(Basic, Endings,
                         testing::Values(Ending{"KQK", "Q"}, Ending{"KRK", "R"},
                                         Ending{"KBBK", "BB"}, Ending{"KBNK", "BN"},
                                         Ending{"KPK", "P"}, Ending{"KRRK", "RR"}),
                         [](const auto& ending) { return std::string{ending.param.name}; });

}  // namespace
}  // namespace castellan
