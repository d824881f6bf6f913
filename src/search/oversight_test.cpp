#include "search/oversight.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "search/searcher.h"

namespace castellan {
namespace {

Position position_of(std::string_view fen) { return parse_fen(fen).value(); }

/// Positions of random games, each with the move that led there.
struct Sample {
    Position position;
    Move last;
};
std::vector<Sample> samples() {
    std::vector<Sample> result;
    Random random{5};
    for (int game = 0; game < 40; ++game) {
        Position position;
        for (int ply = 0; ply < 60; ++ply) {
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
            position = position.after(move);
            result.push_back({position, move});
        }
    }
    return result;
}

TEST(Oversight, RepliesAreToldApartAsPeopleSeeThem) {
    struct Case {
        std::string_view fen;
        std::string_view move;
        std::string_view last;  // or empty
        Visibility expected;
    };
    constexpr Case kCases[] = {
        {"4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "d1d5", "f6d5", Visibility::glaring},
        {"4k3/8/8/8/3q4/4P3/8/4K3 w - - 0 1", "e3d4", "", Visibility::glaring},
        {"4k3/8/8/8/3n4/4P3/8/4K3 w - - 0 1", "e3d4", "", Visibility::capture},
        {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "", Visibility::capture},
        {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "", Visibility::check},
        {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a5", "", Visibility::quiet},
        {"4k3/6n1/8/8/8/8/8/B3K3 w - - 0 1", "a1g7", "", Visibility::far_capture},
        {"4k3/8/8/5R2/8/8/5n2/4K3 w - - 0 1", "f5f2", "", Visibility::far_capture},
        {"4k3/8/8/8/8/3b3b/8/4KN2 b - - 0 1", "h3f1", "", Visibility::capture},
        // A fork, a pin, an attack uncovered; a fork with check is a check.
        {"r3k2r/8/8/8/4N3/8/8/4K3 w - - 0 1", "e4f6", "", Visibility::check},
        {"r5k1/4r3/8/8/3N4/8/8/7K w - - 0 1", "d4c6", "", Visibility::quiet},
        {"2r1r1k1/8/8/8/8/2N5/8/7K w - - 0 1", "c3b5", "", Visibility::quiet},
        {"r3r1k1/8/8/1N6/8/8/8/7K w - - 0 1", "b5c7", "", Visibility::veiled},
        {"4k3/3n4/8/8/8/8/4B3/4K3 w - - 0 1", "e2b5", "", Visibility::veiled},
        {"3qk3/8/8/8/8/3B4/8/3RK3 w - - 0 1", "d3a6", "", Visibility::veiled},
    };
    for (const Case& each : kCases) {
        const Position position = position_of(each.fen);
        const Move move = parse_coordinate(position, each.move).value();
        const Move last = each.last.empty() ? Move{}
                                            : Move::normal(*parse_square(each.last.substr(0, 2)),
                                                           *parse_square(each.last.substr(2, 2)));
        EXPECT_EQ(visibility(position, move, last), each.expected) << each.fen << ' ' << each.move;
    }
}

TEST(Oversight, TheMoreVeiledAReplyTheMoreOftenItIsMissed) {
    const Fallibility fallibility{77, 600, 0};
    int seen[kVisibilityCount] = {};
    int missed[kVisibilityCount] = {};
    for (const auto& [position, last] : samples())
        for (const Move move : legal_moves(position)) {
            if (position.in_check()) continue;
            const auto kind = static_cast<std::size_t>(visibility(position, move, last));
            ++(is_overlooked(fallibility, position, move, last) ? missed : seen)[kind];
        }
    double previous = -1;
    for (std::size_t kind = 0; kind < kVisibilityCount; ++kind) {
        const int all = seen[kind] + missed[kind];
        ASSERT_GT(all, 200) << kind;
        const double rate = static_cast<double>(missed[kind]) / all;
        EXPECT_GT(rate, previous) << kind;
        previous = rate;
    }
    EXPECT_LT(missed[0] * 25, seen[0]);  // what cannot be overlooked is not
    EXPECT_NEAR(previous, fallibility.oversight / 1000.0, 0.05);
}

TEST(Oversight, StaysTheSameUnderOneSeedAndGrowsWithWeakness) {
    int differences = 0;
    for (const auto& [position, last] : samples())
        for (const Move move : legal_moves(position)) {
            const bool weak = is_overlooked({1, 500, 0}, position, move, last);
            EXPECT_EQ(weak, is_overlooked({1, 500, 0}, position, move, last));
            differences += weak != is_overlooked({2, 500, 0}, position, move, last) ? 1 : 0;
            EXPECT_FALSE(is_overlooked({1, 0, 0}, position, move, last));
            EXPECT_LE(is_overlooked({1, 200, 0}, position, move, last), weak);
        }
    EXPECT_GT(differences, 1000);
}

TEST(Oversight, SomeMoveIsAlwaysSeenAndEveryWayOutOfCheck) {
    const Fallibility blind{3, 1000, 0};
    for (const auto& [position, last] : samples()) {
        const MoveList moves = legal_moves(position);
        std::size_t hidden = 0;
        for (const Move move : moves) hidden += is_overlooked(blind, position, move, last) ? 1 : 0;
        EXPECT_LE(hidden + 1, std::max<std::size_t>(moves.size(), 1));
        EXPECT_TRUE(!position.in_check() || hidden == 0);
    }
    // One legal move: it is seen whatever the seed.
    const Position single = position_of("k7/2K5/8/8/8/8/p7/B7 b - - 0 1");
    ASSERT_EQ(legal_moves(single).size(), 1U);
    for (std::uint64_t seed = 0; seed < 100; ++seed)
        EXPECT_FALSE(is_overlooked({seed, 1000, 0}, single, legal_moves(single)[0], {}));
}

TEST(Oversight, MisjudgementHasTheSpreadThatIsAskedFor) {
    double sum = 0;
    double squares = 0;
    const auto all = samples();
    for (const auto& [position, last] : all) {
        const double error = misjudgement({9, 0, 60}, position);
        sum += error;
        squares += error * error;
        EXPECT_EQ(misjudgement({9, 500, 0}, position), 0);
    }
    const auto count = static_cast<double>(all.size());
    EXPECT_NEAR(sum / count, 0, 5);
    EXPECT_NEAR(std::sqrt(squares / count), 60, 5);
}

TEST(Oversight, ABlindSearchStillKnowsMateAndStalemate) {
    Searcher searcher;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Limits limits;
        limits.depth = 3;
        limits.fallibility = Fallibility{seed, 1000, 50};
        searcher.forget();
        searcher.allow_start();
        const auto ignore = [](const Report&) {};
        const Verdict mate =
            searcher.run(Game{position_of("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")}, limits, ignore);
        EXPECT_EQ(mate.score, Score::mate_in(1));
        limits.depth = 2;
        limits.search_moves = {Move::normal(Square::g5, Square::g6)};
        searcher.allow_start();
        const Verdict stalemate =
            searcher.run(Game{position_of("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")}, limits, ignore);
        EXPECT_EQ(stalemate.score, Score::draw());
    }
}

}  // namespace
}  // namespace castellan
