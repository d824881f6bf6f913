// From nothing to a network that plays: games, training, loading, a game.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/run_program.h"
#include "tests/support/temporary_folder.h"

namespace castellan {
namespace {

class TrainingProgramTest : public testing::Test {
  protected:
    ProgramRun run(const std::string& words) const {
        return run_program("cd " + folder_.path().string() + " && " + CASTELLAN_PROGRAM + ' ' +
                           words + " 2>&1");
    }
    std::string path(const char* name) const { return (folder_ / name).string(); }
    std::string text_of(const char* name) const {
        std::ifstream file{path(name), std::ios::binary};
        return {std::istreambuf_iterator<char>{file}, {}};
    }

  private:
    const TemporaryFolder folder_;
};

TEST_F(TrainingProgramTest, GamesBecomeANetworkThatPlays) {
    const char* const games = CASTELLAN_IS_SANITIZED ? "20" : "200";
    const auto played = run(
        std::string{
            "selfplay --network classical --nodes 200 --seed 1 --threads 2 --out g.cgf --games "} +
        games);
    ASSERT_EQ(played.exit_code, 0) << played.output;
    const std::string train =
        "train --data g.cgf --width 64 --epochs 3 --threads 2 --seed 7 --out ";
    const auto trained = run(train + "a.nnue");
    ASSERT_EQ(trained.exit_code, 0) << trained.output;
    EXPECT_NE(trained.output.find("epoch   3"), std::string::npos) << trained.output;
    ASSERT_EQ(run(train + "b.nnue --checkpoint c.state").exit_code, 0);
    EXPECT_EQ(text_of("a.nnue"), text_of("b.nnue")) << "the same seed and data";

    const auto spoken = run_program("printf 'setoption name EvalFile value " + path("a.nnue") +
                                    "\\neval\\ngo depth 6\\n' | " + CASTELLAN_PROGRAM + " uci");
    EXPECT_NE(spoken.output.find("Network "), std::string::npos) << spoken.output;
    EXPECT_NE(spoken.output.find("width 64"), std::string::npos) << spoken.output;
    EXPECT_NE(spoken.output.find("bestmove "), std::string::npos) << spoken.output;
    const auto match =
        run("match -engine cmd=" + std::string{CASTELLAN_PROGRAM} +
            " name=net option.EvalFile=" + path("a.nnue") + " -engine cmd=" + CASTELLAN_PROGRAM +
            " name=built-in -each proto=uci tc=inf nodes=300 -rounds 1");
    EXPECT_NE(match.output.find("Games: 2"), std::string::npos) << match.output;
}

TEST_F(TrainingProgramTest, TheClassicalEvaluationCanBeAskedFor) {
    const auto evaluation = [](const std::string& file) {
        return run_program("printf 'setoption name EvalFile value " + file + "\\neval\\n' | " +
                           CASTELLAN_PROGRAM + " uci")
            .output;
    };
    EXPECT_EQ(evaluation("classical").find("Network"), std::string::npos);
    EXPECT_NE(evaluation("classical").find("Total"), std::string::npos);
    EXPECT_NE(evaluation("").find("Network"), std::string::npos) << "the one that is built in";
}

TEST_F(TrainingProgramTest, AFileThatIsNoNetworkIsRefusedAndTheEnginePlaysOn) {
    std::ofstream{path("bad.nnue")} << "no network at all, but long enough to be looked at";
    for (const char* const name : {"bad.nnue", "nowhere.nnue"}) {
        const auto spoken =
            run_program(std::string{"printf 'setoption name EvalFile value "} + path(name) +
                        "\\ngo depth 4\\n' | " + CASTELLAN_PROGRAM + " uci");
        EXPECT_NE(spoken.output.find("stays as it was"), std::string::npos) << spoken.output;
        EXPECT_NE(spoken.output.find("bestmove "), std::string::npos) << spoken.output;
    }
}

TEST_F(TrainingProgramTest, ACheckpointOfAnotherWidthIsRefused) {
    ASSERT_EQ(
        run("selfplay --network classical --games 40 --nodes 50 --seed 1 --out g.cgf").exit_code,
        0);
    ASSERT_EQ(run("train --data g.cgf --width 64 --epochs 1 --out a.nnue --checkpoint c").exit_code,
              0);
    EXPECT_EQ(
        run("train --data g.cgf --width 128 --epochs 2 --out a.nnue --checkpoint c").exit_code, 1);
    EXPECT_EQ(run("train --data g.cgf --width 100 --epochs 2 --out a.nnue").exit_code, 2);
    EXPECT_EQ(run("train --data g.cgf").exit_code, 2);
    EXPECT_EQ(run("train").exit_code, 2);
}

}  // namespace
}  // namespace castellan
