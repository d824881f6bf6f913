// The README's examples do what the README says: its console blocks and its C++ program.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "tests/support/run_program.h"

namespace castellan {
namespace {

struct Example {
    std::string command;
    std::string expected;
};

std::string readme() {
    std::ostringstream text;
    text << std::ifstream{std::filesystem::path{CASTELLAN_SOURCE_DIR} / "README.md"}.rdbuf();
    return text.str();
}

/// Commands follow "$ " in blocks marked console; what follows is their output.
std::vector<Example> console_examples() {
    std::vector<Example> examples;
    std::istringstream lines{readme()};
    bool is_inside = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("```")) {
            is_inside = line == "```console";
        } else if (is_inside && line.starts_with("$ ")) {
            examples.push_back({line.substr(2), {}});
        } else if (is_inside && !examples.empty()) {
            examples.back().expected += line + '\n';
        }
    }
    return examples;
}

/// `...` in the expected text stands for anything on that line.
bool matches(const std::string& output, const std::string& expected) {
    std::istringstream found{output};
    std::istringstream wanted{expected};
    std::string have;
    std::string want;
    while (std::getline(wanted, want)) {
        if (!std::getline(found, have)) return false;
        const auto gap = want.find("...");
        if (gap == std::string::npos
                ? have != want
                : !have.starts_with(want.substr(0, gap)) || !have.ends_with(want.substr(gap + 3)))
            return false;
    }
    return !std::getline(found, have);
}

TEST(Readme, ConsoleExamplesGiveTheOutputShown) {
    const auto examples = console_examples();
    ASSERT_GE(examples.size(), 3U);
    const std::string program_folder = std::filesystem::path{CASTELLAN_PROGRAM}.parent_path();
    for (const auto& [command, expected] : examples) {
        const ProgramRun run = run_program("cd " CASTELLAN_SOURCE_DIR " && PATH=" + program_folder +
                                           ":$PATH; " + command);
        EXPECT_TRUE(matches(run.output, expected)) << "$ " << command << '\n'
                                                   << run.output << "expected:\n"
                                                   << expected;
    }
}

TEST(Readme, TheProgramPrintsWhatItsCommentSays) {
    const std::string text = readme();
    const std::string marker = "// prints: ";
    std::string expected;
    for (std::size_t at = text.find(marker); at != std::string::npos;
         at = text.find(marker, at + 1)) {
        const std::size_t start = at + marker.size();
        expected += text.substr(start, text.find('\n', start) - start) + '\n';
    }
    ASSERT_FALSE(expected.empty());
    EXPECT_EQ(run_program(README_EXAMPLE).output, expected);
}

}  // namespace
}  // namespace castellan
