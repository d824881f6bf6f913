// castellan games: the games that were played here.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "base/text.h"
#include "commands/commands.h"
#include "commands/complaint.h"
#include "commands/input_file.h"
#include "commands/option_values.h"
#include "store/data_folder.h"
#include "store/game_import.h"
#include "store/game_pgn.h"
#include "store/sqlite/sqlite_game_store.h"

namespace castellan {
namespace {

struct GamesArguments {
    GameFilter filter;
    std::vector<GameId> ids;
    std::string file;
    std::vector<std::string> files;
};

constexpr std::string_view kHolder = "castellan games";

Result<SqliteGameStore, StoreError> open_to_change() {
    return SqliteGameStore::open(games_file(), kHolder);
}

/// Also while somebody plays.
Result<SqliteGameStore, StoreError> open_to_look() {
    return SqliteGameStore::open_to_read(games_file(), kHolder);
}

int list_games(const GamesArguments& arguments) {
    auto store = open_to_look();
    if (!store) return complain("games", store.error().message);
    const auto games = store->list(arguments.filter);
    if (!games) return complain("games", games.error().message);
    for (const GameSummary& game : *games)
        std::printf("%4lld  %s  %-7s  %s - %s, %s%s%s\n", static_cast<long long>(game.id),
                    game.started.substr(0, 16).c_str(), game.result.c_str(), game.white.c_str(),
                    game.black.c_str(), counted(game.plies, "ply", "plies").c_str(),
                    game.opening.empty() ? "" : ", ", game.opening.c_str());
    if (games->empty()) std::fputs("No games.\n", stderr);
    return 0;
}

/// The chosen games, or those that the filter lets through.
int write_games(const GamesArguments& arguments, std::FILE* out) {
    auto store = open_to_look();
    if (!store) return complain("games", store.error().message);
    std::vector<GameId> ids = arguments.ids;
    if (ids.empty()) {
        const auto games = store->list(arguments.filter);
        if (!games) return complain("games", games.error().message);
        for (auto game = games->rbegin(); game != games->rend(); ++game) ids.push_back(game->id);
    }
    const OpeningNames names;
    for (const GameId id : ids) {
        const auto game = store->load(id);
        if (!game) return complain("games", game.error().message);
        std::fputs(to_pgn(*game, names).c_str(), out);
    }
    return 0;
}

int export_games(const GamesArguments& arguments) {
    if (arguments.file.empty() || arguments.file == "-") return write_games(arguments, stdout);
    std::FILE* const out = std::fopen(arguments.file.c_str(), "we");
    if (out == nullptr) return complain("games", "cannot write " + arguments.file);
    const int code = write_games(arguments, out);
    if (std::fclose(out) != 0) return complain("games", "cannot write " + arguments.file);
    return code;
}

/// 1 if a file could not be read or had something wrong in it; what can be kept is kept.
int import_games(const GamesArguments& arguments) {
    auto store = open_to_change();
    if (!store) return complain("games", store.error().message);
    const OpeningNames names;
    int code = 0;
    for (const std::string& path : arguments.files) {
        auto file = InputFile::open(path);
        if (!file) {
            code = complain("games", file.error().message);
            continue;
        }
        PgnReader reader{file->bytes()};
        GameImport games{*store, reader, names};
        for (bool has_more = true; has_more;) {
            const auto step = games.step();
            if (!step) return complain("games", step.error().message);
            has_more = *step;
        }
        const ImportReport& report = games.report();
        for (const PgnProblem& problem : report.problems) print_problem(stderr, path, problem);
        std::fprintf(
            stderr, "%s: %s, %s in %s\n", path.c_str(),
            counted(static_cast<long long>(report.games), "game", "games").c_str(),
            counted(static_cast<long long>(report.problem_count), "problem", "problems").c_str(),
            counted(static_cast<long long>(report.games_with_problems), "game", "games").c_str());
        if (report.problem_count > 0) code = 1;
        if (file->has_failed()) code = complain("games", "cannot read " + path);
    }
    return code;
}

using Change = Result<void, StoreError> (SqliteGameStore::*)(std::span<const GameId> games,
                                                             std::optional<PersonId> person);

int change_games(const GamesArguments& arguments, Change change) {
    auto store = open_to_change();
    if (!store) return complain("games", store.error().message);
    const auto status = ((*store).*change)(arguments.ids, {});
    if (!status) return complain("games", status.error().message);
    return 0;
}

int back_up_games(const GamesArguments& arguments) {
    auto store = open_to_look();
    if (!store) return complain("games", store.error().message);
    const auto status = store->back_up(arguments.file);
    if (!status) return complain("games", status.error().message);
    return 0;
}

void add_filter(CLI::App* command, GameFilter& filter) {
    command->add_option("--player", filter.player, "A part of a player's name");
    command->add_option("--opening", filter.opening,
                        "A part of the opening's name, or its ECO code");
    command->add_option("--result", filter.result, "1-0, 0-1, 1/2-1/2, or * for unfinished games");
    command->add_option("--since", filter.since, "From this day on: 2026-05-01");
    command->add_option("--until", filter.until, "Up to this day");
}

void add_looking(CLI::App* games, const std::shared_ptr<GamesArguments>& arguments,
                 ExitStatus& status) {
    CLI::App* listing = games->add_subcommand("list", "One line for each, the newest first");
    add_filter(listing, arguments->filter);
    listing->add_option("--limit", arguments->filter.limit, "So many at most")
        ->check(positive_number<int>());
    listing->footer(
        "Examples:\n"
        "  castellan games list\n"
        "  castellan games list --opening sicilian --result 1-0 --limit 20");
    listing->callback([=, &status] { status.code = list_games(*arguments); });
    CLI::App* show = games->add_subcommand("show", "Games as PGN");
    show->add_option("number", arguments->ids, "As 'list' shows it")
        ->check(positive_number<GameId>())
        ->required();
    show->footer("Examples:\n  castellan games show 12");
    show->callback([=, &status] { status.code = write_games(*arguments, stdout); });
    CLI::App* exporting = games->add_subcommand("export", "All games, or some, as PGN");
    add_filter(exporting, arguments->filter);
    exporting->add_option("number", arguments->ids, "Only these")->check(positive_number<GameId>());
    exporting->add_option("--out", arguments->file, "File to write; standard output without it")
        ->type_name(kFileType);
    exporting->footer(
        "Examples:\n"
        "  castellan games export > all.pgn\n"
        "  castellan games export 12 15 --out two.pgn\n"
        "  castellan games export --since 2026-05-01 --out may.pgn");
    exporting->callback([=, &status] { status.code = export_games(*arguments); });
    CLI::App* backing = games->add_subcommand(
        "backup", "A copy of everything that is kept, also while a server runs");
    backing->add_option("file", arguments->file, "File to write; it must not be there yet")
        ->type_name(kFileType)
        ->required();
    backing->footer(
        "The copy is a whole games.db: put it in the data folder of a Castellan that is not\n"
        "running to go back to it.\n\n"
        "Examples:\n  castellan games backup games-2026-05-01.db");
    backing->callback([=, &status] { status.code = back_up_games(*arguments); });
}

void add_changing(CLI::App* games, const std::shared_ptr<GamesArguments>& arguments,
                  ExitStatus& status) {
    CLI::App* importing = games->add_subcommand("import", "Games from PGN files");
    importing->add_option("file", arguments->files, "PGN files, or - for standard input")
        ->type_name(kFileType)
        ->required();
    importing->footer(
        "Examples:\n"
        "  castellan games import club.pgn\n"
        "  zcat old.pgn.gz | castellan games import -");
    importing->callback([=, &status] { status.code = import_games(*arguments); });
    CLI::App* deleting =
        games->add_subcommand("delete", "Forget games; for a month they can be restored");
    deleting->add_option("number", arguments->ids, "As 'list' shows it")
        ->check(positive_number<GameId>())
        ->required();
    deleting->footer("Examples:\n  castellan games delete 12 15");
    deleting->callback(
        [=, &status] { status.code = change_games(*arguments, &SqliteGameStore::remove); });
    CLI::App* restoring = games->add_subcommand("restore", "Bring deleted games back");
    restoring->add_option("number", arguments->ids, "Their numbers")
        ->check(positive_number<GameId>())
        ->required();
    restoring->footer("Examples:\n  castellan games restore 12");
    restoring->callback(
        [=, &status] { status.code = change_games(*arguments, &SqliteGameStore::restore); });
}

}  // namespace

void add_games_command(CLI::App& app, ExitStatus& status) {
    const auto arguments = std::make_shared<GamesArguments>();
    CLI::App* games = app.add_subcommand("games", "The games that were played here");
    games->require_subcommand(1);
    add_looking(games, arguments, status);
    add_changing(games, arguments, status);
    games->footer(
        "Examples:\n"
        "  castellan games list --opening sicilian --result 1-0\n"
        "  castellan games import club.pgn\n"
        "  castellan games export --since 2026-05-01 --out may.pgn");
}

}  // namespace castellan
