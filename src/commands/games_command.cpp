// castellan games: the games that were played here.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "base/text.h"
#include "commands/commands.h"
#include "commands/input_file.h"
#include "store/data_folder.h"
#include "store/game_import.h"
#include "store/game_pgn.h"
#include "store/sqlite/sqlite_game_store.h"

namespace castellan {
namespace {

struct Arguments {
    GameFilter filter;
    std::vector<GameId> ids;
    std::string file;
    std::vector<std::string> files;
};

int complain(const std::string& message) {
    std::fprintf(stderr, "castellan games: %s\n", message.c_str());
    return 1;
}

Result<SqliteGameStore, StoreError> open_store() { return SqliteGameStore::open(games_file()); }

int list(const Arguments& arguments) {
    auto store = open_store();
    if (!store) return complain(store.error().message);
    const auto games = store->list(arguments.filter);
    if (!games) return complain(games.error().message);
    for (const GameSummary& game : *games)
        std::printf("%4lld  %s  %-7s  %s - %s, %s%s%s\n", static_cast<long long>(game.id),
                    game.started.substr(0, 16).c_str(), game.result.c_str(), game.white.c_str(),
                    game.black.c_str(), counted(game.plies, "ply", "plies").c_str(),
                    game.opening.empty() ? "" : ", ", game.opening.c_str());
    if (games->empty()) std::fputs("No games.\n", stderr);
    return 0;
}

/// The chosen games, or those that the filter lets through.
int write(const Arguments& arguments, std::FILE* out) {
    auto store = open_store();
    if (!store) return complain(store.error().message);
    std::vector<GameId> ids = arguments.ids;
    if (ids.empty()) {
        const auto games = store->list(arguments.filter);
        if (!games) return complain(games.error().message);
        for (auto game = games->rbegin(); game != games->rend(); ++game) ids.push_back(game->id);
    }
    const OpeningNames names;
    for (const GameId id : ids) {
        const auto game = store->load(id);
        if (!game) return complain(game.error().message);
        std::fputs(to_pgn(*game, names).c_str(), out);
    }
    return 0;
}

int export_games(const Arguments& arguments) {
    if (arguments.file.empty() || arguments.file == "-") return write(arguments, stdout);
    std::FILE* const out = std::fopen(arguments.file.c_str(), "we");
    if (out == nullptr) return complain("cannot write " + arguments.file);
    const int code = write(arguments, out);
    if (std::fclose(out) != 0) return complain("cannot write " + arguments.file);
    return code;
}

/// 1 if a file could not be read or had something wrong in it; what can be kept is kept.
int import(const Arguments& arguments) {
    auto store = open_store();
    if (!store) return complain(store.error().message);
    const OpeningNames names;
    int code = 0;
    for (const std::string& path : arguments.files) {
        auto file = InputFile::open(path);
        if (!file) {
            code = complain(file.error().message);
            continue;
        }
        PgnReader reader{file->bytes()};
        GameImport games{*store, reader, names};
        for (bool has_more = true; has_more;) {
            const auto step = games.step();
            if (!step) return complain(step.error().message);
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
        if (file->has_failed()) code = complain("cannot read " + path);
    }
    return code;
}

template <typename Action>
int for_each_id(const Arguments& arguments, const Action& act) {
    auto store = open_store();
    if (!store) return complain(store.error().message);
    for (const GameId id : arguments.ids)
        if (const auto status = act(*store, id); !status) return complain(status.error().message);
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

}  // namespace

void add_games_command(CLI::App& app, ExitStatus& status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App* games = app.add_subcommand("games", "The games that were played here");
    games->require_subcommand(1);
    CLI::App* listing = games->add_subcommand("list", "One line for each, the newest first");
    add_filter(listing, arguments->filter);
    listing->add_option("--limit", arguments->filter.limit, "So many at most");
    listing->callback([=, &status] { status.code = list(*arguments); });
    CLI::App* show = games->add_subcommand("show", "Games as PGN");
    show->add_option("number", arguments->ids, "As 'list' shows it")->required();
    show->callback([=, &status] { status.code = write(*arguments, stdout); });
    CLI::App* exporting = games->add_subcommand("export", "All games, or some, as PGN");
    add_filter(exporting, arguments->filter);
    exporting->add_option("number", arguments->ids, "Only these");
    exporting->add_option("--out", arguments->file, "File to write; standard output without it");
    exporting->callback([=, &status] { status.code = export_games(*arguments); });
    CLI::App* importing = games->add_subcommand("import", "Games from PGN files");
    importing->add_option("file", arguments->files, "PGN files, or - for standard input")
        ->required();
    importing->callback([=, &status] { status.code = import(*arguments); });
    CLI::App* deleting =
        games->add_subcommand("delete", "Forget games; for a month they can be restored");
    deleting->add_option("number", arguments->ids, "As 'list' shows it")->required();
    deleting->callback([=, &status] {
        status.code =
            for_each_id(*arguments, [](auto& store, GameId id) { return store.remove(id); });
    });
    CLI::App* restoring = games->add_subcommand("restore", "Bring deleted games back");
    restoring->add_option("number", arguments->ids, "Their numbers")->required();
    restoring->callback([=, &status] {
        status.code =
            for_each_id(*arguments, [](auto& store, GameId id) { return store.restore(id); });
    });
    games->footer(
        "Examples:\n"
        "  castellan games list --opening sicilian --result 1-0\n"
        "  castellan games import club.pgn\n"
        "  castellan games export --since 2026-05-01 --out may.pgn");
}

}  // namespace castellan
