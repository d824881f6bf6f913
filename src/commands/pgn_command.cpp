// castellan pgn: checks, cleans and counts the games of a PGN file.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>

#include "base/text.h"
#include "chess/openings/opening_names.h"
#include "chess/pgn/pgn_reader.h"
#include "chess/pgn/pgn_writer.h"
#include "commands/commands.h"
#include "commands/complaint.h"
#include "commands/input_file.h"
#include "commands/interrupt.h"
#include "commands/option_values.h"

namespace castellan {
namespace {

/// What all three subcommands count.
struct PgnTotals {
    long long games = 0;
    long long plies = 0;
    long long bad_games = 0;
    long long problems = 0;

    void add(const PgnGame& game) {
        ++games;
        plies += static_cast<long long>(game.ply_count());
        bad_games += game.problems.empty() ? 0 : 1;
        problems += static_cast<long long>(game.problems.size());
    }
};

void report_problems(std::FILE* out, const std::string& path, const PgnGame& game) {
    for (const PgnProblem& problem : game.problems) print_problem(out, path, problem);
}

void report_totals(std::FILE* out, const PgnTotals& totals) {
    const std::string text = counted(totals.games, "game", "games") + ", " +
                             counted(totals.plies, "ply", "plies") + ", " +
                             counted(totals.problems, "problem", "problems") + " in " +
                             counted(totals.bad_games, "game", "games");
    std::fprintf(out, "%s\n", text.c_str());
}

/// Reads the whole file, handing each game to `visit`. Returns 0, kFailure if it cannot be read, or
/// kInterrupted: then what was read so far is still worth telling.
template <typename Visit>
int for_each_pgn_game(const std::string& path, PgnDetail detail, Visit visit) {
    auto file = InputFile::open(path);
    if (!file) {
        return complain("pgn", file.error().message);
    }
    const Interrupt interrupt;
    const std::stop_token stop = interrupt.token();
    PgnReader reader{file->bytes(stop), detail};
    while (const auto game = reader.next()) {
        if (stop.stop_requested()) break;  // the last game may be cut short
        visit(*game);
    }
    if (stop.stop_requested()) return complain("pgn", "interrupted; so far:"), kInterrupted;
    return file->has_failed() ? complain("pgn", "cannot read " + path) : 0;
}

int check_pgn(const std::string& path) {
    PgnTotals totals;
    const int code = for_each_pgn_game(path, PgnDetail::everything, [&](const PgnGame& game) {
        totals.add(game);
        report_problems(stdout, path, game);
    });
    if (code == kFailure) return code;
    report_totals(stdout, totals);
    return totals.problems == 0 || code != 0 ? code : kFailure;
}

int clean_pgn(const std::string& path) {
    PgnTotals totals;
    const int code = for_each_pgn_game(path, PgnDetail::everything, [&](const PgnGame& game) {
        totals.add(game);
        report_problems(stderr, path, game);
        std::fputs(to_pgn(game).c_str(), stdout);
    });
    if (code == kFailure) return code;
    report_totals(stderr, totals);
    return code;
}

int count_pgn(const std::string& path) {
    constexpr std::size_t kMostOpeningsShown = 10;
    const OpeningNames names;
    PgnTotals totals;
    std::size_t longest = 0;
    std::map<PgnResult, long long> results;
    std::map<std::string_view, long long> openings;
    const int code = for_each_pgn_game(path, PgnDetail::main_line, [&](const PgnGame& game) {
        Game played{game.start};
        for (const Move move : game.main_line()) played.play(move);
        totals.add(game);
        longest = std::max(longest, game.ply_count());
        ++results[game.result];
        const OpeningLine* opening = names.find(played);
        ++openings[opening == nullptr ? "unnamed"
                                      : opening->name.substr(0, opening->name.find(':'))];
    });
    if (code == kFailure) return code;

    report_totals(stdout, totals);
    for (const auto& [result, count] : results)
        std::printf("%-8s %lld\n", std::string{to_text(result)}.c_str(), count);
    std::printf("longest game: %zu plies\n", longest);
    std::vector<std::pair<std::string_view, long long>> ranked{openings.begin(), openings.end()};
    std::ranges::stable_sort(ranked, std::greater{},
                             [](const auto& entry) { return entry.second; });
    std::printf("openings:\n");
    for (std::size_t i = 0; i < std::min(ranked.size(), kMostOpeningsShown); ++i)
        std::printf("%6lld  %s\n", ranked[i].second, std::string{ranked[i].first}.c_str());
    return code;
}

}  // namespace

void add_pgn_command(CLI::App& app, ExitStatus& status) {
    CLI::App* command = app.add_subcommand("pgn", "Check, clean or count the games of a PGN file");
    command->require_subcommand(1);
    const auto add = [&](const char* name, const char* help, int (*action)(const std::string&),
                         const char* examples) {
        auto path = std::make_shared<std::string>();
        CLI::App* sub = command->add_subcommand(name, help);
        sub->add_option("FILE", *path, "File to read; - is standard input")
            ->type_name(kFileType)
            ->required();
        sub->footer(examples);
        sub->callback([path, action, &status] { status.code = action(*path); });
    };
    add("check", "Name every problem with its line and column", check_pgn,
        "Examples:\n"
        "  castellan pgn check games.pgn\n"
        "  zcat games.pgn.gz | castellan pgn check -");
    add("clean", "Write the games in export format, each as far as it is legal", clean_pgn,
        "Examples:\n  castellan pgn clean games.pgn > clean.pgn");
    add("stats", "Count games, results, plies and openings", count_pgn,
        "Examples:\n  castellan pgn stats games.pgn");
    command->footer(
        "Examples:\n"
        "  castellan pgn check games.pgn\n"
        "  castellan pgn clean games.pgn > clean.pgn\n"
        "  castellan pgn stats games.pgn");
}

}  // namespace castellan
