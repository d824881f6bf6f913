#include "tests/support/uci_output_checker.h"

#include <gtest/gtest.h>

namespace castellan {
namespace {

struct Case {
    std::string_view asked;  // one line after another, separated by |
    std::string_view said;
    std::string_view problem;  // the start of the first one; empty: all is well
};

constexpr std::string_view kMate = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1|go depth 3";
constexpr std::string_view kTwoLines =
    "setoption name MultiPV value 2|position startpos|go depth 3";
constexpr std::string_view kRepeated =
    "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6|go depth 3";

constexpr Case kCases[] = {
    {"go depth 1", "info depth 1 score cp 5 nodes 20 pv e2e4|bestmove e2e4", ""},
    {"go depth 1", "info depth 1 score cp 5.5 nodes 20 pv e2e4", "not an integer"},
    {"go depth 1", "info depth 1 score cp 5 nodes 20 pv e2e5", "illegal move e2e5"},
    {"go depth 1", "info depth 1 nodes 20 pv e2e4", "no score"},
    {"go depth 1", "info depth 1 score cp 5 wdl 10 20 30 pv e2e4", "chances do not add up"},
    {"go depth 1", "info depth 1 score cp 5 hashfull 1001 pv e2e4", "hashfull is out of range"},
    {"go depth 1", "info depth 1 score cp 5 surprise 3 pv e2e4", "unknown word"},
    {"go depth 1", "info depth 1 score cp 5", "no line"},
    {"go depth 1", "bestmove e2e4", "no exact score before the move"},
    {"go depth 1", "info depth 1 score cp 5 lowerbound pv e2e4|bestmove e2e4",
     "no exact score before the move"},
    {"go depth 1", "info depth 1 score cp 5 pv e2e4|bestmove d2d4",
     "not the move of the last exact line"},
    {"go depth 1", "info depth 1 score cp 5 pv e2e4|bestmove e2e5", "illegal best move"},
    {"go depth 1", "info depth 1 score cp 5 pv e2e4|bestmove e2e4 ponder e2e3",
     "illegal ponder move"},
    {"go depth 1",
     "info depth 1 score cp 5 nodes 9 pv e2e4|info depth 2 score cp 5 nodes 8 pv e2e4",
     "nodes become fewer"},
    {"go depth 1 searchmoves a2a3", "info depth 1 score cp 5 pv e2e4",
     "a move that was not asked for"},
    {"go perft 1", "info depth 1 score cp 5 pv e2e4", "nothing is being searched"},
    {"position startpos", "bestmove e2e4", "a move that nobody asked for"},
    {kTwoLines,
     "info depth 1 multipv 1 score cp 5 pv e2e4|info depth 1 multipv 2 score cp 5 pv d2d4", ""},
    {kTwoLines,
     "info depth 1 multipv 1 score cp 5 pv e2e4|info depth 1 multipv 2 score cp 6 pv d2d4",
     "lines are unsorted"},
    {kTwoLines,
     "info depth 1 multipv 1 score cp 5 pv e2e4|info depth 1 multipv 2 score cp 4 pv e2e4",
     "the same move on two lines"},
    {kTwoLines,
     "info depth 1 multipv 1 score cp 5 pv e2e4|info depth 1 multipv 1 score cp 4 pv e2e4",
     "the block before was incomplete"},
    {kTwoLines, "info depth 1 multipv 2 score cp 5 pv e2e4", "lines of MultiPV out of order"},
    {kTwoLines, "info depth 1 multipv 1 score cp 5 pv e2e4|bestmove e2e4",
     "the last block is incomplete"},
    {"position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1|go", "info depth 0 score mate 0",
     "wrong score without moves"},
    {"position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1|go", "info depth 0 score cp 0|bestmove h8h7",
     "a move where there is none"},
    {kMate, "info depth 1 score mate 1 pv a1a8|bestmove a1a8", ""},
    {kMate, "info depth 1 score mate 2 pv a1a8", "the line does not show the mate"},
    {kMate, "info depth 1 score mate 1 pv a1a7", "the line does not show the mate"},
    {kRepeated, "info depth 3 score cp 0 pv f3g1 f6g8|bestmove f3g1", ""},
    {kRepeated, "info depth 3 score cp 0 pv f3g1 f6g8 e2e4", "a line beyond the end of the game"},
};

void feed(std::string_view lines, const auto& take) {
    while (!lines.empty()) {
        const auto end = std::min(lines.find('|'), lines.size());
        take(lines.substr(0, end));
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
}

TEST(UciOutputChecker, NamesTheRuleThatIsBroken) {
    for (const auto& [asked, said, problem] : kCases) {
        UciOutputChecker checker{UciOutputChecker::LineEnds::checked};
        feed(asked, [&](std::string_view line) { checker.sent(line); });
        feed(said, [&](std::string_view line) { checker.received(line); });
        if (problem.empty()) {
            EXPECT_TRUE(checker.problems().empty()) << said << ": " << checker.problems().front();
        } else {
            ASSERT_FALSE(checker.problems().empty()) << said;
            EXPECT_TRUE(checker.problems().front().starts_with(problem))
                << checker.problems().front();
        }
    }
}

}  // namespace
}  // namespace castellan
