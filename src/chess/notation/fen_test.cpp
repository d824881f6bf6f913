#include "chess/notation/fen.h"

#include <gtest/gtest.h>

#include "chess/chess960.h"

namespace castellan {
namespace {

struct BadFen {
    std::string_view text;
    Problem expected;
};

constexpr BadFen kBadSyntax[] = {
    {"", Problem::too_few_ranks},
    {"garbage", Problem::unknown_character_on_board},
    {"8/8/8/8/8/8/8 w - - 0 1", Problem::too_few_ranks},
    {"8/8/8/8/8/8/8/8/8 w - - 0 1", Problem::too_many_ranks},
    {"rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Problem::rank_too_short},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1", Problem::rank_too_short},
    {"rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Problem::rank_too_long},
    {"rnbqkbnr/pppppppp/44p/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Problem::rank_too_long},
    {"rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     Problem::unknown_character_on_board},
    {"rnbqkbnr/pppppppp/0/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     Problem::unknown_character_on_board},
    {"rnbqkbnr/pppppp♙p/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     Problem::unknown_character_on_board},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", Problem::missing_field},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", Problem::missing_field},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", Problem::missing_field},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", Problem::bad_side_to_move},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR W KQkq - 0 1", Problem::bad_side_to_move},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQxq - 0 1", Problem::bad_castling},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk- - 0 1", Problem::bad_castling},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KK - 0 1", Problem::repeated_castling},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KH - 0 1", Problem::repeated_castling},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e4 0 1", Problem::bad_en_passant},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq z3 0 1", Problem::bad_en_passant},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e33 0 1", Problem::bad_en_passant},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1", Problem::bad_halfmove_clock},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1", Problem::bad_halfmove_clock},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 32768 1", Problem::bad_halfmove_clock},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 99999999999999 1",
     Problem::bad_halfmove_clock},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 -3", Problem::bad_fullmove_number},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1e3", Problem::bad_fullmove_number},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves", Problem::extra_field},
};

