#include "chess/pgn/pgn_reader.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "chess/notation/fen.h"
#include "chess/notation/san.h"

namespace castellan {
namespace {

std::vector<PgnGame> read(std::string_view text, PgnDetail detail = PgnDetail::everything) {
    std::vector<PgnGame> games;
    PgnReader reader{source_of(text), detail};
    while (auto game = reader.next()) games.push_back(std::move(*game));
    return games;
}

std::vector<PgnError> reasons(const PgnGame& game) {
    std::vector<PgnError> found;
    for (const PgnProblem& problem : game.problems) found.push_back(problem.reason);
    return found;
}

struct Good {
    std::string_view what;
    std::string_view text;
    std::vector<std::size_t> plies;  // of each game
};

const std::vector<Good> kGood = {
    {"nothing", "", {}},
    {"only blanks", " \r\n\t\n", {}},
    {"a game without tags", "1. e4 e5 *", {2}},
    {"two games without tags", "1. e4 e5 1-0\n\n1. d4 0-1", {2, 1}},
    {"no blank line before the moves", "[Event \"a\"]\n[Result \"*\"]\n1. e4 *", {1}},
    {"indented tags", "  [Event \"a\"]\n\t[Site \"b\"]\n\n1. e4 *", {1}},
    {"several tags on a line", "[Event \"a\"] [Site \"b\"][Round \"1\"]\n\n1. e4 *", {1}},
    {"a tag over several lines", "[Event\n\"a\"\n]\n\n1. e4 *", {1}},
    {"an empty line among the tags", "[Event \"a\"]\n\n[Site \"b\"]\n\n1. e4 *", {1}},
    {"quotes that are not escaped", "[Event \"The \"Big\" One\"]\n\n1. e4 *", {1}},
    {"a value that ends in a backslash", "[Event \"a\\\"]\n[Site \"b\"]\n\n1. e4 *", {1}},
    {"a bracket in a value", "[Event \"a] b\"]\n\n1. e4 *", {1}},
    {"moves behind a tag", "[Event \"a\"] 1. e4 e5 *", {2}},
    {"quotes in a comment on a tag's line", "[Result \"*\"] 1. e4 {\"x\"} e5 *", {2}},
    {"a quoting comment that goes on", "[Result \"*\"] 1. e4 {\"x\ny\"} e5 *", {2}},
    {"a quoting comment to the end of a tag's line", "[Event \"a\"] ; \"x\"\n1. e4 e5 *", {2}},
    {"a quoting comment between tags", "[Event \"a\"] {\"x\"} [Site \"b\"] {\"y\"} 1. e4 *", {1}},
    {"what looks like a tag in a comment", "[Event \"a\"] 1. e4 {[Site \"b\"]} e5 *", {2}},
    {"games on one line", "[Event \"a\"] 1. e4 * [Event \"b\"] 1. d4 d5 *", {1, 2}},
    {"a quote and a bracket in a value", "[Event \"The \"Big\"] One\"]\n\n1. e4 *", {1}},
    {"a comment to the end of the line between tags",
     "[Event \"a\"]\n; x\n[Site \"b\"]\n\n1. e4 *",
     {1}},
    {"a comment in braces between tags", "[Event \"a\"]\n{x}\n\n[Site \"b\"]\n{y}\n1. e4 *", {1}},
    {"a comment behind a tag", "[Event \"a\"] ; x\n[Site \"b\"] {y}\n1. e4 *", {1}},
    {"an escaped line between tags", "[Event \"a\"]\n% x\n[Site \"b\"]\n%y\n\n1. e4 *", {1}},
    {"games without moves but with comments",
     "[Site \"a\"]\n\n; x\n[Site \"b\"]\n\n{y}\n\n[Site \"c\"]\n1. e4 *",
     {0, 0, 1}},
    {"forum marks", "[pgn][Event \"a\"]\n\n1. e4 *[/pgn]\n[PGN]\n1. d4 d5 1-0\n[/PGN]\n", {1, 2}},
    {"forum marks around one line", "[Pgn]1. e4 e5 1-0[/pGN] [pgn]1. d4 *[/pgn]", {2, 1}},
    {"forum marks with parameters",
     "[pgn height=300]1. e4 *[/pgn][pgn=400]\n1. d4 *[ /pgn ]",
     {1, 1}},
    {"forum marks instead of results",
     "[pgn]1. e4 e5[/pgn]\n[pgn]1. d4\n[/pgn]\n[pgn]\n1. c4",
     {2, 1, 1}},
    {"forum marks alone", "[pgn]\n[/pgn]\n[pgn][/pgn]", {}},
    {"forum marks among the tags", "[Event \"a\"]\n[pgn]\n[Site \"b\"]\n1. e4 *", {1}},
    {"a tag of that name", "[PGN \"x\"]\n\n1. e4 *", {1}},
    {"CRLF", "[Event \"a\"]\r\n\r\n1. e4 e5\r\n2. Nf3 *\r\n", {3}},
    {"CR", "[Event \"a\"]\r\r1. e4 e5\r2. Nf3 *\r", {3}},
    {"CRCRLF", "[Event \"a\"]\r\r\n\r\r\n1. e4 e5\r\r\n2. Nf3 *\r\r\n", {3}},
    {"a byte order mark",
     "\xEF\xBB\xBF[Event \"a\"]\n\n1. e4 *\n\xEF\xBB\xBF[Event \"b\"]\n\n*",
     {1, 0}},
    {"NUL between tokens", std::string_view{"1. e4\0 e5 *", 11}, {2}},
    {"DOS's end of file", "1. e4 e5 *\x1A", {2}},
    {"an escaped line", "1. e4\n% e5 nonsense {\n2... e5 *", {2}},
    {"a comment to the end of the line", "1. e4 ; e5 1-0 {\n1... e5 *", {2}},
    {"braces do not nest", "1. e4 {a {b} e5 *", {2}},
    {"a comment with what looks like a game", "1. e4 {\n[Event \"x\"]\n1-0} e5 *", {2}},
    {"a comment before the first move", "{hello} 1. e4 *", {1}},
    {"a comment behind the result", "1. e4 1-0 {so it was}\n\n[Event \"b\"]\n\n1. d4 *", {1, 1}},
    {"a comment at the end of the file", "1. e4 1-0\n\n{the end}\n; really\n", {1}},
    {"numbers in all forms", "1.e4 1...e5 2 Nf3 2. ... Nc6 3... 3.Bb5 *", {5}},
    {"en passant in words", "1. e4 a6 2. e5 d5 3. exd6 e.p. cxd6 *", {6}},
    {"no numbers", "e4 e5 Nf3 Nc6 *", {4}},
    {"marks", "1. e4! e5!? 2. Nf3 $14 $3 Nc6 ?? 3. Bb5 +- *", {5}},
    {"promotions in parentheses",
     "[FEN \"8/P3k3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8(Q) Kd7 *",
     {2}},
    {"null moves", "1. e4 -- 2. d4 Z0 3. @@@@ null 4. pass 0000 5. c4 *", {9}},
    {"null moves with marks and dashes", "1. e4 –– 2. --! --$1 3. d4 {x} --?? 4. Nf3 *", {7}},
    {"a null move first", "1. -- e5 2. e4 *", {3}},
    {"null moves behind a number", "1.-- 1...0000! 2.Z0 e5 *", {4}},
    {"a null move and en passant", "1. e4 a6 2. e5 d5 3. -- a5 4. Nf3 *", {7}},
    {"results inside a variation", "1. e4 (1. d4 d5 1-0) e5 2. Nf3 *", {3}},
    {"draws in other words", "1. e4 e5 1/2", {2}},
    {"results with Unicode dashes",
     "1. e4 1–0\n\n1. d4 d5 0—1\n\n1. c4 ½–½\n\n1. f4 1/2−1/2",
     {1, 2, 1, 1}},
    {"results in old encodings",
     "1. e4 1\x96"
     "0\n\n1. d4 d5 \xBD-\xBD\n\n1. c4 *",
     {1, 2, 1}},
    {"a Result tag with a dash", "[Result \"0–1\"]\n\n1. e4 0-1", {1}},
    {"Black to move", "[FEN \"4k3/8/8/8/8/8/8/R3K3 b - - 0 9\"]\n\n9... Kd7 10. Ra7+ *", {2}},
    {"Chess960",
     "[Variant \"Chess960\"]\n[FEN \"1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w DBdb - 0 1\"]\n\n1. "
     "O-O O-O *",
     {2}},
    {"Chess960 without a FEN", "[Variant \"Fischerandom\"]\n\n1. e4 *", {1}},
};

TEST(PgnReader, ReadsWhatFilesReallyHold) {
    for (const auto& [what, text, plies] : kGood) {
        const auto games = read(text);
        std::vector<std::size_t> lengths;
        for (const PgnGame& game : games) {
            lengths.push_back(game.ply_count());
            for (const PgnProblem& problem : game.problems)
                EXPECT_EQ(problem.reason, PgnError::missing_result)
                    << what << ": " << problem.message;
        }
        EXPECT_EQ(lengths, plies) << what;
    }
}

TEST(PgnReader, AllDetailsSeeTheSameGames) {
    for (const Good& good : kGood)
        for (const PgnDetail detail : {PgnDetail::headers, PgnDetail::main_line})
            EXPECT_EQ(read(good.text, detail).size(), good.plies.size()) << good.what;
}

struct Bad {
    std::string_view text;
    PgnError expected;
    std::size_t plies;
};

const std::vector<Bad> kBad = {
    {"[Event a]\n\n1. e4 *", PgnError::bad_tag, 1},
    {"[Event \"a]\n\n1. e4 *", PgnError::bad_tag, 1},
    {"[\"a\"]\n\n1. e4 *", PgnError::bad_tag, 1},
    {"[]\n\n1. e4 *", PgnError::bad_tag, 1},
    {"[pgnx]\n\n1. e4 *", PgnError::bad_tag, 1},
    {"[pgn\n\n1. e4 *", PgnError::bad_tag, 1},
    {"[Event \"a\"]\n; x\n[Event]\n1. e4 *", PgnError::bad_tag, 1},
    {"[Event \"a\"]\n% x\n[Site \"b\"]\n% y\n[Site \"c\"]\n\n1. e4 *", PgnError::repeated_tag, 1},
    {"[Event \"a\"] 1. e4 \"good\" e5 *", PgnError::unreadable_token, 1},
    {"[Event \"a\"]\n[Site \"b\"]\n[Site \"c\"]\n\n1. e4 *", PgnError::repeated_tag, 1},
    {"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *", PgnError::bad_start_position, 0},
    {"[Variant \"Atomic\"]\n\n1. e4 *", PgnError::unknown_variant, 0},
    {"1. e4 e5 2. blah Nc6 *", PgnError::unreadable_token, 2},
    {"1. e4 e5 } 2. Nf3 *", PgnError::unreadable_token, 2},
    {"1. e4 e5 [x] 2. Nf3 *", PgnError::unreadable_token, 2},
    {"1. e4 e5 2. Nf6 Nc6 *", PgnError::illegal_move, 2},
    {"1. e4 e5 2. O-O Nc6 *", PgnError::illegal_move, 2},
    {"[FEN \"4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1\"]\n\n1. Nd2 *", PgnError::ambiguous_move, 0},
    {"[FEN \"4k3/8/8/8/4r3/8/8/4K3 w - - 0 1\"]\n\n1. -- *", PgnError::illegal_move, 0},
    {"1. e4 e5 2. Bc4 -- 3. Bxf7+ -- *", PgnError::illegal_move, 5},
    {"1. e4 a6 2. e5 d5 3. -- -- 4. exd6 *", PgnError::illegal_move, 6},
    {"1. e4 {never closed", PgnError::unterminated_comment, 1},
    {"1. e4 (1. d4 d5", PgnError::unterminated_variation, 1},
    {"1. e4 ) e5 *", PgnError::stray_parenthesis, 2},
    {"(1. d4) 1. e4 *", PgnError::variation_without_move, 1},
    {"1. e4 $ e5 *", PgnError::bad_nag, 2},
    {"1. e4 $99999 e5 *", PgnError::bad_nag, 2},
    {"1. e4 e5", PgnError::missing_result, 2},
    {"[Result \"1-0\"]\n\n1. e4 e5 0-1", PgnError::contradicting_result, 2},
};

TEST(PgnReader, ProblemsAreNamedAndTheLegalPartIsKept) {
    for (const auto& [text, expected, plies] : kBad) {
        // Whatever is wrong, the next game must not notice.
        const bool runs_to_the_end = expected == PgnError::unterminated_comment;
        const std::string file =
            std::string{text} +
            (runs_to_the_end ? "" : "\n\n[Event \"next\"]\n\n1. d4 d5 2. c4 1-0\n");
        const auto games = read(file);
        ASSERT_EQ(games.size(), runs_to_the_end ? 1U : 2U) << text;
        const auto found = reasons(games[0]);
        EXPECT_NE(std::ranges::find(found, expected), found.end()) << text;
        EXPECT_EQ(games[0].ply_count(), plies) << text;
        for (const PgnProblem& problem : games[0].problems) {
            EXPECT_GE(problem.line, 1U) << text;
            EXPECT_FALSE(problem.message.empty()) << text;
        }
        if (runs_to_the_end) continue;
        EXPECT_EQ(games[1].tag("Event"), "next") << text;
        EXPECT_EQ(games[1].main_line().size(), 3U) << text;
        EXPECT_TRUE(games[1].problems.empty()) << text;
        EXPECT_EQ(games[1].result, PgnResult::white_wins);
    }
}

TEST(PgnReader, ProblemsSayWhereTheyAre) {
    const auto games = read("[Event \"a\"]\n\n1. e4 e5\n2. Nf3 Nf3 3. d4 *");
    ASSERT_EQ(games.size(), 1U);
    ASSERT_EQ(games[0].problems.size(), 1U);
    EXPECT_EQ(games[0].problems[0].line, 4U);
    EXPECT_EQ(games[0].problems[0].column, 8U);
    EXPECT_EQ(games[0].problems[0].token, "Nf3");
}

TEST(PgnReader, KeepsVariationsCommentsAndMarks) {
    const auto games = read(
        "{start} 1. e4 $1 {good [%clk 0:03:00]} ({instead} 1. d4 d5 (1... Nf6 2. c4) 2. c4) "
        "1... e5?! {and so on} {twice} *");
    ASSERT_EQ(games.size(), 1U);
    const PgnGame& game = games[0];
    ASSERT_TRUE(game.problems.empty());
    EXPECT_EQ(game.nodes[kPgnRoot].comment, "start");
    const PgnNode& e4 = game.nodes[game.nodes[kPgnRoot].first_child];
    EXPECT_EQ(e4.nags, std::vector<Nag>{1});
    EXPECT_EQ(e4.comment, "good [%clk 0:03:00]");
    const PgnNode& d4 = game.nodes[e4.next_sibling];
    EXPECT_EQ(d4.comment_before, "instead");
    const PgnNode& d5 = game.nodes[d4.first_child];
    EXPECT_NE(d5.next_sibling, 0U);
    EXPECT_NE(d5.first_child, 0U);
    const PgnNode& e5 = game.nodes[e4.first_child];
    EXPECT_EQ(e5.nags, std::vector<Nag>{6});
    EXPECT_EQ(e5.comment, "and so on twice");
}

TEST(PgnReader, WhatCanBePlayedEndsAtANullMove) {
    const auto games = read("1. e4 e5 2. -- d5 3. exd5 *");
    ASSERT_EQ(games.size(), 1U);
    EXPECT_TRUE(games[0].problems.empty());
    EXPECT_EQ(games[0].ply_count(), 5U);
    EXPECT_EQ(games[0].main_line().size(), 2U);
}

TEST(PgnReader, CommentsAmongTheTagsAreKept) {
    const auto games = read("{before} [Event \"a\"] {one}\n; two\n[Site \"b\"]\n\n{three} 1. e4 *");
    ASSERT_EQ(games.size(), 1U);
    EXPECT_EQ(games[0].tag("Site"), "b");
    EXPECT_EQ(games[0].nodes[kPgnRoot].comment, "one two three");
}

TEST(PgnReader, ATagEndsWhereItsLineMakesSense) {
    const auto value = [](std::string_view text) {
        const auto games = read(text);
        return games.empty() ? "no game" : std::string{games[0].tag("Event")};
    };
    EXPECT_EQ(value("[Event \"a\"] 1. e4 {\"x\"} *"), "a");
    EXPECT_EQ(value("[Event \"a \"b\"] c\"] 1. e4 {\"x\"} *"), "a \"b\"] c");
    EXPECT_EQ(value("[Event \"a \"b\" c\"] ; \"x\"]\n*"), "a \"b\" c");
    EXPECT_EQ(value("[Event \"a\"] 1. e4 \"x\""), "a");
}

struct Unclosed {
    std::string_view text;
    std::vector<std::size_t> plies;  // of each game; the first has the open variation
    PgnResult result;                // of the first
};

const std::vector<Unclosed> kUnclosed = {
    {"1. e4 (1. d4 d5 2. c4 1-0\n\n1. c4 c5 0-1", {1, 2}, PgnResult::white_wins},
    {"1. e4 (1. d4 d5 2. c4 1-0 1.c4 c5 0-1", {1, 2}, PgnResult::white_wins},
    {"1. e4 (1. d4 d5 ½–½ {agreed}\n1. c4 c5 0-1", {1, 2}, PgnResult::draw},
    {"1. e4 (1. d4 (1. c4 e5 0-1\n1 f4 *", {1, 1}, PgnResult::black_wins},
    {"1. e4 (1. d4 d5 1-0\n\ne4 e5 *", {1, 2}, PgnResult::white_wins},
    {"1. e4 (1. d4 d5\n\n1. c4 c5 *", {1, 2}, PgnResult::unknown},
    {"1. e4 (1. d4 d5\n\n{next} 1. c4 *", {1, 1}, PgnResult::unknown},
    {"1. e4 (1. d4 d5)(\n\n1. c4\n\n1. f4 *", {1, 1}, PgnResult::unknown},
    {"1. e4 e5 (1... c5\r\n\r\n1.d4 1-0", {2, 1}, PgnResult::unknown},
    {"1. e4 (1. d4 1-0 [/pgn] 1. d4 d5 *", {1, 2}, PgnResult::white_wins},
    {"1. e4 (1. d4 d5 1-0", {1}, PgnResult::white_wins},
    {"(1. d4 1-0\n\n1. d4 *", {0, 1}, PgnResult::white_wins},
};

TEST(PgnReader, AnUnclosedVariationEndsWithItsGame) {
    for (const auto& [text, plies, result] : kUnclosed) {
        const auto games = read(text);
        std::vector<std::size_t> lengths;
        for (const PgnGame& game : games) lengths.push_back(game.ply_count());
        EXPECT_EQ(lengths, plies) << text;
        ASSERT_FALSE(games.empty()) << text;
        EXPECT_EQ(games[0].result, result) << text;
        const auto found = reasons(games[0]);
        EXPECT_EQ(std::ranges::count(found, PgnError::unterminated_variation), 1) << text;
        for (const PgnDetail detail : {PgnDetail::headers, PgnDetail::main_line})
            EXPECT_EQ(read(text, detail).size(), plies.size()) << text;
    }
}

TEST(PgnReader, AVariationMayHaveEmptyLinesAndResults) {
    for (const std::string_view text :
         {"1. e4 (\n\n1. d4 d5\n\n1-0\n\n) e5 2. Nf3 *", "1. e4 ({x}\n\n1. d4) e5\n\n2. Nf3 *",
          "1. e4 (1. d4\n\n1... d5) 1... e5 2. Nf3 *", "1. e4 (1. d4\n\n1. ... d5) e5 2. Nf3 *",
          "1. e4 (1. d4 d5 1-0 {x} $1) e5 2. Nf3 *", "1. e4 (1. d4 d5 *) (1. c4\n\n1…e5) e5 Nf3 *",
          "1. e4 (1. d4 d5\n\n2. c4 (2. Nf3\n\n10. e4) 11. d5) e5 2. Nf3 *"}) {
        const auto games = read(text);
        ASSERT_EQ(games.size(), 1U) << text;
        EXPECT_EQ(games[0].ply_count(), 3U) << text;
        const auto found = reasons(games[0]);
        EXPECT_EQ(std::ranges::count(found, PgnError::unterminated_variation), 0) << text;
        EXPECT_EQ(read(text, PgnDetail::headers).size(), 1U) << text;
    }
}

TEST(PgnReader, AnUnclosedVariationIsNamedWhereItOpens) {
    const auto games = read("1. e4\n  (1. d4 (1. c4) d5\n\n1. d4 *");
    ASSERT_EQ(games.size(), 2U);
    ASSERT_FALSE(games[0].problems.empty());
    EXPECT_EQ(games[0].problems[0].reason, PgnError::unterminated_variation);
    EXPECT_EQ(games[0].problems[0].line, 2U);
    EXPECT_EQ(games[0].problems[0].column, 3U);
}

TEST(PgnReader, ABadMoveInAVariationCostsOnlyThatVariation) {
    const auto games = read("1. e4 (1. d4 d5 2. Qh8 (2. c4) Nf6) (1. c4) 1... e5 2. Nf3 *");
    ASSERT_EQ(games.size(), 1U);
    EXPECT_EQ(reasons(games[0]), std::vector{PgnError::illegal_move});
    EXPECT_EQ(games[0].main_line().size(), 3U);
    EXPECT_EQ(games[0].nodes.size(), 1U + 3 + 2 + 1);
}

TEST(PgnReader, OldEncodingsBecomeUtf8) {
    const auto games = read(
        "[White \"R\xE9ti\"]\n\n1. Nf3 {\xFC"
        "ber} *\n\n[White \"Réti\"]\n\n*");
    ASSERT_EQ(games.size(), 2U);
    EXPECT_EQ(games[0].tag("White"), "Réti");
    EXPECT_EQ(games[0].nodes[1].comment, "über");
    EXPECT_EQ(games[1].tag("White"), "Réti");
}

TEST(PgnReader, DeepVariationsEndInAMessageNotInACrash) {
    std::string text = "1. e4 e5 2. Nf3 ";
    for (int i = 0; i < 100'000; ++i) text += "(2. Nf3 ";
    text += " *\n\n[Event \"next\"]\n\n1. d4 *";
    const auto games = read(text);
    ASSERT_EQ(games.size(), 2U);
    const auto found = reasons(games[0]);
    EXPECT_NE(std::ranges::find(found, PgnError::too_deep), found.end());
    EXPECT_EQ(games[1].main_line().size(), 1U);
}

TEST(PgnReader, EndlessGamesAreCut) {
    std::string text;
    for (int i = 0; i < 60'000; ++i) text += "Nf3 Nf6 Ng1 Ng8 ";
    text += " 1/2-1/2\n\n1. d4 *";
    const auto games = read(text);
    ASSERT_EQ(games.size(), 2U);
    EXPECT_EQ(reasons(games[0]), std::vector{PgnError::too_long});
    EXPECT_LT(games[0].nodes.size(), 200'000U);
    EXPECT_EQ(games[1].main_line().size(), 1U);
}

TEST(PgnReader, ManyAlternativesTakeLinearTime) {
    std::string text = "1. e4 ";
    for (int i = 0; i < 90'000; ++i) text += "(1. d4) ";
    const auto games = read(text + "*");
    ASSERT_EQ(games.size(), 1U);
    EXPECT_EQ(games[0].nodes.size(), 90'002U);
}

TEST(PgnReader, SmallReadsGiveTheSameGames) {
    const std::string_view text =
        "\xEF\xBB\xBF[Event \"a\"]\r\n[Site\r\n\"b\"]\r\n\r\n1. e4 {c} e5 1-0\r\n\r\n[Event "
        "\"b\"]\r\n\r\n1. d4 *";
    std::size_t at = 0;
    PgnReader reader{[&](char* buffer, std::size_t) -> std::size_t {
        if (at == text.size()) return 0;
        *buffer = text[at++];
        return 1;
    }};
    const auto first = reader.next();
    const auto second = reader.next();
    ASSERT_TRUE(first && second);
    EXPECT_FALSE(reader.next());
    EXPECT_EQ(first->tag("Site"), "b");
    EXPECT_EQ(first->main_line().size(), 2U);
    EXPECT_EQ(second->main_line().size(), 1U);
}

}  // namespace
}  // namespace castellan
