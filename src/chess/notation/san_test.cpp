#include "chess/notation/san.h"

#include <gtest/gtest.h>

#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"

namespace castellan {
namespace {

Position at(std::string_view fen) { return parse_fen(fen).value(); }

struct Written {
    std::string_view fen;
    std::string_view coordinate;
    std::string_view san;
};

constexpr Written kWritten[] = {
    {kStartFen, "g1f3", "Nf3"},
    {kStartFen, "e2e4", "e4"},
    // File before rank, rank if the file is shared, both if neither alone will do.
    {"4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1", "b1d2", "Nbd2"},
    {"4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b1c3", "N1c3"},
    {"8/2k5/8/8/7Q/8/8/K6Q w - - 0 1", "h4e1", "Q4e1"},
    {"8/2k5/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"},
    // A pinned rival is no rival.
    {"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"},
    {"4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "g1e2", "Nge2"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"},
    {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
    {"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"},
    {"8/8/8/8/8/8/7P/k1K4R w - - 0 1", "h1g1", "Rg1"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
    {"2k5/8/8/3pP3/5B2/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
    {"8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q"},
    {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+"},
    {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
    {"6k1/5ppp/8/8/8/8/8/4K2R w - - 0 1", "h1h7", "Rxh7"},
};

TEST(San, IsWrittenExactly) {
    for (const auto& [fen, coordinate, san] : kWritten) {
        const Position position = at(fen);
        const auto move = parse_coordinate(position, coordinate);
        ASSERT_TRUE(move) << fen << ' ' << coordinate << ": " << move.error().message;
        EXPECT_EQ(to_san(position, *move), san) << fen;
    }
}

struct Read {
    std::string_view fen;
    std::string_view text;
    std::string_view coordinate;
};

constexpr std::string_view kPromotion = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1";
constexpr std::string_view kCastling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
constexpr std::string_view kBlackCastling = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
constexpr std::string_view kCapturingPromotion = "3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1";
constexpr std::string_view kTwoKnights = "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1";
constexpr std::string_view kBishopOrPawn = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1";

constexpr Read kForgiven[] = {
    {kStartFen, "Nf3+", "g1f3"},
    {kStartFen, "Nf3#", "g1f3"},
    {kStartFen, "Nf3!?", "g1f3"},
    {kStartFen, "  Nf3 ", "g1f3"},
    {kStartFen, "nf3", "g1f3"},
    {kStartFen, "Ng1f3", "g1f3"},
    {kStartFen, "Ng1-f3", "g1f3"},
    {kStartFen, "Ngf3", "g1f3"},
    {kStartFen, "N1f3", "g1f3"},
    {kStartFen, "♘f3", "g1f3"},
    {kStartFen, "♞f3", "g1f3"},
    {kStartFen, "♙e4", "e2e4"},
    {kStartFen, "Pe4", "e2e4"},
    {kStartFen, "e2e4", "e2e4"},
    {kStartFen, "e2-e4", "e2e4"},
    {kStartFen, "e2–e4", "e2e4"},
    {kStartFen, "e2—e4", "e2e4"},
    {kStartFen, "e2−e4", "e2e4"},
    {kStartFen, "e2‑e4", "e2e4"},   // a non-breaking hyphen
    {kStartFen, "e2－e4", "e2e4"},  // a full-width one
    {kStartFen, "b1c3", "b1c3"},
    {kStartFen, "b1-c3", "b1c3"},
    {kStartFen, "g1–f3!", "g1f3"},
    {kPromotion, "a8Q", "a7a8q"},
    {kPromotion, "a8=q", "a7a8q"},
    {kPromotion, "a8(N)", "a7a8n"},
    {kPromotion, "a8/R", "a7a8r"},
    {kPromotion, "a7a8b", "a7a8b"},
    {kPromotion, "a7-a8=Q+", "a7a8q"},
    {kCastling, "0-0", "e1g1"},
    {kCastling, "o-o-o", "e1c1"},
    {kCastling, "O–O–O!", "e1c1"},
    {kCastling, "e1g1", "e1g1"},
    {kCastling, "e1a1", "e1c1"},
    {kCastling, "e1-g1", "e1g1"},
    {kCastling, "e1-c1", "e1c1"},
    {kCastling, "e1–c1+", "e1c1"},
    {kCastling, "e1-h1", "e1g1"},
    {kCastling, "Ke1-g1", "e1g1"},
    {kCastling, "Ke1c1", "e1c1"},
    {kCastling, "ke1-g1", "e1g1"},
    {kCastling, "♔e1-g1", "e1g1"},
    {kCastling, "a1-a8", "a1a8"},
    {kCastling, "h1xh8+", "h1h8"},
    {kCastling, "Ke1-e2", "e1e2"},
    {kBlackCastling, "e8-g8", "e8g8"},
    {kBlackCastling, "e8g8", "e8g8"},
    {kBlackCastling, "e8-c8", "e8c8"},
    {kCapturingPromotion, "e7xd8=Q", "e7d8q"},
    {kCapturingPromotion, "e7-d8=Q", "e7d8q"},
    {kCapturingPromotion, "e7xd8n+", "e7d8n"},
    {kCapturingPromotion, "e7:d8(R)", "e7d8r"},
    {kTwoKnights, "N1:e2", "g1e2"},
    {kTwoKnights, "Ngxe2", "g1e2"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6e.p.", "e5d6"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.", "e5d6"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5×d6", "e5d6"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "ed6", "e5d6"},
    {kBishopOrPawn, "bxc3", "b2c3"},
    {kBishopOrPawn, "Bxc3", "d2c3"},
    {"4k3/8/8/8/8/2p5/3B4/4K3 w - - 0 1", "bxc3", "d2c3"},
    {"4k3/8/8/8/8/2p5/1P6/4K3 w - - 0 1", "Bxc3", "b2c3"},
};

TEST(San, IsReadForgivingly) {
    for (const auto& [fen, text, coordinate] : kForgiven) {
        const Position position = at(fen);
        const auto move = parse_san(position, text);
        ASSERT_TRUE(move) << text << ": " << move.error().message;
        EXPECT_EQ(to_coordinate(position, *move), coordinate) << text;
    }
}

struct Refused {
    std::string_view fen;
    std::string_view text;
    MoveError expected;
};

constexpr Refused kRefused[] = {
    {kStartFen, "", MoveError::unreadable},
    {kStartFen, "   ", MoveError::unreadable},
    {kStartFen, "x", MoveError::unreadable},
    {kStartFen, "Nf", MoveError::unreadable},
    {kStartFen, "N\nf3", MoveError::unreadable},
    {kStartFen, "Nf9", MoveError::unreadable},
    {kStartFen, "Ni3", MoveError::unreadable},
    {kStartFen, "e4e5e6", MoveError::unreadable},
    {kStartFen, "\xFF\xFE", MoveError::unreadable},
    {kStartFen, "Nf3Nf3Nf3Nf3Nf3Nf3Nf3Nf3Nf3", MoveError::unreadable},
    {kStartFen, "--", MoveError::null_move},
    {kStartFen, "Z0", MoveError::null_move},
    {kStartFen, "0000", MoveError::null_move},
    {kStartFen, "Nd4", MoveError::no_such_piece},
    {kStartFen, "e5", MoveError::cannot_go_there},
    {kStartFen, "Bc4", MoveError::no_such_piece},
    {kStartFen, "O-O", MoveError::castling_not_possible},
    {kStartFen, "e4=Q", MoveError::needless_promotion},
    {kTwoKnights, "Ne2", MoveError::ambiguous},
    {"4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1", "Nd2", MoveError::ambiguous},
    {kPromotion, "a8", MoveError::missing_promotion},
    {kPromotion, "a7a8", MoveError::missing_promotion},
    {kPromotion, "a8=K", MoveError::unreadable},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", MoveError::missing_file},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "xd5", MoveError::missing_file},
    {"4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "Ne4", MoveError::pinned},
    {"4k3/8/8/8/4r3/8/8/3NK3 w - - 0 1", "Nf2", MoveError::does_not_stop_check},
    {"4k3/8/8/8/4r3/5n2/8/3QK3 w - - 0 1", "Qe2", MoveError::does_not_stop_check},
    {"3rk3/8/8/8/8/8/8/4K3 w - - 0 1", "Kd1", MoveError::king_into_check},
    {kCastling, "Kg1", MoveError::cannot_go_there},
    {kCastling, "Ke2-e4", MoveError::cannot_go_there},
    {kCastling, "e1xe8", MoveError::cannot_go_there},
    {kStartFen, "e1-g1", MoveError::castling_not_possible},
    {kStartFen, "Ke2-e4", MoveError::cannot_go_there},
    {kStartFen, "e2-e4=Q", MoveError::needless_promotion},
    {kStartFen, "g1-", MoveError::unreadable},
    {kStartFen, "g1--f3", MoveError::unreadable},
    {"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", MoveError::castling_not_possible},
    {"4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "O-O", MoveError::castling_not_possible},
    {"4k3/8/8/8/8/8/8/4KN1R w K - 0 1", "O-O", MoveError::castling_not_possible},
};

TEST(San, IsRefusedWithTheReason) {
    for (const auto& [fen, text, expected] : kRefused) {
        const auto move = parse_san(at(fen), text);
        ASSERT_FALSE(move) << text;
        EXPECT_EQ(move.error().reason, expected) << text << ": " << move.error().message;
        EXPECT_FALSE(move.error().message.empty());
    }
}

TEST(San, RefusalsCanBeReadToAPlayer) {
    const auto message = [](std::string_view fen, std::string_view text) {
        return parse_san(at(fen), text).error().message;
    };
    EXPECT_EQ(message("4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1", "Nd2"),
              "Nd2 is ambiguous: Nbd2 or Nfd2");
    EXPECT_EQ(message("4k3/4b3/8/8/4R3/8/8/4K3 b - - 0 1", "Bd6"), "the bishop on e7 is pinned");
    EXPECT_EQ(message("4k3/8/8/8/7q/8/8/R3K3 w - - 0 1", "Ra2"), "you are in check from h4");
    EXPECT_EQ(message("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"),
              "the king would castle through or into check on f1");
}

TEST(San, CastlingWorksFromAnySquaresInChess960) {
    // The king stays where it is; the rook jumps over it.
    const Position stay = at("4k3/8/8/8/8/8/8/5RKR w HF - 0 1");
    EXPECT_EQ(to_coordinate(stay, parse_san(stay, "O-O").value_or(Move{})), "0000");
    const Position swap = at("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    const auto move = parse_san(swap, "O-O");
    ASSERT_TRUE(move) << move.error().message;
    EXPECT_EQ(to_coordinate(swap, *move), "f1g1");
    EXPECT_EQ(to_fen(swap.after(*move)), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

TEST(San, ARookThatShieldsItsKingMayNotCastle) {
    // With the rook on b1 gone to d1, the rook on a1 would attack the king on c1.
    const Position position = at("4k3/8/8/8/8/8/8/rRK5 w B - 0 1");
    const auto move = parse_san(position, "O-O-O");
    ASSERT_FALSE(move);
    EXPECT_EQ(move.error().message, "castling would uncover an attack on the king");
}

}  // namespace
}  // namespace castellan
