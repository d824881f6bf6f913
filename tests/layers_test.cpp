// The layers of DESIGN: a folder includes only what stands below it, and no file includes itself
// by a detour.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/support/run_program.h"

namespace castellan {
namespace {

using Includes = std::map<std::string, std::set<std::string>>;  // file -> files, relative to src/

// Each layer may include the ones named before it, but not others of its own rank.
const std::vector<std::vector<std::string>> kRanks = {
    {"base"},
    {"chess"},
    {"eval", "tablebase", "book"},
    {"search"},
    {"engine"},
    {"play"},
    {"uci", "xboard", "clients", "store", "people", "analysis", "training"},
    {"house"},
    {"pipe", "terminal", "server", "browser", "match"},
    {"remote"},
    {"commands"},
    {"main.cpp", "engine_main.cpp"},
};

std::string layer_of(const std::string& file) { return file.substr(0, file.find('/')); }

int rank_of(const std::string& layer) {
    for (std::size_t i = 0; i < kRanks.size(); ++i)
        if (std::ranges::find(kRanks[i], layer) != kRanks[i].end()) return static_cast<int>(i);
    return -1;
}

std::vector<std::string> upward_edges(const Includes& includes) {
    std::vector<std::string> found;
    for (const auto& [file, targets] : includes)
        for (const std::string& target : targets) {
            const int from = rank_of(layer_of(file));
            const int to = rank_of(layer_of(target));
            const bool is_fine =
                from >= 0 && to >= 0 && (to < from || layer_of(file) == layer_of(target));
            if (!is_fine) found.push_back(file + " -> " + target);
        }
    return found;
}

/// Files from which a chain of includes leads back to themselves.
std::vector<std::string> cycles(const Includes& includes) {
    std::vector<std::string> found;
    for (const auto& [start, ignored] : includes) {
        std::set<std::string> seen;
        std::vector<std::string> open{start};
        while (!open.empty()) {
            const std::string file = open.back();
            open.pop_back();
            const auto entry = includes.find(file);
            if (entry == includes.end()) continue;
            for (const std::string& target : entry->second) {
                if (target == start) {
                    found.push_back(start);
                    open.clear();
                    break;
                }
                if (seen.insert(target).second) open.push_back(target);
            }
        }
    }
    return found;
}

/// What a file includes between these signs: "of ours" or <of the system>.
Includes read_sources(const std::filesystem::path& root, char open = '"', char close = '"') {
    Includes includes;
    for (const auto& entry : std::filesystem::recursive_directory_iterator{root}) {
        const auto extension = entry.path().extension();
        if (extension != ".h" && extension != ".cpp") continue;
        auto& targets = includes[std::filesystem::relative(entry.path(), root)];
        std::ifstream file{entry.path()};
        const std::string prefix = std::string{"#include "} + open;
        for (std::string line; std::getline(file, line);)
            // Tests beside their sources share what helps them.
            if (line.starts_with(prefix) && !line.starts_with(prefix + "tests/support/"))
                targets.insert(line.substr(prefix.size(), line.rfind(close) - prefix.size()));
    }
    return includes;
}

/// Tests and what is chosen when a program is linked are no part of what a browser gets.
bool is_for_browsers(const std::string& file) {
    static const std::set<std::string> kLayers = {"base",   "chess",  "eval",     "tablebase",
                                                  "book",   "search", "engine",   "play",
                                                  "people", "store",  "analysis", "house"};
    return kLayers.contains(layer_of(file)) && !file.ends_with("_test.cpp") &&
           !file.starts_with("tablebase/syzygy/") && !file.starts_with("store/sqlite/");
}

/// Headers for processes, sockets, signals and SQLite.
bool is_beyond_browsers(const std::string& header) {
    static const std::set<std::string> kHeaders = {
        "csignal",     "signal.h",      "csetjmp",        "setjmp.h",  "spawn.h",    "poll.h",
        "netdb.h",     "sqlite3.h",     "tbprobe.h",      "ncurses.h", "sys/wait.h", "sys/socket.h",
        "sys/prctl.h", "sys/eventfd.h", "sys/signalfd.h", "sys/un.h"};
    return kHeaders.contains(header) || header.starts_with("boost/") ||
           header.starts_with("netinet/") || header.starts_with("arpa/");
}

TEST(Layers, WhatABrowserGetsIncludesNoProcessSocketSignalOrDatabase) {
    const auto root = std::filesystem::path{CASTELLAN_SOURCE_DIR} / "src";
    std::vector<std::string> found;
    for (const auto& [file, headers] : read_sources(root, '<', '>'))
        for (const std::string& header : headers)
            if (is_for_browsers(file) && is_beyond_browsers(header))
                found.push_back(file + " -> " + header);
    for (const auto& [file, targets] : read_sources(root))
        for (const std::string& target : targets)
            if (is_for_browsers(file) && !is_for_browsers(target))
                found.push_back(file + " -> " + target);
    EXPECT_EQ(found, std::vector<std::string>{});
}

/// A program of those layers alone plays, and asks the system for nothing that a browser lacks.
TEST(Layers, WhatABrowserGetsLinksWithoutProcessSocketSignalOrDatabase) {
    if (CASTELLAN_IS_SANITIZED) GTEST_SKIP() << "sanitizers need signals themselves";
    const ProgramRun played = run_program(BROWSER_LAYERS);
    EXPECT_EQ(played.exit_code, 0);
    EXPECT_EQ(played.output, "2 moves\n");
    const ProgramRun symbols = run_program("nm -D --undefined-only " BROWSER_LAYERS);
    ASSERT_EQ(symbols.exit_code, 0);
    ASSERT_NE(symbols.output.find(" U "), std::string::npos) << "nothing was listed";
    for (const char* const name :
         {"fork", "vfork", "exec", "posix_spawn", "popen", "system", "waitpid", "kill", "socket",
          "connect", "bind", "listen", "accept", "signal", "sigaction", "pthread_sigmask",
          "sigsetjmp", "sqlite3_", "tb_init"})
        EXPECT_EQ(symbols.output.find(std::string{" U "} + name), std::string::npos) << name;
}

TEST(Layers, NoIncludePointsUp) {
    const Includes includes = read_sources(std::filesystem::path{CASTELLAN_SOURCE_DIR} / "src");
    EXPECT_GT(includes.size(), 30U);
    EXPECT_EQ(upward_edges(includes), std::vector<std::string>{});
}

TEST(Layers, NoIncludesFormACycle) {
    const Includes includes = read_sources(std::filesystem::path{CASTELLAN_SOURCE_DIR} / "src");
    EXPECT_EQ(cycles(includes), std::vector<std::string>{});
}

TEST(Layers, TheCheckSeesWhatItLooksFor) {
    EXPECT_EQ(upward_edges({{"chess/a.h", {"base/b.h", "chess/c.h"}}}).size(), 0U);
    EXPECT_EQ(upward_edges({{"chess/a.h", {"search/b.h"}}}).size(), 1U);
    EXPECT_EQ(upward_edges({{"match/a.h", {"server/b.h"}}}).size(), 1U);
    EXPECT_EQ(upward_edges({{"chess/a.h", {"strange/b.h"}}}).size(), 1U);
    EXPECT_EQ(cycles({{"a.h", {"b.h"}}, {"b.h", {"c.h"}}, {"c.h", {"b.h"}}}).size(), 2U);
    EXPECT_EQ(cycles({{"a.h", {"b.h", "c.h"}}, {"b.h", {"c.h"}}, {"c.h", {}}}).size(), 0U);
}

}  // namespace
}  // namespace castellan
