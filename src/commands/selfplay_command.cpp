// castellan selfplay: the engine plays itself, and the games are kept for training.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "base/text.h"
#include "commands/commands.h"
#include "commands/complaint.h"
#include "commands/interrupt.h"
#include "commands/option_values.h"
#include "commands/progress_line.h"
#include "eval/nnue/network_file.h"
#include "training/game_writer.h"
#include "training/selfplay.h"

namespace castellan {
namespace {

constexpr int kMostGamesAtOnce = 1'024;

struct SelfplayArguments {
    training::SelfplayOptions options;
    std::string out;
    std::string network;
};

std::string selfplay_progress(std::uint64_t games, std::uint64_t of, std::uint64_t positions,
                              double seconds) {
    const double left =
        games == 0 ? 0 : seconds / static_cast<double>(games) * static_cast<double>(of - games);
    char speed[32];
    std::snprintf(speed, sizeof speed, "%.0f", static_cast<double>(positions) / seconds);
    return std::to_string(games) + " of " + counted(static_cast<long long>(of), "game", "games") +
           ", " + speed + " positions per second, " + duration_text(left) + " left";
}

int play_itself(SelfplayArguments arguments) {
    auto network = nnue::network_named(arguments.network);
    if (!network) {
        return complain("selfplay", network.error().message);
    }
    arguments.options.network = std::move(*network);
    auto writer = training::GameWriter::open(arguments.out);
    if (!writer) return complain("selfplay", writer.error().message);
    if (writer->cut_bytes() > 0)
        std::fprintf(stderr, "%s: cut off an unfinished game of %llu bytes\n",
                     arguments.out.c_str(), static_cast<unsigned long long>(writer->cut_bytes()));
    // The games of a seed are numbered through, so that a file goes on where it ended.
    training::SelfplayOptions& options = arguments.options;
    options.first_game = writer->games();

    const Interrupt interrupt;
    Result<void, training::GameFileError> written;
    std::uint64_t games = 0;
    std::uint64_t positions = 0;
    {
        ProgressLine progress;
        const auto show = [&] {
            progress.show(selfplay_progress(games, options.games, positions, progress.seconds()));
        };
        training::run_selfplay(
            options,
            [&](const training::TrainingGame& game) {
                written = writer->append(game);
                if (!written) return false;
                ++games;
                positions += game.moves.size();
                if (progress.is_due()) show();
                return true;
            },
            interrupt.token());
        show();
    }
    if (!written) return complain("selfplay", written.error().message);
    std::fprintf(stderr, "%s: %s, %llu in the file\n", arguments.out.c_str(),
                 counted(static_cast<long long>(games), "new game", "new games").c_str(),
                 static_cast<unsigned long long>(writer->games()));
    const bool is_cut_short = interrupt.token().stop_requested() && games < options.games;
    return is_cut_short ? kInterrupted : 0;
}

}  // namespace

void add_selfplay_command(CLI::App& app, ExitStatus& status) {
    auto arguments = std::make_shared<SelfplayArguments>();
    training::SelfplayOptions& options = arguments->options;
    CLI::App* command = app.add_subcommand("selfplay", "Play games against itself, for training");
    command->add_option("--games", options.games, "Games to play")
        ->required()
        ->check(positive_number<std::uint64_t>());
    command
        ->add_option("--nodes", options.nodes,
                     "Nodes to search per move, and on to the end of the iteration")
        ->capture_default_str()
        ->check(positive_number<std::uint64_t>());
    command->add_option("--seed", options.seed, "The same seed gives the same games")
        ->check(natural_number<std::uint64_t>())
        ->capture_default_str();
    command->add_option("--threads", options.threads, "Games to play at the same time")
        ->capture_default_str()
        ->check(number_from(1, kMostGamesAtOnce));
    command
        ->add_option("--network", arguments->network,
                     "A network's file, or 'classical' (default: the one that is built in)")
        ->type_name(kFileType);
    command->add_option("--out", arguments->out, "File to append the games to")
        ->type_name(kFileType)
        ->required();
    command->footer(
        "Examples:\n"
        "  castellan selfplay --games 1000 --nodes 2000 --seed 1 --threads 2 --out games.cgf\n"
        "It may be interrupted at any moment; the same command goes on with further games.");
    command->callback([arguments, &status] { status.code = play_itself(*arguments); });
}

}  // namespace castellan
