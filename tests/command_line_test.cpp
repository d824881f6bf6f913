// The command line itself: help, mistakes, completion, Ctrl-C and progress.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "tests/support/piped_program.h"
#include "tests/support/run_program.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/terminal.h"

namespace castellan {
namespace {

ProgramRun castellan(const std::string& arguments) {
    return run_program(std::string{CASTELLAN_PROGRAM} + ' ' + arguments + " </dev/null 2>&1");
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream{text};
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

/// The first words of the lines below "Subcommands:".
std::vector<std::string> subcommands_in(const std::string& help) {
    std::vector<std::string> names;
    bool is_inside = false;
    for (const std::string& line : lines_of(help)) {
        if (line.empty()) is_inside = false;
        if (is_inside && line.starts_with("  ") && line[2] != ' ')
            names.push_back(line.substr(2, line.find(' ', 2) - 2));
        if (line == "Subcommands:") is_inside = true;
    }
    return names;
}

/// The long names where a line begins with options: "  -h,--help   Explain this".
std::vector<std::string> options_in(const std::string& help) {
    std::vector<std::string> names;
    for (const std::string& line : lines_of(help)) {
        if (!line.starts_with("  -")) continue;
        std::istringstream words{line.substr(2, line.find(' ', 2) - 2)};
        for (std::string name; std::getline(words, name, ',');)
            if (name.size() > 2) names.push_back(name);
    }
    std::ranges::sort(names);
    return names;
}

/// "", "perft", "pgn", "pgn check": everything that has a help of its own.
std::vector<std::string> all_commands(const std::string& above = {}) {
    std::vector<std::string> commands{above};
    for (const std::string& name : subcommands_in(castellan(above + " --help").output)) {
        const std::string full = above.empty() ? name : above + ' ' + name;
        const auto below = all_commands(full);
        commands.insert(commands.end(), below.begin(), below.end());
    }
    return commands;
}

TEST(CommandLine, EveryCommandHasExamplesOfItself) {
    const auto commands = all_commands();
    EXPECT_GT(commands.size(), 25U);
    for (const std::string& command : commands) {
        const ProgramRun run = castellan(command + " --help");
        EXPECT_EQ(run.exit_code, 0) << command;
        const std::size_t examples = run.output.find("\nExamples:\n");
        ASSERT_NE(examples, std::string::npos) << command;
        EXPECT_TRUE(contains(run.output.substr(examples), "castellan " + command)) << run.output;
    }
}

TEST(CommandLine, HelpSpeaksPlainly) {
    for (const std::string& command : all_commands()) {
        const std::string help = castellan(command + " --help").output;
        for (const char* const jargon : {"INT", "FLOAT", "POSITIVE", "e+", " in [", "REQUIRED"})
            EXPECT_FALSE(contains(help, jargon)) << command << '\n' << help;
    }
    const std::string bench = castellan("bench --help").output;
    EXPECT_TRUE(contains(bench, "(a number from 1 to 60;")) << bench;
}

TEST(CommandLine, HelpAndVersionAreCommandsToo) {
    EXPECT_EQ(castellan("--version").output, "Castellan 0.1.0\n");
    EXPECT_EQ(castellan("version").output, "Castellan 0.1.0\n");
    for (const std::string& command : all_commands()) {
        const ProgramRun run = castellan("help " + command);
        EXPECT_EQ(run.exit_code, 0) << command;
        EXPECT_EQ(run.output, castellan(command + " --help").output);
    }
}

struct Mistake {
    const char* arguments;
    const char* first_line;
};

const std::string kLongWord(300, '9');
const std::string kLongMistake = "perft --depth " + kLongWord;
const std::string kLongAnswer =
    "castellan perft: --depth: '" + kLongWord.substr(0, 40) + "...' is not a number from 0 to 100";

TEST(CommandLine, MistakesAreNamedInALineOrTwo) {
    const Mistake mistakes[] = {
        {"pref", "castellan: 'pref' is no command; did you mean 'perft'?"},
        {"pref --depth 3", "castellan: 'pref' is no command; did you mean 'perft'?"},
        {"pref --help", "castellan: 'pref' is no command; did you mean 'perft'?"},
        {"help pref", "castellan help: 'pref' is no command; did you mean 'perft'?"},
        {"xyzzy", "castellan: 'xyzzy' is no command; 'castellan --help' lists them"},
        {"pgn chek a.pgn", "castellan pgn: 'chek' is no command; did you mean 'check'?"},
        {"pgn", "castellan pgn: a command is missing: check, clean, stats"},
        {"perft --dpeth 3",
         "castellan perft: there is no option '--dpeth'; did you mean '--depth'?"},
        {"perft --depth 3 --colour=7",
         "castellan perft: there is no option '--colour'; 'castellan perft --help' lists them"},
        {"perft --depth abc", "castellan perft: --depth: 'abc' is not a number from 0 to 100"},
        {"perft --depth -1", "castellan perft: --depth: '-1' is not a number from 0 to 100"},
        {"perft --depth 99999999999999999999",
         "castellan perft: --depth: '99999999999999999999' is not a number from 0 to 100"},
        {"perft --depth '1\n2'", "castellan perft: --depth: '1?2' is not a number from 0 to 100"},
        {kLongMistake.c_str(), kLongAnswer.c_str()},
        {"perft --depth", "castellan perft: --depth needs a value: a number from 0 to 100"},
        {"perft --depth 1 --depth 2", "castellan perft: --depth can be given only once"},
        {"perft", "castellan perft: --depth is required"},
        {"perft --depth 1 bench", "castellan perft: 'bench' is a word too many"},
        {"play --color purple", "castellan play: --color: 'purple' is not white, black or random"},
        {"play --bots Squire", "castellan play: --bots needs 2 values"},
        {"epd --solve --nodes 0 x", "castellan epd: --nodes: '0' is not a positive number"},
        {"games show one", "castellan games show: number: 'one' is not a positive number"},
        {"serve --port 70000", "castellan serve: --port: '70000' is not a number from 0 to 65535"},
        {"train --data x --result-share 2",
         "castellan train: --result-share: '2' is not a number from 0 to 1"},
    };
    for (const auto& [arguments, first_line] : mistakes) {
        const ProgramRun run = castellan(arguments);
        EXPECT_EQ(run.exit_code, 2) << arguments;
        const auto lines = lines_of(run.output);
        ASSERT_FALSE(lines.empty()) << arguments;
        EXPECT_EQ(lines.front(), first_line);
        EXPECT_LE(lines.size(), 2U) << run.output;
    }
}

TEST(CommandLine, AMissingEngineIsRefusedBeforeTheGame) {
    const TemporaryFolder data;
    const std::string here = "CASTELLAN_DATA=" + data.path().string() + ' ' + CASTELLAN_PROGRAM;
    const std::string plain_file = data.write("engine", "no program");
    for (const std::string& arguments :
         {std::string{"play --opponent /no/such/engine"}, "play --opponent " + plain_file,
          "play --opponent " + data.path().string() + '/',
          std::string{"play --bots /no/such/engine Squire"},
          std::string{"play --bots Squire /no/such/engine"},
          std::string{"serve --no-open --port 0 --engine /no/such/engine"},
          std::string{"serve --no-open --port 0 --engine no-such-engine"},
          std::string{"match -engine cmd=/no/such -engine cmd=level:800 -each tc=1+1"},
          std::string{"match -engine cmd=no-such -engine cmd=level:800 -each tc=1+1"}}) {
        const ProgramRun run =
            run_program("timeout 20 env " + here + ' ' + arguments + " </dev/null 2>&1");
        EXPECT_EQ(run.exit_code, 1) << arguments << '\n' << run.output;
        EXPECT_TRUE(contains(run.output, ": cannot start ")) << run.output;
        EXPECT_EQ(lines_of(run.output).size(), 1U) << run.output;
    }
    EXPECT_EQ(run_program(here + " games list 2>&1").output, "No games.\n");
}

/// What bash offers after these words, sorted.
std::vector<std::string> bash_offers(const std::string& words) {
    const std::string script = std::string{"source "} + CASTELLAN_SOURCE_DIR +
                               "/packaging/castellan.bash; COMP_WORDS=(" CASTELLAN_PROGRAM " " +
                               words +
                               "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _castellan; "
                               "[ ${#COMPREPLY[@]} -eq 0 ] || printf \"%s\\n\" \"${COMPREPLY[@]}\"";
    auto offers =
        lines_of(run_program("cd " CASTELLAN_SOURCE_DIR " && bash -c '" + script + "'").output);
    std::ranges::sort(offers);
    return offers;
}

TEST(CommandLine, BashOffersWhatTheHelpLists) {
    for (const std::string& command : all_commands()) {
        const std::string help = castellan(command + " --help").output;
        EXPECT_EQ(bash_offers(command + " -"), options_in(help)) << command;
        auto subcommands = subcommands_in(help);
        std::ranges::sort(subcommands);
        if (!subcommands.empty()) {
            EXPECT_EQ(bash_offers(command + " \"\""), subcommands);
        }
    }
}

TEST(CommandLine, BashOffersFilesOnlyWhereAFileFits) {
    using Words = std::vector<std::string>;
    EXPECT_EQ(bash_offers("pe"), Words{"perft"});
    EXPECT_EQ(bash_offers("pgn ch"), Words{"check"});
    EXPECT_EQ(bash_offers("help pgn ch"), Words{"check"});
    EXPECT_EQ(bash_offers("bench --de"), Words{"--depth"});
    for (const char* const words :
         {"pgn check README", "epd README", "book openings --out README", "train --data x README",
          "book openings --out = README", "match -pgnout README",
          "match -engine name=a cmd = README", "match -openings file=x -state README"})
        EXPECT_EQ(bash_offers(words), Words{"README.md"}) << words;
    for (const char* const words :
         {"README", "perft --depth README", "perft README", "pgn README", "serve --port README",
          "match -rounds README", "match -engine name = README", "nonsense README"})
        EXPECT_EQ(bash_offers(words), Words{}) << words;
}

class InterruptTest : public testing::Test {
  protected:
    const TemporaryFolder folder_;
};

TEST_F(InterruptTest, LongWorkShowsItsProgressAndSaysHowFarItCame) {
    const std::string suite =
        folder_.write("suite.epd",
                      "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8; id \"mate\";\n"
                      "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"long\";\n");
    struct Case {
        std::vector<std::string> arguments;
        const char* progress;
        const char* last;
    };
    const Case cases[] = {
        {{"perft", "--depth", "9"}, " of 20 moves, ", " nodes so far, interrupted\n"},
        {{"perft", "--depth", "9", "--hash", "1"},
         " of 20 moves, ",
         " nodes so far, interrupted\n"},
        {{"bench", "--depth", "60"}, " of 14 positions, ", " nodes so far, interrupted\n"},
        {{"epd", "--solve", "--depth", "100", suite},
         " of 2 positions, ",
         " not tried, interrupted\n"},
        {{"book", "openings", "--count", "1000000", "--out", folder_ / "book.epd"},
         " of 1000000 openings",
         " left\n"},
    };
    for (const auto& [arguments, progress, last] : cases) {
        Terminal terminal{folder_.path(), arguments};
        ASSERT_TRUE(terminal.shows(progress)) << arguments[0] << '\n' << terminal.all();
        EXPECT_EQ(terminal.end(SIGINT), 130) << arguments[0];
        EXPECT_TRUE(terminal.all().ends_with(last)) << arguments[0] << '\n' << terminal.all();
    }
}

TEST_F(InterruptTest, PerftShowsTheMovesThatWereFinished) {
    Terminal terminal{folder_.path(), {"perft", "--depth", "8", "--divide"}};
    ASSERT_TRUE(terminal.shows("1 of 20 moves, ", 300)) << terminal.all();
    EXPECT_EQ(terminal.end(SIGINT), 130);
    EXPECT_TRUE(terminal.shows("b1a3: 3193522577\n")) << terminal.all();
    EXPECT_FALSE(contains(terminal.rest(), "h2h4: ")) << terminal.all();
}

TEST_F(InterruptTest, AGameIsLeftInOrder) {
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
             {"play", "--level", "400"}, {"play", "--bots", "2800", "2800", "--plain"}, {}}) {
        Terminal terminal{folder_.path(), arguments};
        ASSERT_TRUE(terminal.shows(arguments.empty() ? "Settings" : "a  b  c")) << terminal.all();
        EXPECT_EQ(terminal.end(SIGINT), 130) << terminal.all();
    }
}

TEST_F(InterruptTest, AServerEndsInOrder) {
    for (const auto& [signal, code] : {std::pair{SIGINT, 130}, std::pair{SIGTERM, 0}}) {
        PipedProgram server{"CASTELLAN_DATA=" + folder_.path().string() + " exec " +
                            CASTELLAN_PROGRAM + " serve --no-open --port 0 2>/dev/null"};
        ASSERT_TRUE(server.read_until("http"));
        kill(server.pid(), signal);
        EXPECT_EQ(server.wait_for_exit(20), code);
    }
}

TEST_F(InterruptTest, PgnTellsWhatItHasReadEvenIfMoreMayCome) {
    PipedProgram pgn{std::string{"exec "} + CASTELLAN_PROGRAM + " pgn clean - 2>&1"};
    ASSERT_TRUE(pgn.send("1. d4 *\n\n1. e4 e5 2. Ke3 *\n\n1. c4"));
    ASSERT_TRUE(pgn.read_until("-:3:"));
    kill(pgn.pid(), SIGINT);
    const auto rest = pgn.read_until("2 games");
    EXPECT_TRUE(rest && contains(*rest, "interrupted")) << rest.value_or("nothing");
    EXPECT_EQ(pgn.wait_for_exit(20), 130);
}

TEST_F(InterruptTest, NoProgressOnAPipe) {
    EXPECT_EQ(castellan("perft --depth 1 2>&1 >/dev/null").output, "");
    EXPECT_EQ(castellan("bench --depth 1 2>&1 >/dev/null").output, "");
}

}  // namespace
}  // namespace castellan
