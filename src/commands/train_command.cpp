// castellan train: looks into files of self-play games, and learns from them.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "commands/commands.h"
#include "training/game_reader.h"
#include "training/game_statistics.h"

namespace castellan {
namespace {

struct Arguments {
    std::vector<std::string> inspected;
};

int report(const Error<training::GameFileError>& error) {
    std::fprintf(stderr, "castellan train: %s\n", error.message.c_str());
    return 1;
}

void print(const std::string& name, const training::GameStatistics& statistics) {
    using training::GameResult;
    const auto print_count = [](const char* what, std::uint64_t count) {
        std::printf("  %-22s %llu\n", what, static_cast<unsigned long long>(count));
    };
    std::printf("%s\n", name.c_str());
    print_count("games", statistics.games);
    print_count("White wins", statistics.count(GameResult::white_wins));
    print_count("draws", statistics.count(GameResult::draw));
    print_count("Black wins", statistics.count(GameResult::black_wins));
    print_count("plies", statistics.plies);
    std::printf("  %-22s %.1f\n", "mean length in plies", statistics.mean_plies());
    print_count("usable positions", statistics.usable);
}

/// Hands each game of the file to `visit`.
template <typename Visit>
Result<void, training::GameFileError> for_each_game(const std::string& path, Visit visit) {
    auto reader = training::GameReader::open(path);
    if (!reader) return tl::unexpected(reader.error());
    for (;;) {
        const auto game = reader->next();
        if (!game) return tl::unexpected(game.error());
        if (!*game) break;
        visit(**game);
    }
    if (reader->unfinished_bytes() > 0)
        std::fprintf(stderr, "%s: the last game is unfinished and left out\n", path.c_str());
    return {};
}

int inspect(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) {
        training::GameStatistics statistics;
        const auto read =
            for_each_game(path, [&](const training::GameRecord& game) { statistics.add(game); });
        if (!read) return report(read.error());
        print(path, statistics);
    }
    return 0;
}

}  // namespace

void add_train_command(CLI::App& app, ExitStatus& status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand("train", "Learn from self-play games");
    command->add_option("--inspect", arguments->inspected, "Show what these game files hold")
        ->required();
    command->footer(
        "Example:\n"
        "  castellan train --inspect games.cgf");
    command->callback([arguments, &status] { status.code = inspect(arguments->inspected); });
}

}  // namespace castellan
