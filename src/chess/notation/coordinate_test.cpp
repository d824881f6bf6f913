#include "chess/notation/coordinate.h"

#include <gtest/gtest.h>

#include "base/utf8.h"
#include "chess/notation/fen.h"

namespace castellan {
namespace {

constexpr std::string_view kCastling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

TEST(Coordinate, CastlingIsWrittenInTheStyleOfThePosition) {
    const Position standard = parse_fen(kCastling).value();
    const Position chess960 = parse_fen(kCastling, {.chess960 = true}).value();
    const Move castling = Move::castling(Square::e1, Square::h1);
    EXPECT_EQ(to_coordinate(standard, castling), "e1g1");
    EXPECT_EQ(to_coordinate(chess960, castling), "e1h1");
}

TEST(Coordinate, BothStylesOfCastlingAreRead) {
    for (const bool chess960 : {false, true}) {
        const Position position = parse_fen(kCastling, {.chess960 = chess960}).value();
        EXPECT_EQ(parse_coordinate(position, "e1g1").value(),
                  Move::castling(Square::e1, Square::h1));
        EXPECT_EQ(parse_coordinate(position, "e1h1").value(),
                  Move::castling(Square::e1, Square::h1));
        EXPECT_EQ(parse_coordinate(position, "e1c1").value(),
                  Move::castling(Square::e1, Square::a1));
    }
}

TEST(Coordinate, AnOrdinaryKingMoveGoesBeforeCastling) {
    const Position position = parse_fen("4k3/8/8/8/8/8/8/5K1R w H - 0 1").value();
    EXPECT_EQ(parse_coordinate(position, "f1g1").value(), Move::normal(Square::f1, Square::g1));
    EXPECT_EQ(parse_coordinate(position, "f1h1").value(), Move::castling(Square::f1, Square::h1));
}

TEST(Coordinate, PromotionLettersMayBeCapitals) {
    const Position position = parse_fen("8/P3k3/8/8/8/8/8/4K3 w - - 0 1").value();
    EXPECT_EQ(parse_coordinate(position, "a7a8Q").value(),
              Move::promotion(Square::a7, Square::a8, PieceType::queen));
}

TEST(Coordinate, BadTextIsRefusedWithTheReason) {
    struct Case {
        std::string_view text;
        MoveError expected;
    };
    constexpr Case kCases[] = {
        {"", MoveError::unreadable},
        {"e2", MoveError::unreadable},
        {"e2e9", MoveError::unreadable},
        {"e2e4e5", MoveError::unreadable},
        {"e7e8x", MoveError::unreadable},
        {"e7e8k", MoveError::unreadable},
        {"0000", MoveError::null_move},
        {"e3e4", MoveError::not_your_piece},
        {"e7e5", MoveError::not_your_piece},
        {"e2e5", MoveError::cannot_go_there},
        {"e2e4q", MoveError::needless_promotion},
        {"e1g1", MoveError::castling_not_possible},
        {"a1a3", MoveError::cannot_go_there},
    };
    for (const auto& [text, expected] : kCases) {
        const auto move = parse_coordinate(Position{}, text);
        ASSERT_FALSE(move) << text;
        EXPECT_EQ(move.error().reason, expected) << text << ": " << move.error().message;
    }
}

TEST(Coordinate, MessagesRepeatLittleOfTheTextAndOnOneLine) {
    for (const std::string& text :
         {std::string(300, '9'), std::string{"e2e\n"}, std::string{"\r\n"}, std::string{"\x1B[2J"},
          std::string{"e2\xFF\xFE"}}) {
        const auto move = parse_coordinate(Position{}, text);
        ASSERT_FALSE(move) << text;
        EXPECT_LT(move.error().message.size(), 100U);
        EXPECT_EQ(move.error().message.find_first_of("\r\n\x1B"), std::string::npos) << text;
        EXPECT_TRUE(is_valid_utf8(move.error().message)) << text;
    }
}

}  // namespace
}  // namespace castellan