constexpr BadFen kInsane[] = {
    {"8/8/8/8/8/8/8/8 w - - 0 1", Problem::no_white_king},
    {"4k3/8/8/8/8/8/8/8 w - - 0 1", Problem::no_white_king},
    {"8/8/8/8/8/8/8/4K3 w - - 0 1", Problem::no_black_king},
    {"4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", Problem::several_white_kings},
    {"2k1k3/8/8/8/8/8/8/4K3 w - - 0 1", Problem::several_black_kings},
    {"4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1", Problem::too_many_white_pieces},
    {"rnbqkbnr/pppppppp/n7/8/8/8/8/4K3 w - - 0 1", Problem::too_many_black_pieces},
    {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", Problem::too_many_white_pawns},
    {"4k3/pppppppp/7p/8/8/8/8/4K3 w - - 0 1", Problem::too_many_black_pawns},
    {"4k3/8/8/8/8/QQ6/PPPPPPPP/QQQQKQQQ w - - 0 1", Problem::too_many_white_pieces},
    {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", Problem::pawn_on_first_or_last_rank},
    {"4k3/8/8/8/8/8/8/p3K3 w - - 0 1", Problem::pawn_on_first_or_last_rank},
    {"8/8/8/3kK3/8/8/8/8 w - - 0 1", Problem::kings_touch},
    {"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", Problem::side_not_to_move_in_check},
};

constexpr BadFen kUnreachable[] = {
    {"4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", Problem::too_many_promoted_white_pieces},
    {"4k1b1/pppppppp/4b3/8/8/8/8/4K3 w - - 0 1", Problem::too_many_promoted_black_pieces},
    {"4k3/8/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1", Problem::too_many_promoted_white_pieces},
    {"qqqqkqqq/qqqqqqqq/8/8/8/8/8/K7 w - - 0 1", Problem::too_many_promoted_black_pieces},
    {"4k3/8/8/8/8/NNNN4/PPPPPPP1/4K3 w - - 0 1", Problem::too_many_promoted_white_pieces},
    {"4k3/8/3N1N2/8/4R3/8/8/4K3 b - - 0 1", Problem::too_many_checkers},
    {"4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", Problem::impossible_double_check},
    {"8/8/8/R2k3R/8/8/8/4K3 b - - 0 1", Problem::impossible_double_check},
    {"4k3/8/8/8/8/8/8/4K3 b - e3 0 1", Problem::en_passant_without_pawn},
    {"4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", Problem::en_passant_without_pawn},
    {"4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", Problem::en_passant_square_not_empty},
    {"4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", Problem::en_passant_square_not_empty},
    {"4k3/8/3N4/8/4P3/8/8/4K3 b - e3 0 1", Problem::en_passant_conflicts_with_check},
    {"4k3/8/8/8/8/8/8/4K3 w K - 0 1", Problem::castling_without_king_and_rook},
    {"4k3/8/8/8/4P3/8/8/4K3 b - e3 3 9", Problem::halfmove_clock_after_en_passant},
    {"4k3/8/8/8/8/8/8/4K3 w - - 9 1", Problem::halfmove_clock_beyond_game},
};

TEST(Fen, BadSyntaxIsRefusedWithTheReason) {
    for (const auto& [text, expected] : kBadSyntax) {
        const auto parsed = parse_fen(text);
        ASSERT_FALSE(parsed) << text;
        EXPECT_EQ(parsed.error().reason, expected) << text << ": " << parsed.error().message;
        EXPECT_FALSE(parsed.error().message.empty());
        EXPECT_EQ(level_of(expected), Validity::syntax);
    }
}

TEST(Fen, InsanePositionsAreRefusedWithTheReason) {
    for (const auto& [text, expected] : kInsane) {
        EXPECT_TRUE(parse_setup(text)) << text;
        const auto parsed = parse_fen(text);
        ASSERT_FALSE(parsed) << text;
        EXPECT_EQ(parsed.error().reason, expected) << text << ": " << parsed.error().message;
        EXPECT_EQ(level_of(expected), Validity::sane);
    }
}

TEST(Fen, UnreachablePositionsAreAcceptedUnlessAskedFor) {
    for (const auto& [text, expected] : kUnreachable) {
        EXPECT_TRUE(parse_fen(text)) << text;
        const auto parsed = parse_fen(text, {.required = Validity::reachable});
        ASSERT_FALSE(parsed) << text;
        EXPECT_EQ(parsed.error().reason, expected) << text << ": " << parsed.error().message;
    }
}

TEST(Fen, WhatCannotBeReachedIsStillRemarkedOn) {
    EXPECT_TRUE(unreachable_problems(Position{}).empty());
    EXPECT_TRUE(unreachable_problems(*parse_fen("QQQQk3/8/8/1QQ5/8/8/PPP5/K7 b - - 0 1")).empty());
    const auto both =
        unreachable_problems(*parse_fen("4k3/pppppppp/8/qq6/8/8/PPPPPPPP/BB1BK3 w - - 0 1"));
    EXPECT_EQ(
        describe(both),
        "White has more promoted pieces than missing pawns; Black has more promoted pieces than "
        "missing pawns");
}

TEST(Fen, EveryProblemIsNamed) {
    const auto parsed = parse_fen("8/8/8/8/8/8/8/8 w - - 0 1");
    ASSERT_FALSE(parsed);
    EXPECT_EQ(parsed.error().message, "White has no king; Black has no king");
}

TEST(Fen, ClocksMayBeLeftOut) {
    for (const std::string_view text : {"4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0",
                                        "4k3/8/8/8/8/8/8/4K3 w - - 0 0"}) {
        const auto position = parse_fen(text);
        ASSERT_TRUE(position) << text;
        EXPECT_EQ(to_fen(*position), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    }
}

TEST(Fen, BlanksOfAnyKindSeparateFields) {
    const auto position = parse_fen("  4k3/8/8/8/8/8/8/4K3\t b  - - 7\t12\r\n");
    ASSERT_TRUE(position);
    EXPECT_EQ(to_fen(*position), "4k3/8/8/8/8/8/8/4K3 b - - 7 12");
}

TEST(Fen, AdjacentDigitsAddUp) {
    const auto position = parse_fen("4k3/8/8/8/8/8/8/1111K12 w - - 0 1");
    ASSERT_TRUE(position);
    EXPECT_EQ(to_fen(*position), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

TEST(Fen, RightsWithoutKingAndRookAreDropped) {
    const auto position = parse_fen("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1");
    ASSERT_TRUE(position);
    EXPECT_EQ(to_fen(*position), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}

TEST(Fen, TheEnPassantSquareHasThreeWriters) {
    struct Case {
        std::string_view fen;
        std::string_view legal;
        std::string_view adjacent;
        std::string_view always;
    };
    constexpr Case kCases[] = {
        {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "e3", "e3", "e3"},
        {"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "-", "-", "e3"},
        // The capturing pawn is pinned, so the capture is not legal.
        {"3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", "-", "e3", "e3"},
        // Both pawns leave the rank at once and uncover the king.
        {"8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "-", "e3", "e3"},
    };
    for (const Case& c : kCases) {
        const auto position = parse_fen(c.fen);
        ASSERT_TRUE(position) << c.fen;
        const auto field = [&](EnPassantStyle style) {
            const std::string text = to_epd_fields(*position, {.en_passant = style});
            return text.substr(text.rfind(' ') + 1);
        };
        EXPECT_EQ(field(EnPassantStyle::legal), c.legal) << c.fen;
        EXPECT_EQ(field(EnPassantStyle::adjacent), c.adjacent) << c.fen;
        EXPECT_EQ(field(EnPassantStyle::always), c.always) << c.fen;
    }
}

TEST(Fen, CastlingLettersMeanTheOutermostOrTheNamedRook) {
    struct Case {
        std::string_view fen;
        std::string_view xfen;
        std::string_view shredder;
    };
    constexpr Case kCases[] = {
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQkq", "HAha"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "KQkq", "HAha"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "KQkq", "HAha"},
        {"4k3/8/8/8/8/8/8/1R1RK1RR w G - 0 1", "G", "G"},
        {"4k3/8/8/8/8/8/8/1R1RK1RR w KQ - 0 1", "KQ", "HB"},
        {"4k3/8/8/8/8/8/8/1R1RK1RR w DG - 0 1", "GD", "GD"},
    };
    for (const Case& c : kCases) {
        const auto position = parse_fen(c.fen);
        ASSERT_TRUE(position) << c.fen;
        const auto field = [&](CastlingStyle style) {
            std::string text = to_epd_fields(*position, {.castling = style});
            text = text.substr(0, text.rfind(' '));
            return text.substr(text.rfind(' ') + 1);
        };
        EXPECT_EQ(field(CastlingStyle::xfen), c.xfen) << c.fen;
        EXPECT_EQ(field(CastlingStyle::shredder), c.shredder) << c.fen;
    }
}

TEST(Fen, AnUnusualRookMakesAPositionChess960) {
    EXPECT_FALSE(parse_fen(kStartFen)->is_chess960());
    EXPECT_TRUE(parse_fen(kStartFen, {.chess960 = true})->is_chess960());
    EXPECT_TRUE(parse_fen("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1")->is_chess960());
}

TEST(Fen, All960StartsRoundTripInBothStyles) {
    for (int number = 0; number < kChess960Count; ++number) {
        const Position start = chess960_start(number, (number * 7 + 3) % kChess960Count);
        for (const CastlingStyle castling : {CastlingStyle::xfen, CastlingStyle::shredder}) {
            const std::string fen = to_fen(start, {.castling = castling});
            const auto again = parse_fen(fen, {.chess960 = true});
            ASSERT_TRUE(again) << fen;
            EXPECT_TRUE(again->repeats(start)) << fen;
        }
    }
    EXPECT_EQ(to_fen(chess960_start(kStandardChess960Number)), kStartFen);
    EXPECT_EQ(to_epd_fields(chess960_start(0)).substr(0, 8), "bbqnnrkr");
    EXPECT_EQ(to_epd_fields(chess960_start(959)).substr(0, 8), "rkrnnqbb");
}

}  // namespace
}  // namespace castellan
