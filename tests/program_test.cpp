// The program as a user meets it: arguments in, text and exit code out.
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/support/run_program.h"
#include "tests/support/temporary_folder.h"

namespace castellan {
namespace {

ProgramRun castellan(const std::string& arguments) {
    return run_program(std::string{CASTELLAN_PROGRAM} + ' ' + arguments);
}

class ProgramTest : public testing::Test {
  protected:
    std::string path(const std::string& name) const { return folder_ / name; }

    std::string file(const std::string& name, const std::string& text) const {
        std::ofstream{path(name)} << text;
        return path(name);
    }

  private:
    const TemporaryFolder folder_;
};

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST_F(ProgramTest, WrongUsageIsExitCodeTwo) {
    for (const char* const command :
         {"nonsense", "perft", "perft --depth", "perft --depth x", "perft --depth -1",
          "perft --depth 3 --threads 0", "perft --depth 3 --hash -1", "pgn", "pgn check", "epd",
          "perft --depth 1 --nonsense", "selfplay --games 1", "selfplay --games 0 --out x",
          "selfplay --games 1 --out x --threads 0", "train", "train --classical",
          "train --classical --inspect x --data x", "train --inspect x --epochs 2",
          "train --classical --data x --epochs 0"}) {
        const ProgramRun run = castellan(std::string{command} + " 2>&1");
        EXPECT_EQ(run.exit_code, 2) << command << '\n' << run.output;
        EXPECT_FALSE(run.output.empty()) << command;
    }
}

TEST_F(ProgramTest, PerftEndsWithNodesAndSpeed) {
    const ProgramRun run = castellan("perft --depth 4");
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_TRUE(run.output.starts_with("197281 nodes "));
    EXPECT_TRUE(run.output.ends_with(" nps\n"));
    EXPECT_TRUE(castellan("perft --depth 0").output.starts_with("1 nodes "));
}

TEST_F(ProgramTest, PerftGivesTheSameWithThreadsAndTable) {
    for (const char* const options : {"--threads 2", "--hash 8", "--threads 4 --hash 1"})
        EXPECT_TRUE(castellan(std::string{"perft --depth 5 "} + options)
                        .output.starts_with("4865609 nodes "))
            << options;
}

TEST_F(ProgramTest, PerftDividesByFirstMoves) {
    const ProgramRun run =
        castellan("perft --depth 2 --divide --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'");
    EXPECT_TRUE(contains(run.output, "e1g1: "));
    const ProgramRun chess960 = castellan(
        "perft --depth 2 --divide --chess960 --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'");
    EXPECT_TRUE(contains(chess960.output, "e1h1: "));
}

TEST_F(ProgramTest, PerftNamesWhatIsWrongWithAFen) {
    const ProgramRun run = castellan("perft --depth 2 --fen '8/8/8/8/8/8/8/8 w - - 0 1' 2>&1");
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(contains(run.output, "White has no king; Black has no king"));
}

TEST_F(ProgramTest, ATableThatDoesNotFitEndsInAMessage) {
    if (CASTELLAN_IS_SANITIZED) GTEST_SKIP() << "the sanitizer limits allocations itself";
    const ProgramRun run = run_program("ulimit -v 2000000; " + std::string{CASTELLAN_PROGRAM} +
                                       " perft --depth 2 --hash 16777216 2>&1");
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(contains(run.output, "not enough memory")) << run.output;
}

TEST_F(ProgramTest, PgnCheckNamesLineAndColumn) {
    const std::string path = file("bad.pgn", "[Event \"a\"]\n\n1. e4 e5 2. Ke3 *\n\n1. d4 *\n");
    const ProgramRun run = castellan("pgn check " + path);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(contains(run.output, path + ":3:13: ")) << run.output;
    EXPECT_TRUE(contains(run.output, "2 games, 3 plies, 1 problem in 1 game"));
}

TEST_F(ProgramTest, PgnCleanWritesWhatCheckAccepts) {
    const std::string path = file("rough.pgn", "1.e4 e5 2.Nf3 {x} Nc6 3.Bb5 a6 *\n");
    const ProgramRun clean = castellan("pgn clean " + path + " 2>/dev/null");
    EXPECT_EQ(clean.exit_code, 0);
    EXPECT_TRUE(contains(clean.output, "1. e4 e5 2. Nf3 {x} 2... Nc6 3. Bb5 a6 *"));
    EXPECT_EQ(castellan("pgn check " + file("clean.pgn", clean.output)).exit_code, 0);
}

TEST_F(ProgramTest, PgnStatsCountsResultsAndOpenings) {
    const std::string path =
        file("games.pgn", "1. e4 c5 1-0\n\n1. e4 c5 2. Nf3 0-1\n\n1. d4 d5 2. c4 1-0\n");
    const ProgramRun run = castellan("pgn stats " + path);
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_TRUE(contains(run.output, "3 games, 8 plies"));
    EXPECT_TRUE(contains(run.output, "1-0      2"));
    EXPECT_TRUE(contains(run.output, "     2  Sicilian Defence")) << run.output;
}

TEST_F(ProgramTest, StandardInputIsADash) {
    EXPECT_EQ(
        run_program("echo '1. e4 *' | " + std::string{CASTELLAN_PROGRAM} + " pgn check -").output,
        "1 game, 1 ply, 0 problems in 0 games\n");
}

TEST_F(ProgramTest, EpdNamesEachBadLine) {
    const std::string path = file("suite.epd",
                                  "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"one\";\n\n"
                                  "4k3/8/8/8/8/8/4P3/4K3 w - - bm Qh5; id \"two\";\nnonsense\n");
    const ProgramRun run = castellan("epd " + path);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(contains(run.output, path + ":3: bm: no queen can go to h5")) << run.output;
    EXPECT_TRUE(contains(run.output, path + ":4: "));
    EXPECT_TRUE(contains(run.output, "2 positions, 2 problems"));
}

TEST_F(ProgramTest, AMissingFileIsAFailureWithItsName) {
    for (const char* const command : {"epd", "pgn check", "pgn clean", "pgn stats"}) {
        const ProgramRun run = castellan(std::string{command} + " does-not-exist 2>&1");
        EXPECT_EQ(run.exit_code, 1) << command;
        EXPECT_TRUE(contains(run.output, "does-not-exist")) << command;
    }
    EXPECT_EQ(castellan("pgn check / 2>&1").exit_code, 1);
}

TEST_F(ProgramTest, OnAPipeItIsAnEngine) {
    const ProgramRun run =
        run_program("printf 'uci\\nisready\\nquit\\n' | " + std::string{CASTELLAN_PROGRAM});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_TRUE(contains(run.output, "uciok\nreadyok\n"));
}

TEST_F(ProgramTest, TheEndOfInputEndsASearch) {
    const ProgramRun run =
        run_program("echo 'go infinite' | timeout 5 " + std::string{CASTELLAN_PROGRAM} + " uci");
    EXPECT_EQ(run.exit_code, 0);
}

TEST_F(ProgramTest, BenchGivesTheSameNodesEveryTime) {
    const auto nodes = [](const std::string& output) {
        return output.substr(0, output.find(" nodes "));
    };
    const std::string first = nodes(castellan("bench").output);
    EXPECT_GT(first.size(), 5U);
    EXPECT_EQ(nodes(castellan("bench").output), first);
}

TEST_F(ProgramTest, SelfplayAppendsAndTrainInspects) {
    const std::string games = path("games.cgf");
    const std::string play = "selfplay --nodes 50 --seed 4 --threads 2 --out " + games;
    EXPECT_EQ(castellan(play + " --games 2 2>/dev/null").exit_code, 0);
    const ProgramRun more = castellan(play + " --games 1 2>&1");
    EXPECT_EQ(more.exit_code, 0);
    EXPECT_TRUE(contains(more.output, "1 of 1 game, ")) << more.output;
    EXPECT_TRUE(contains(more.output, "1 new game, 3 in the file")) << more.output;

    const ProgramRun inspect = castellan("train --inspect " + games);
    EXPECT_EQ(inspect.exit_code, 0);
    for (const char* const line : {"games                  3\n", "usable positions"})
        EXPECT_TRUE(contains(inspect.output, line)) << inspect.output;

    const std::string text = file("games.pgn", "1. e4 e5 2. Nf3 Nc6 *\n");
    for (const std::string& command :
         {"train --inspect " + text, "selfplay --games 1 --out " + text}) {
        const ProgramRun wrong = castellan(command + " 2>&1");
        EXPECT_EQ(wrong.exit_code, 1) << command;
        EXPECT_TRUE(contains(wrong.output, "no file of self-play games")) << wrong.output;
    }
}

TEST_F(ProgramTest, TrainWritesAHeaderWithTunedWeights) {
    const std::string games = path("games.cgf");
    ASSERT_EQ(
        castellan("selfplay --games 30 --nodes 10 --threads 2 --out " + games + " 2>/dev/null")
            .exit_code,
        0);
    const std::string tune = "train --classical --epochs 2 --data " + games;
    const ProgramRun talk = castellan(tune + " --out " + path("weights.h") + " 2>&1");
    EXPECT_EQ(talk.exit_code, 0) << talk.output;
    EXPECT_TRUE(contains(talk.output, "epoch   2  loss ")) << talk.output;
    const ProgramRun header = castellan(tune + " --threads 2 2>/dev/null");
    EXPECT_TRUE(contains(header.output, "inline constexpr Weights kWeights = {"));
    EXPECT_EQ(run_program("cat " + path("weights.h")).output, header.output);

    EXPECT_EQ(castellan("train --classical --data does-not-exist 2>&1").exit_code, 1);
    EXPECT_EQ(castellan(tune + " --out /does-not-exist/x 2>&1").exit_code, 1);
}

TEST_F(ProgramTest, SelfplayEndsCleanlyOnAnInterrupt) {
    const std::string games = path("games.cgf");
    const ProgramRun run =
        run_program("timeout --preserve-status -s INT 1 " + std::string{CASTELLAN_PROGRAM} +
                    " selfplay --games 1000000 --nodes 50 --out " + games + " 2>&1");
    EXPECT_EQ(run.exit_code, 130) << run.output;
    EXPECT_TRUE(contains(run.output, " in the file\n")) << run.output;
    EXPECT_EQ(castellan("train --inspect " + games).exit_code, 0);
}

TEST_F(ProgramTest, AFullDiskIsAFailure) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    EXPECT_EQ(castellan("perft --depth 2 >/dev/full 2>/dev/null").exit_code, 1);
}

}  // namespace
}  // namespace castellan
