// Whole matches through the program: engines that misbehave, and ends that nobody planned.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <map>
#include <sstream>
#include <thread>

#include "base/random.h"
#include "chess/pgn/pgn_reader.h"
#include "tests/support/run_program.h"
#include "tests/support/temporary_folder.h"

namespace castellan {
namespace {

class MatchProgramTest : public testing::Test {
  protected:
    std::string path(const std::string& name) const { return folder_ / name; }

    /// An engine option; the folder among its arguments marks its processes as ours.
    std::string engine(const std::string& mode, const std::string& name) const {
        return " -engine cmd=" MOCK_ENGINE " name=" + name + " args='" + mode + " " +
               folder_.string() + "'";
    }
    ProgramRun match(const std::string& arguments) const {
        return run_program(std::string{CASTELLAN_PROGRAM} + " match" + arguments);
    }

    /// How many mock engines of this test are alive.
    int running_engines() const {
        int count = 0;
        for (const auto& entry : std::filesystem::directory_iterator{"/proc"}) {
            std::ifstream file{entry.path() / "cmdline", std::ios::binary};
            std::stringstream text;
            text << file.rdbuf();
            if (text.str().starts_with(MOCK_ENGINE) &&
                text.str().find(folder_.string()) != std::string::npos)
                ++count;
        }
        return count;
    }

