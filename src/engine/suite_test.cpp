#include "engine/suite.h"

#include <gtest/gtest.h>

#include "chess/notation/coordinate.h"

namespace castellan {
namespace {

EpdRecord record(std::string_view line) { return parse_epd(line).value(); }

std::vector<Move> line_of(Position position, std::initializer_list<std::string_view> words) {
    std::vector<Move> moves;
    for (const std::string_view word : words) {
        moves.push_back(parse_coordinate(position, word).value());
        position = position.after(moves.back());
    }
    return moves;
}

TEST(Suite, ARecordIsSolvedByItsBestMoveOrByAvoidingABadOne) {
    constexpr std::string_view kBackRank = "6k1/5ppp/8/8/8/8/8/R3K3 w Q -";
    Engine engine;
    Limits limits;
    limits.nodes = 2'000;
    const auto solves = [&](std::string_view operations) {
        return solve(engine, record(std::string{kBackRank} + ' ' + std::string{operations}), limits)
            .is_solved;
    };
    EXPECT_TRUE(solves("bm Ra8#;"));
    EXPECT_FALSE(solves("bm Ra7;"));
    EXPECT_TRUE(solves("am Ra7;"));
    EXPECT_FALSE(solves("am Ra8#;"));
    EXPECT_TRUE(solves("bm #1;"));
    EXPECT_FALSE(solves("bm #-1;"));
    EXPECT_TRUE(solves("id \"no question\";"));
}

TEST(Suite, AMateHasALineThatEndsInIt) {
    const Position position = record("7k/R7/6K1/8/8/8/8/8 w - -").position;
    Report report{};
    report.score = Score::mate_in(1);
    report.pv = line_of(position, {"a7a8"});
    EXPECT_TRUE(is_sound_line(position, report));
    report.score = Score::mate_in(3);
    EXPECT_FALSE(is_sound_line(position, report));
    report.score = Score::mate_in(1);
    report.pv = line_of(position, {"a7b7"});
    EXPECT_FALSE(is_sound_line(position, report));
    report.score = Score::draw();
    EXPECT_TRUE(is_sound_line(position, report));
    report.pv.push_back(report.pv.front());
    EXPECT_FALSE(is_sound_line(position, report));
}

}  // namespace
}  // namespace castellan
