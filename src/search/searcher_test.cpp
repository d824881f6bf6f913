#include "search/searcher.h"

#include <gtest/gtest.h>

#include "chess/dead_position.h"
#include "chess/legality.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"

namespace castellan {
namespace {

void ignore(const Report&) {}

Verdict search(Searcher& searcher, std::string_view fen, const Limits& limits,
               const ReportListener& listener = ignore) {
    searcher.allow_start();
    return searcher.run(Game{parse_fen(fen).value()}, limits, listener);
}

Limits to_depth(Depth depth) {
    Limits limits;
    limits.depth = depth;
    return limits;
}
Limits to_nodes(std::uint64_t nodes) {
    Limits limits;
    limits.nodes = nodes;
    return limits;
}

struct MateCase {
    std::string_view fen;
    int moves;
};

TEST(Searcher, FindsMatesOfBothSigns) {
    constexpr MateCase kCases[] = {
        {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1},
        {"7k/8/5KQ1/8/8/8/8/8 w - - 0 1", 1},
        {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2},
        {"8/8/8/8/8/3k4/3r4/3K4 w - - 0 1", 0},  // not a mate: the king takes the rook
        {"k7/8/1K6/8/8/8/8/1R6 b - - 0 1", 0},
    };
    Searcher searcher;
    for (const auto& [fen, moves] : kCases) {
        const Verdict verdict = search(searcher, fen, to_depth(8));
        if (moves > 0) {
            ASSERT_TRUE(verdict.score.is_win()) << fen;
            EXPECT_EQ(verdict.score.moves_to_mate(), moves) << fen;
        }
    }
    const Verdict mated = search(searcher, "7k/8/5KQ1/8/8/8/8/8 b - - 0 1", to_depth(4));
    EXPECT_FALSE(mated.best);
    EXPECT_EQ(mated.score, Score::draw());
    const Verdict mate = search(searcher, "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", to_depth(4));
    EXPECT_FALSE(mate.best);
    EXPECT_EQ(mate.score, Score::mated_in(0));
}

TEST(Searcher, EveryReportedLineIsLegalAndEndsWithTheGame) {
    Searcher searcher;
    for (const std::string_view fen :
         {kStartFen,
          std::string_view{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
          std::string_view{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"},
          std::string_view{"8/7b/5k1P/p7/3K4/1B6/8/8 w - - 0 1"}}) {
        Limits limits = to_nodes(60'000);
        limits.multi_pv = 3;
        int reports = 0;
        const Verdict verdict = search(searcher, fen, limits, [&](const Report& report) {
            ++reports;
            Position position = parse_fen(fen).value();
            ASSERT_FALSE(report.pv.empty());
            for (const Move move : report.pv) {
                ASSERT_TRUE(is_legal(position, move)) << to_coordinate(position, move);
                ASSERT_FALSE(is_dead(position)) << to_fen(position);
                position = position.after(move);
            }
        });
        EXPECT_GT(reports, 3);
        EXPECT_TRUE(is_legal(parse_fen(fen).value(), verdict.best));
    }
}

TEST(Searcher, OneThreadGivesTheSameNodesAgain) {
    Searcher searcher;
    std::uint64_t first = 0;
    for (int run = 0; run < 2; ++run) {
        searcher.forget();
        search(searcher, kStartFen, to_depth(10));
        if (run == 0) first = searcher.nodes();
    }
    EXPECT_EQ(searcher.nodes(), first);
}

TEST(Searcher, KeepsToItsLimits) {
    Searcher searcher;
    search(searcher, kStartFen, to_nodes(5'000));
    EXPECT_LE(searcher.nodes(), 5'200U);
    Limits restricted = to_depth(6);
    restricted.search_moves = {Move::normal(Square::a2, Square::a3)};
    EXPECT_EQ(search(searcher, kStartFen, restricted).best, restricted.search_moves.front());
    Limits quick;
    quick.move_time = Milliseconds{50};
    const Stopwatch watch;
    search(searcher, kStartFen, quick);
    EXPECT_LT(watch.seconds(), 1.0);
}

TEST(Searcher, TakesADrawByRepetitionOnlyIfNothingIsBetter) {
    // White is lost but for perpetual check.
    Searcher searcher;
    const Verdict verdict =
        search(searcher, "6k1/5p1p/8/8/8/6q1/1r4r1/4Q2K w - - 0 1", to_depth(12));
    EXPECT_LE(verdict.score, Score::draw());
}

TEST(Searcher, SeveralThreadsAgreeOnAMate) {
    Searcher searcher;
    searcher.set_threads(4);
    const Verdict verdict = search(searcher, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", to_depth(8));
    EXPECT_EQ(verdict.score.moves_to_mate(), 2);
}

TEST(Searcher, ManyMoreThreadsThanCoresStopInTime) {
    Searcher searcher;
    searcher.set_threads(64);
    Limits limits;
    limits.move_time = Milliseconds{200};
    const Stopwatch watch;
    EXPECT_TRUE(searcher.run(Game{}, limits, [](const Report&) {}).best);
    EXPECT_LT(watch.seconds(), CASTELLAN_IS_SANITIZED ? 20 : 3);
}

}  // namespace
}  // namespace castellan