    const TemporaryFolder temporary_;
    const std::filesystem::path folder_ = temporary_.path();
};

std::string read_file(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

std::vector<PgnGame> read_games(const std::string& path) {
    const std::string text = read_file(path);
    PgnReader reader{source_of(text)};
    std::vector<PgnGame> games;
    while (auto game = reader.next()) games.push_back(std::move(*game));
    return games;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

struct Misbehaviour {
    const char* mode;
    const char* settings;     // of the engine; without a protocol it is found out
    const char* verdict;      // in the PGN, behind the side at fault
    const char* termination;  // the tag
};

constexpr Misbehaviour kMisbehaviours[] = {
    {"crash", " proto=uci depth=1", "crashes: it was killed by signal 9", "abandoned"},
    {"leave", " proto=uci depth=1", "crashes: it exited with code 3", "abandoned"},
    {"illegal", " proto=uci depth=1", "plays an illegal move: e2e5", "rules infraction"},
    {"none", " proto=uci depth=1", "plays an illegal move: 0000", "rules infraction"},
    {"liar", " depth=1", "claims a wrong result: 0-1 {Black mates)", "rules infraction"},
    {"refuser", " proto=xboard depth=1", "calls a legal move illegal", "rules infraction"},
    {"late", " proto=uci tc=1", "loses on time", "time forfeit"},
    {"stall", " proto=uci tc=1", "stalls", "abandoned"},
    {"flood", " proto=uci tc=1", "stalls", "abandoned"},
    {"endless-line", " proto=uci tc=1", "stalls", "abandoned"},
    {"resigner", " proto=xboard depth=1", "resigns", "normal"},
};

TEST_F(MatchProgramTest, EveryMisbehaviourGetsItsVerdictAndTheMatchGoesOn) {
    // All at once: most of them wait for a clock to run out.
    std::map<std::string, std::future<ProgramRun>> runs;
    for (const auto& [mode, settings, verdict, termination] : kMisbehaviours) {
        const std::string arguments =
            engine(mode, "bad") + settings + engine("good", "good") +
            " depth=1 -rounds 1 -recover -stall 1.5 -maxmoves 20 -pgnout " +
            path(std::string{mode} + ".pgn") + " 2>&1";
        runs[mode] = std::async(std::launch::async, [this, arguments] { return match(arguments); });
    }
    for (const auto& [mode, settings, verdict, termination] : kMisbehaviours) {
        const ProgramRun run = runs[mode].get();
        const std::vector<PgnGame> games = read_games(path(std::string{mode} + ".pgn"));
        EXPECT_EQ(run.exit_code, 0) << mode << '\n' << run.output;
        ASSERT_EQ(games.size(), 2U) << mode << '\n' << run.output;
        for (const PgnGame& game : games) {
            const bool is_white = game.tag("White") == "bad";
            // "0-1 {Black mates}" is a lie only for Black; White gives the game away with it.
            const bool is_resignation = std::string_view{mode} == "liar" && is_white;
            const std::string fault = (is_white ? "White " : "Black ") +
                                      std::string{is_resignation ? "resigns" : verdict};
            EXPECT_EQ(game.result, is_white ? PgnResult::black_wins : PgnResult::white_wins)
                << mode;
            EXPECT_TRUE(contains(game.nodes.back().comment, fault))
                << mode << ": " << game.nodes.back().comment;
            EXPECT_EQ(game.tag("Termination"), is_resignation ? "normal" : termination) << mode;
        }
    }
    EXPECT_EQ(running_engines(), 0);
}

TEST_F(MatchProgramTest, ACrashWithoutRecoverEndsTheMatchWithTheLastLines) {
    const ProgramRun run =
        match(engine("crash", "bad") + engine("good", "good") + " -each depth=1 -rounds 5 2>&1");
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(contains(run.output, "-recover would go on")) << run.output;
    EXPECT_TRUE(contains(run.output, "> go depth 1")) << run.output;
    EXPECT_TRUE(contains(run.output, "! assertion failed: the mock engine is fine")) << run.output;
    EXPECT_TRUE(contains(run.output, "Games: 1,")) << run.output;
}

TEST_F(MatchProgramTest, AnnouncementsAgainstTheRulesAreCounted) {
    const ProgramRun run = match(engine("bad-pv", "bad") + engine("good", "good") +
                                 " -each depth=1 -rounds 1 -maxmoves 10 -json 2>/dev/null");
    EXPECT_EQ(run.exit_code, 0);
    const std::size_t bad = run.output.find("\"name\": \"bad\"");
    const std::size_t good = run.output.find("\"name\": \"good\"");
    ASSERT_LT(bad, good);
    EXPECT_FALSE(contains(run.output.substr(bad, good - bad), "\"warnings\": 0}")) << run.output;
    EXPECT_TRUE(contains(run.output.substr(good), "\"warnings\": 0}")) << run.output;
}

TEST_F(MatchProgramTest, EnginesThatCannotPlayAreNamed) {
    const ProgramRun run =
        match(" -engine cmd=/nonexistent/engine" + engine("good", "good") + " -each depth=1 2>&1");
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(contains(run.output, "cannot start /nonexistent/engine: No such file"))
        << run.output;
}

TEST_F(MatchProgramTest, BothProtocolsAndOurOwnPlayersMeetInOneTournament) {
    const ProgramRun run =
        match(engine("good", "uci") + engine("good-xboard", "xboard proto=xboard") +
              " -engine cmd=textbook:2 -engine cmd=level:800 -engine cmd=" CASTELLAN_PROGRAM
              " name=castellan -each depth=2 -maxmoves 15 -rounds 1 -concurrency 2 "
              "-pgnout " +
              path("g.pgn") + " 2>&1");
    EXPECT_EQ(run.exit_code, 0) << run.output;
    EXPECT_EQ(read_games(path("g.pgn")).size(), 20U) << run.output;
    EXPECT_EQ(running_engines(), 0);
}

TEST_F(MatchProgramTest, WrongUsageIsExitCodeTwo) {
    for (const char* const arguments :
         {"", " -engine cmd=x", " -nonsense", " -engine cmd=x -engine cmd=y",
          " -engine cmd=x -engine cmd=y -each tc=soon", " -resume"}) {
        const ProgramRun run = match(std::string{arguments} + " 2>&1");
        EXPECT_EQ(run.exit_code, 2) << arguments << '\n' << run.output;
    }
}

// Different first moves, so that no two games are alike.
constexpr const char* kStarts =
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n"
    "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -\n"
    "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq -\n"
    "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -\n"
    "rnbqkbnr/pppppppp/8/8/8/6P1/PPPPPP1P/RNBQKBNR b KQkq -\n"
    "rnbqkbnr/pppppppp/8/8/8/1P6/P1PPPPPP/RNBQKBNR b KQkq -\n"
    "rnbqkbnr/pppppppp/8/8/5P2/8/PPPPP1PP/RNBQKBNR b KQkq -\n"
    "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq -\n"
    "rnbqkbnr/pppppppp/8/8/1P6/8/P1PPPPPP/RNBQKBNR b KQkq -\n"
    "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq -\n";

/// Wins, draws and losses of a player by the PGN.
std::string score_in_games(const std::vector<PgnGame>& games, const std::string& player) {
    int wins = 0;
    int draws = 0;
    int losses = 0;
    for (const PgnGame& game : games) {
        if (game.result == PgnResult::draw)
            ++draws;
        else
            ++((game.result == PgnResult::white_wins) == (game.tag("White") == player) ? wins
                                                                                       : losses);
    }
    return "\"games\": " + std::to_string(wins + draws + losses) +
           ", \"wins\": " + std::to_string(wins) + ", \"draws\": " + std::to_string(draws) +
           ", \"losses\": " + std::to_string(losses);
}

/// Starts the match and ends it with this signal after a while; true if it was done before.
bool run_and_signal(const std::string& command, int signal, int milliseconds) {
    std::vector<std::string> words;
    std::istringstream text{command};
    for (std::string word; text >> word;) words.push_back(word);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const pid_t pid = fork();
    if (pid == 0) {
        const int nowhere = open("/dev/null", O_WRONLY);
        for (const int fd : {STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, fd);
        execv(argv[0], argv.data());
        _exit(127);
    }
    int status = 0;
    for (int waited = 0; waited < milliseconds; waited += 5) {
        if (waitpid(pid, &status, WNOHANG) == pid)
            return WIFEXITED(status) && WEXITSTATUS(status) == 0;
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
    kill(pid, signal);
    waitpid(pid, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_F(MatchProgramTest, KilledAtRandomMomentsItLosesNoFinishedGame) {
    const std::string pgn = path("g.pgn");
    std::ofstream{path("starts.epd")} << kStarts;
    std::string command = std::string{CASTELLAN_PROGRAM} + " match";
    for (const char* const name : {" name=a", " name=b"})
        command += " -engine cmd=" MOCK_ENGINE " arg=moody arg=" + folder_.string() + name;
    command +=
        " -each depth=1 proto=xboard -rounds 2000 -concurrency 2 -maxmoves 40 -openings file=" +
        path("starts.epd") + " order=random -pgnout " + pgn;
    const std::string resume =
        std::string{CASTELLAN_PROGRAM} + " match -resume -state " + pgn + ".state";
    Random random{20240601};
    std::string before;
    int kills = 0;
    for (bool is_done = false; !is_done && kills < 300; ++kills) {
        const int signal = kills % 4 == 3 ? SIGTERM : SIGKILL;
        is_done = run_and_signal(command, signal, 20 + static_cast<int>(random.below(130)));
        const std::string now = read_file(pgn);
        // What was a whole game stays in its place.
        const std::size_t whole =
            before.rfind("\n\n") == std::string::npos ? 0 : before.rfind("\n\n");
        EXPECT_EQ(now.substr(0, whole), before.substr(0, whole));
        before = now;
        if (std::filesystem::exists(pgn + ".state")) command = resume;
    }
    EXPECT_GE(kills, 20) << "the match was over before it could be killed";

    const ProgramRun run = match(" -resume -json -state " + pgn + ".state 2>/dev/null");
    EXPECT_EQ(run.exit_code, 0);
    const std::vector<PgnGame> games = read_games(pgn);
    EXPECT_EQ(games.size(), 4000U);
    for (const PgnGame& game : games)
        EXPECT_TRUE(game.problems.empty()) << game.problems.front().message;
    EXPECT_TRUE(contains(run.output, "{\"name\": \"a\", " + score_in_games(games, "a")))
        << run.output;
    EXPECT_EQ(running_engines(), 0);
}

TEST_F(MatchProgramTest, AnUnfinishedMatchIsNotOverwritten) {
    const std::string pgn = path("g.pgn");
    const std::string arguments = engine("crash", "a") + engine("good", "b") +
                                  " -each depth=1 -rounds 3 -pgnout " + pgn + " 2>&1";
    EXPECT_EQ(match(arguments).exit_code, 1);
    const ProgramRun again = match(arguments);
    EXPECT_EQ(again.exit_code, 1);
    EXPECT_TRUE(contains(again.output, "-resume")) << again.output;
    EXPECT_EQ(read_games(pgn).size(), 1U);
}

}  // namespace
}  // namespace castellan
