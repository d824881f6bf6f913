// UCI's options: what is said about them, and what setting them does.
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "tests/support/temporary_folder.h"
#include "tests/support/uci_conversation.h"

namespace castellan {
namespace {

TEST(UciOptions, AreDeclaredWithTypeAndDefault) {
    UciConversation uci;
    uci.send("uci");
    for (const std::string_view option :
         {"Hash type spin default 16 min 1 max ", "Threads type spin default 1 min 1 max ",
          "MultiPV type spin default 1 min 1 max ", "Ponder type check default false",
          "Clear Hash type button", "Move Overhead type spin default 30 min 0 max ",
          "UCI_Chess960 type check default false", "UCI_ShowWDL type check default false",
          "UCI_AnalyseMode type check default false", "UCI_Opponent type string default <empty>",
          "UCI_EngineAbout type string default Castellan", "nodestime type spin default 0 min 0",
          "Debug Log File type string default <empty>"})
        EXPECT_EQ(uci.count("option name " + std::string{option}), 1) << option;
}

TEST(UciOptions, ABadOptionIsReportedAndChangesNothing) {
    UciConversation uci;
    for (const std::string_view bad : {"setoption name Hash value x",
                                       "setoption name Hash value 0",
                                       "setoption name Hash value",
                                       "setoption name Hash",
                                       "setoption name Hash value 1e3",
                                       "setoption name Hash value -5",
                                       "setoption name Hash value 99999999999999999999",
                                       "setoption name Hash value 16 MB",
                                       "setoption name Threads value 1000000",
                                       "setoption name Threads value 0",
                                       "setoption name MultiPV value two",
                                       "setoption name Nonsense value 3",
                                       "setoption name Hash 16",
                                       "setoption",
                                       "setoption name",
                                       "setoption name value",
                                       "setoption name value 3",
                                       "setoption value 3",
                                       "setoption Hash value 3",
                                       "setoption name UCI_Chess960 value maybe",
                                       "setoption name UCI_ShowWDL",
                                       "setoption name UCI_Opponent",
                                       "setoption name Debug Log File",
                                       "setoption name \xff\xfe value \xff"}) {
        uci.forget_lines();
        uci.send(bad);
        ASSERT_EQ(uci.lines().size(), 1U) << bad;
        EXPECT_EQ(uci.count("info string error: "), 1) << bad;
    }
    EXPECT_EQ(uci.best_move("position startpos", "go depth 4").size(), 4U);
    EXPECT_EQ(uci.last("info depth 4").find("multipv 2"), std::string::npos);
}

TEST(UciOptions, NamesIgnoreCaseAndMayHaveBlanks) {
    UciConversation uci;
    for (const std::string_view good :
         {"setoption name hAsH value 4", "setoption  name\tHash  value\t4\r",
          "setoption name Clear Hash", "setoption name clear  hash value",
          "setoption name move overhead value 50", "setoption name Ponder value true",
          "setoption name Ponder value FALSE", "setoption name UCI_AnalyseMode value true",
          "setoption name UCI_Opponent value GM 2800 human Gary Kasparov",
          "setoption name UCI_Opponent value none none computer \xc3\x84ther",
          "setoption name UCI_Opponent value <empty>", "setoption name UCI_Opponent value",
          "setoption name UCI_EngineAbout value mine", "setoption name nodestime value 0"}) {
        uci.send(good);
        EXPECT_TRUE(uci.lines().empty()) << good;
    }
}

TEST(UciOptions, WaitForTheEndOfTheSearchAndHoldNobodyUp) {
    UciConversation uci;
    uci.send("setoption name Hash value 4");
    uci.send("go infinite");
    const Stopwatch watch;
    uci.send("setoption name Threads value 2");
    uci.send("setoption name MultiPV value 2");
    uci.send("setoption name Hash value zzz");
    EXPECT_LT(watch.seconds(), 0.05 * kSlowness);
    EXPECT_EQ(uci.count("info string"), 0);
    uci.send("isready");
    EXPECT_EQ(uci.count("readyok"), 1);
    EXPECT_EQ(uci.count("bestmove"), 0);
    uci.send("stop");
    EXPECT_TRUE(uci.wait_for("bestmove"));
    EXPECT_EQ(uci.best_move("position startpos", "go depth 5").size(), 4U);
    EXPECT_EQ(uci.count("info string error: Hash"), 1);
    EXPECT_NE(uci.last("info depth 5 ").find(" multipv 2 "), std::string::npos);
}

TEST(UciOptions, MoreHashThanThereIsIsCutOrRefusedAndPlayGoesOn) {
    UciConversation uci;
    uci.send("setoption name Hash value 1048576");
    EXPECT_EQ(uci.count("info string"), 1);  // either way it is said
    EXPECT_EQ(uci.best_move("position startpos", "go wtime 100 btime 100").size(), 4U);
    uci.send("setoption name Hash value 1");
    EXPECT_EQ(uci.best_move("position startpos", "go depth 8").size(), 4U);
    EXPECT_EQ(uci.count("info string"), 1);
}

TEST(UciOptions, ShowWdlAddsChancesToEveryScore) {
    UciConversation uci;
    uci.send("setoption name UCI_ShowWDL value true");
    uci.best_move("position startpos", "go depth 8");
    EXPECT_GE(uci.count("info depth 8"), 1);
    for (const std::string& line : uci.lines())
        EXPECT_EQ(line.starts_with("info depth"), line.find(" wdl ") != std::string::npos) << line;
    uci.best_move("position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "go depth 4");
    EXPECT_NE(uci.last("info depth 4").find("score mate 1 wdl 1000 0 0 "), std::string::npos);
}

TEST(UciOptions, NodestimeMakesAClockRepeatable) {
    UciConversation uci;
    uci.send("setoption name nodestime value 10");
    std::string first;
    for (int i = 0; i < 3; ++i) {
        uci.send("ucinewgame");
        uci.best_move("position startpos", "go wtime 20000 btime 20000 winc 100 binc 100");
        const std::string line = uci.last("info depth");
        if (i == 0) first = line;
        EXPECT_EQ(line, first);
    }
    // 20 seconds are 200,000 nodes, of which a move gets a share.
    const std::size_t at = first.find(" nodes ") + 7;
    const int nodes = std::stoi(first.substr(at));
    EXPECT_GT(nodes, 1'000);
    EXPECT_LT(nodes, 50'000);
}

class UciLog : public testing::Test {
  protected:
    UciLog() { std::filesystem::create_directories(folder_); }

    std::string path(std::string_view name) const { return folder_ / name; }
    static std::vector<std::string> lines_of(const std::string& path) {
        std::vector<std::string> lines;
        std::ifstream file{path};
        for (std::string line; std::getline(file, line);) lines.push_back(line);
        return lines;
    }

  private:
    const TemporaryFolder temporary_;
    const std::filesystem::path folder_ = temporary_ / "log \xc3\xa4 here";
};

TEST_F(UciLog, HoldsEveryLineInAndOutWithItsTime) {
    const std::string file = path("two  blanks.log");
    UciConversation uci;
    uci.send("setoption name Debug Log File value " + file);
    EXPECT_TRUE(uci.is_ready());
    uci.send("d");
    uci.send("setoption name Debug Log File value <empty>");
    uci.send("uci");
    const auto lines = lines_of(file);
    ASSERT_GT(lines.size(), 5U);
    // 2024-05-01 12:00:00.000 > isready
    EXPECT_EQ(lines[0].substr(23), " > isready");
    EXPECT_EQ(lines[0].substr(19, 1), ".");
    EXPECT_EQ(lines[1].substr(23), " < readyok");
    EXPECT_EQ(lines[2].substr(23), " > d");
    EXPECT_EQ(lines.back().substr(23), " > setoption name Debug Log File value <empty>");
    EXPECT_EQ(uci.count("info string"), 0);
}

TEST_F(UciLog, AFileThatCannotBeOpenedChangesNothing) {
    const std::string file = path("good.log");
    UciConversation uci;
    uci.send("setoption name Debug Log File value " + file);
    for (const std::string& bad : {path("no/such/folder/x.log"), path(""), std::string{"/"}}) {
        uci.forget_lines();
        uci.send("setoption name Debug Log File value " + bad);
        EXPECT_EQ(uci.count("info string error: cannot open"), 1) << bad;
    }
    EXPECT_TRUE(uci.is_ready());
    EXPECT_TRUE(lines_of(file).back().ends_with("< readyok"));
}

}  // namespace
}  // namespace castellan
