// castellan train: looks into files of self-play games, and learns from them.
#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "base/text.h"
#include "commands/commands.h"
#include "eval/classical/starting_weights.h"
#include "training/classical_tuner.h"
#include "training/game_reader.h"
#include "training/game_statistics.h"
#include "training/weights_text.h"

namespace castellan {
namespace {

constexpr int kMostThreads = 1'024;
constexpr int kMostEpochs = 100'000;

struct Arguments {
    std::vector<std::string> inspected;
    bool is_classical = false;
    std::vector<std::string> data;
    std::string out;
    training::TunerOptions tuner;
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

/// To the file, or to standard output if none is named.
int write_weights(const classical::Weights& weights, const std::string& path) {
    const std::string text = training::weights_header(weights);
    if (path.empty()) {
        std::fputs(text.c_str(), stdout);
        return 0;
    }
    std::FILE* file = std::fopen(path.c_str(), "wb");
    const bool was_written = file != nullptr && std::fputs(text.c_str(), file) >= 0;
    if (file != nullptr && std::fclose(file) == 0 && was_written) return 0;
    std::fprintf(stderr, "castellan train: cannot write %s: %s\n", path.c_str(),
                 std::strerror(errno));
    return 1;
}

void print_epoch(const training::EpochReport& report) {
    std::fprintf(stderr, "epoch %3d  loss %.6f  held out %.6f%s\n", report.epoch,
                 report.training_loss, report.held_out_loss, report.is_best ? "  best" : "");
}

int tune_classical(const Arguments& arguments) {
    training::ClassicalData data;
    for (const std::string& path : arguments.data) {
        const auto read =
            for_each_game(path, [&](const training::GameRecord& game) { data.add(game); });
        if (!read) return report(read.error());
    }
    if (data.training.size() == 0 || data.held_out.size() == 0) {
        std::fprintf(stderr, "castellan train: %s hold too few usable positions\n",
                     counted(static_cast<long long>(data.games), "game", "games").c_str());
        return 1;
    }
    training::TunerOptions options = arguments.tuner;
    constexpr classical::Weights kStart = classical::starting_weights();
    const auto start = training::to_parameters(kStart);
    options.target.scale = training::fit_scale(data.training, start, options.threads);
    std::fprintf(stderr,
                 "%llu games, %zu positions to learn from, %zu held out; "
                 "an advantage of %.0f centipawns wins 73 %%\n",
                 static_cast<unsigned long long>(data.games), data.training.size(),
                 data.held_out.size(), options.target.scale);

    const auto best = training::tune(data, start, options, print_epoch);
    const auto weights =
        training::to_weights(training::with_centred_squares(best, data.training.placements()));
    std::fprintf(stderr, "rounded    held out %.6f\n",
                 training::mean_loss(data.held_out, training::to_parameters(weights),
                                     options.target, options.threads));
    return write_weights(weights, arguments.out);
}

void add_tuner_options(CLI::App& command, CLI::Option& classical, Arguments& arguments) {
    training::TunerOptions& tuner = arguments.tuner;
    CLI::Option* data = command.add_option("--data", arguments.data, "Game files to learn from");
    classical.needs(data);
    const std::initializer_list<CLI::Option*> options = {
        data,
        command.add_option("--out", arguments.out, "File to write (default: standard output)"),
        command.add_option("--epochs", tuner.epochs, "How often to go through all positions")
            ->check(CLI::Range(1, kMostEpochs))
            ->capture_default_str(),
        command
            .add_option("--result-share", tuner.target.result_share,
                        "How much of the target is the game's result, not the score")
            ->check(CLI::Range(0.0, 1.0))
            ->capture_default_str(),
        command
            .add_option("--pull", tuner.pull,
                        "How many positions it takes to outweigh a weight's first guess")
            ->check(CLI::NonNegativeNumber)
            ->capture_default_str(),
        command.add_option("--seed", tuner.seed, "Of the order of positions")
            ->capture_default_str(),
        command
            .add_option("--threads", tuner.threads,
                        "Threads; the result is the same with any number")
            ->check(CLI::Range(1, kMostThreads))
            ->capture_default_str(),
    };
    for (CLI::Option* option : options) option->needs(&classical);
}

}  // namespace

void add_train_command(CLI::App& app, ExitStatus& status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand("train", "Learn from self-play games");
    // Exactly one of these says what to do.
    CLI::Option_group* modes = command->add_option_group("What to do");
    modes->add_option("--inspect", arguments->inspected, "Show what these game files hold");
    CLI::Option* classical = modes->add_flag("--classical", arguments->is_classical,
                                             "Tune the weights of the classical evaluation");
    modes->require_option(1);
    add_tuner_options(*command, *classical, *arguments);
    command->footer(
        "Examples:\n"
        "  castellan train --inspect games.cgf\n"
        "  castellan train --classical --data games.cgf --out src/eval/classical/tuned_weights.h");
    command->callback([arguments, &status] {
        status.code =
            arguments->is_classical ? tune_classical(*arguments) : inspect(arguments->inspected);
    });
}

}  // namespace castellan
