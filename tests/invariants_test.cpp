// What must hold at every position whatever was played: checked at every node below a sample of
// positions, or below all of them with CASTELLAN_INVARIANTS=all.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "chess/chess960.h"
#include "chess/legality.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"
#include "tests/support/position_files.h"

namespace castellan {
namespace {

bool contains(const MoveList& moves, Move move) {
    return std::ranges::find(moves, move) != moves.end();
}

void expect_moves_agree(const Position& position, const MoveList& moves) {
    const MoveList noisy = noisy_moves(position);
    const MoveList quiet = quiet_moves(position);
    EXPECT_EQ(noisy.size() + quiet.size(), moves.size());
    EXPECT_EQ(static_cast<std::size_t>(count_legal_moves(position)), moves.size());
    EXPECT_EQ(has_legal_move(position), !moves.empty());
    for (const Move move : moves)
        EXPECT_TRUE(contains(position.is_noisy(move) ? noisy : quiet, move));
}

/// Asks about all 65,536 possible moves.
void expect_exactly_these_are_legal(const Position& position, const MoveList& moves) {
    std::size_t legal = 0;
    for (unsigned bits = 0; bits < 65'536; ++bits) {
        const Move move = Move::from_bits(static_cast<std::uint16_t>(bits));
        if (!is_legal(position, move)) continue;
        ++legal;
        EXPECT_TRUE(contains(moves, move)) << bits;
    }
    EXPECT_EQ(legal, moves.size());
}

void expect_text_round_trips(const Position& position) {
    for (const CastlingStyle castling : {CastlingStyle::xfen, CastlingStyle::shredder})
        for (const EnPassantStyle en_passant :
             {EnPassantStyle::legal, EnPassantStyle::adjacent, EnPassantStyle::always}) {
            const std::string fen = to_fen(position, {en_passant, castling});
            const auto again = parse_fen(fen, {.chess960 = position.is_chess960()});
            ASSERT_TRUE(again) << fen << ": " << again.error().message;
            EXPECT_TRUE(again->repeats(position)) << fen;
            EXPECT_EQ(to_fen(*again, {en_passant, castling}), fen);
        }
}

void expect_move_round_trips(const Position& position, Move move) {
    const std::string san = to_san(position, move);
    const auto from_san = parse_san(position, san);
    ASSERT_TRUE(from_san) << san << ": " << from_san.error().message;
    EXPECT_EQ(*from_san, move) << san;

    const std::string coordinate = to_coordinate(position, move);
    const auto from_coordinate = parse_coordinate(position, coordinate);
    ASSERT_TRUE(from_coordinate) << coordinate << ": " << from_coordinate.error().message;
    EXPECT_EQ(*from_coordinate, move) << coordinate;
}

void expect_changes_lead_to(const Position& before, Move move, const Position& after) {
    Setup setup = before.to_setup();
    const Changes changes = before.changes(move);
    for (const auto& [piece, square] : changes.removed) {
        EXPECT_EQ(setup.piece_on(square), piece);
        setup.put(Piece::none, square);
    }
    for (const auto& [piece, square] : changes.added) setup.put(piece, square);
    EXPECT_EQ(setup.board, after.to_setup().board);
}

/// Visits every node to the given depth; gives the number of nodes.
long long check_below(const Position& position, int depth, int exhaustive_depth) {
    SCOPED_TRACE(to_fen(position));
    EXPECT_TRUE(position.is_consistent());
    const MoveList moves = legal_moves(position);
    expect_moves_agree(position, moves);
    expect_text_round_trips(position);
    if (exhaustive_depth >= 0) expect_exactly_these_are_legal(position, moves);

    long long nodes = 1;
    const CheckFinder checks{position};
    for (const Move move : moves) {
        EXPECT_TRUE(is_legal(position, move)) << to_coordinate(position, move);
        const Position next = position.after(move);
        EXPECT_EQ(gives_check(position, move), next.in_check()) << to_coordinate(position, move);
        EXPECT_EQ(checks.gives_check(move), next.in_check()) << to_coordinate(position, move);
        expect_move_round_trips(position, move);
        expect_changes_lead_to(position, move, next);
        if (depth > 1) nodes += check_below(next, depth - 1, exhaustive_depth - 1);
        if (testing::Test::HasFailure()) return nodes;
    }
    return nodes;
}

int stride(int usual) {
    const char* const asked = std::getenv("CASTELLAN_INVARIANTS");
    if (asked != nullptr && std::string_view{asked} == "all") return 1;
    return CASTELLAN_IS_SANITIZED ? usual * 10 : usual;
}

void check_file(const std::filesystem::path& path, int usual_stride) {
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "not present: " << path;
    const auto cases = read_perft_file(path);
    ASSERT_FALSE(cases.empty());
    long long nodes = 0;
    for (std::size_t i = 0; i < cases.size(); i += static_cast<std::size_t>(stride(usual_stride))) {
        const auto position = parse_fen(cases[i].fen);
        ASSERT_TRUE(position) << cases[i].fen;
        nodes += check_below(*position, 3, 0);
        if (testing::Test::HasFailure()) return;
    }
    std::printf("%lld nodes\n", nodes);
}

TEST(Invariants, HoldBelowOurOwnPositions) { check_file(own_perft_file(), 1); }
TEST(Invariants, HoldBelowStandardPositions) {
    check_file(shared_perft_folder() / "standard.epd", 1);
}
TEST(Invariants, HoldBelowTrickyPositions) {
    check_file(shared_perft_folder() / "tricky.perft", 1);
}
TEST(Invariants, HoldBelowRandomPositions) {
    check_file(shared_perft_folder() / "random-1000.perft", 5);
}
TEST(Invariants, HoldBelowChess960Positions) {
    check_file(shared_perft_folder() / "chess960-even.perft", 5);
}

/// Long random games reach promotions, bare kings and late castling; half are double Chess960.
TEST(Invariants, HoldAlongRandomGames) {
    Random random{1};
    const int games = CASTELLAN_IS_SANITIZED ? 20 : 400;
    long long plies = 0;
    for (int game = 0; game < games; ++game) {
        Position position = game % 2 == 0
                                ? Position{}
                                : chess960_start(static_cast<int>(random.below(kChess960Count)),
                                                 static_cast<int>(random.below(kChess960Count)));
        for (int ply = 0; ply < 300; ++ply) {
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            plies += check_below(position, 1, ply % 50 == 0 ? 0 : -1);
            if (testing::Test::HasFailure()) return;
            position =
                position.after(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
    }
    std::printf("%lld plies\n", plies);
}

}  // namespace
}  // namespace castellan
