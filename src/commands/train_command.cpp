// castellan train: looks into files of self-play games, and learns from them.
#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>

#include "base/text.h"
#include "commands/commands.h"
#include "commands/complaint.h"
#include "commands/interrupt.h"
#include "commands/option_values.h"
#include "eval/classical/starting_weights.h"
#include "training/classical_tuner.h"
#include "training/game_reader.h"
#include "training/game_statistics.h"
#include "training/network_trainer.h"
#include "training/weights_text.h"

namespace castellan {
namespace {

constexpr int kMostTrainingThreads = 1'024;
constexpr int kMostEpochs = 100'000;
constexpr int kMostBatch = 1'000'000;

struct TrainArguments {
    std::vector<std::string> inspected;
    bool is_classical = false;
    std::vector<std::string> data;
    std::string out;
    std::string checkpoint;
    int epochs = 20;
    std::optional<double> result_share;  // each kind of training has its own usual one
    std::uint64_t seed = 1;
    int threads = 1;
    nnue::Shape shape;
    int batch = training::NetworkOptions{}.batch;
    double pull = training::TunerOptions{}.pull;
};

void print_statistics(const std::string& name, const training::GameStatistics& statistics) {
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
Result<void, training::GameFileError> for_each_training_game(const std::string& path, Visit visit) {
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
        const auto read = for_each_training_game(
            path, [&](const training::TrainingGame& game) { statistics.add(game); });
        if (!read) return complain("train", read.error().message);
        print_statistics(path, statistics);
    }
    return 0;
}

bool write_file(const std::string& path, const Bytes& bytes) {
    // Whoever is interrupted has the old file or the new one.
    const std::string draft = path + ".new";
    std::FILE* const file = std::fopen(draft.c_str(), "wb");
    const bool was_written =
        file != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    if (file != nullptr && std::fclose(file) == 0 && was_written &&
        std::rename(draft.c_str(), path.c_str()) == 0)
        return true;
    std::fprintf(stderr, "castellan train: cannot write %s: %s\n", path.c_str(),
                 std::strerror(errno));
    return false;
}

/// To the file, or to standard output if none is named.
int write_weights(const classical::Weights& weights, const std::string& path) {
    const std::string text = training::weights_header(weights);
    if (!path.empty()) return write_file(path, {text.begin(), text.end()}) ? 0 : 1;
    std::fputs(text.c_str(), stdout);
    return 0;
}

void print_epoch(const training::EpochReport& report) {
    std::fprintf(stderr, "epoch %3d  loss %.6f  held out %.6f%s\n", report.epoch,
                 report.training_loss, report.held_out_loss, report.is_best ? "  best" : "");
}

int tune_classical(const TrainArguments& arguments) {
    training::ClassicalData data;
    for (const std::string& path : arguments.data) {
        const auto read = for_each_training_game(
            path, [&](const training::TrainingGame& game) { data.add(game); });
        if (!read) return complain("train", read.error().message);
    }
    if (data.training.size() == 0 || data.held_out.size() == 0) {
        std::fprintf(stderr, "castellan train: %s hold too few usable positions\n",
                     counted(static_cast<long long>(data.games), "game", "games").c_str());
        return 1;
    }
    training::TunerOptions options;
    options.epochs = arguments.epochs;
    options.target.result_share = arguments.result_share.value_or(options.target.result_share);
    options.pull = arguments.pull;
    options.seed = arguments.seed;
    options.threads = arguments.threads;
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

// ---- the network

Bytes read_file(const std::string& path) {
    Bytes bytes;
    std::FILE* const file = std::fopen(path.c_str(), "rb");
    if (file == nullptr) return bytes;
    std::uint8_t part[65'536];
    while (const std::size_t count = std::fread(part, 1, sizeof part, file))
        bytes.insert(bytes.end(), part, part + count);
    std::fclose(file);
    return bytes;
}

std::string description_of(const TrainArguments& arguments, double result_share,
                           const training::NetworkData& data, const training::NetworkEpoch& last) {
    char text[400];
    std::snprintf(text, sizeof text,
                  "width %d, king buckets %d, %llu games, %zu positions, %d epochs, result share "
                  "%.2f, seed %llu, "
                  "held-out loss %.6f",
                  arguments.shape.width, arguments.shape.king_buckets,
                  static_cast<unsigned long long>(data.games), data.training.size(), last.epoch,
                  result_share, static_cast<unsigned long long>(arguments.seed),
                  last.held_out_loss);
    return text;
}

int train_network(const TrainArguments& arguments) {
    if (arguments.out.empty()) {
        std::fputs("castellan train: --out says where the network goes\n", stderr);
        return 2;
    }
    training::NetworkData data;
    for (const std::string& path : arguments.data) {
        const auto read = for_each_training_game(
            path, [&](const training::TrainingGame& game) { data.add(game); });
        if (!read) return complain("train", read.error().message);
    }
    if (data.training.empty() || data.held_out.empty()) {
        std::fputs("castellan train: too few usable positions\n", stderr);
        return 1;
    }
    training::NetworkOptions options;
    options.epochs = arguments.epochs;
    options.batch = arguments.batch;
    options.result_share = arguments.result_share.value_or(options.result_share);
    options.seed = arguments.seed;
    options.threads = arguments.threads;
    auto state = training::new_network_state(arguments.shape, arguments.seed);
    if (!arguments.checkpoint.empty())
        if (const Bytes bytes = read_file(arguments.checkpoint); !bytes.empty()) {
            auto kept = training::network_state_from(bytes, arguments.shape);
            if (!kept) {
                std::fprintf(
                    stderr, "castellan train: %s is no checkpoint of this width and king buckets\n",
                    arguments.checkpoint.c_str());
                return 1;
            }
            state = std::move(*kept);
            std::fprintf(stderr, "going on after epoch %d\n", state.epochs_done);
        }
    std::fprintf(stderr, "%llu games, %zu positions to learn from, %zu held out\n",
                 static_cast<unsigned long long>(data.games), data.training.size(),
                 data.held_out.size());
    const Interrupt interrupt;
    bool is_written = true;
    training::train_network(
        state, data, options,
        [&](const training::NetworkEpoch& epoch) {
            std::fprintf(stderr, "epoch %3d  loss %.6f  held out %.6f  %.0f positions per second\n",
                         epoch.epoch, epoch.training_loss, epoch.held_out_loss,
                         epoch.positions_per_second);
            if (!arguments.checkpoint.empty())
                is_written &= write_file(arguments.checkpoint, training::to_bytes(state));
            nnue::Network network = training::quantised(state);
            network.description = description_of(arguments, options.result_share, data, epoch);
            is_written &= write_file(arguments.out, network.to_bytes());
        },
        interrupt.token());
    if (interrupt.token().stop_requested()) return kInterrupted;
    return is_written ? 0 : 1;
}

std::string check_width(const std::string& text) {
    const auto width = parse_number<int>(text);
    const bool fits = width && nnue::Shape{.width = *width}.is_possible();
    return fits ? "" : echoed(text) + " is not a multiple of 64 up to 1024";
}

/// What --inspect, --classical and the network have to do with each option.
void add_learning_options(CLI::App& command, CLI::Option* inspecting, CLI::Option* classical,
                          TrainArguments& arguments) {
    for (CLI::Option* const option : {
             command.add_option("--data", arguments.data, "Game files to learn from")
                 ->type_name(kFileType),
             command.add_option("--out", arguments.out, "File to write")->type_name(kFileType),
             command
                 .add_option("--epochs", arguments.epochs, "How often to go through all positions")
                 ->check(number_from(1, kMostEpochs))
                 ->capture_default_str(),
             command
                 .add_option("--result-share", arguments.result_share,
                             "How much of the target is the game's result, not the score (0.2, "
                             "classical 0.5)")
                 ->check(number_from(0.0, 1.0)),
             command
                 .add_option("--seed", arguments.seed,
                             "Of the order of positions, and of what is random")
                 ->check(natural_number<std::uint64_t>())
                 ->capture_default_str(),
             command
                 .add_option("--threads", arguments.threads,
                             "Threads; the result is the same with any number")
                 ->check(number_from(1, kMostTrainingThreads))
                 ->capture_default_str(),
         })
        option->excludes(inspecting);
    for (CLI::Option* const option : {
             command.add_option("--width", arguments.shape.width, "Of the network, in steps of 64")
                 ->check(check_width, "a multiple of 64 up to 1024")
                 ->capture_default_str(),
             command
                 .add_option("--king-buckets", arguments.shape.king_buckets,
                             "Of the network: how many places of the own king it tells apart")
                 ->check(one_of({"1", "2", "4", "8"}))
                 ->capture_default_str(),
             command
                 .add_option("--batch", arguments.batch,
                             "Of the network: positions between two steps")
                 ->check(number_from(1, kMostBatch))
                 ->capture_default_str(),
             command
                 .add_option("--checkpoint", arguments.checkpoint,
                             "Of the network: file to go on from, and to write after each epoch")
                 ->type_name(kFileType),
         })
        option->excludes(inspecting)->excludes(classical);
    command
        .add_option("--pull", arguments.pull,
                    "Classical: how many positions it takes to outweigh a weight's first guess")
        ->check(natural_number<double>())
        ->capture_default_str()
        ->needs(classical);
}

}  // namespace

void add_train_command(CLI::App& app, ExitStatus& status) {
    auto arguments = std::make_shared<TrainArguments>();
    CLI::App* command = app.add_subcommand("train", "Learn from self-play games");
    CLI::Option* inspecting =
        command->add_option("--inspect", arguments->inspected, "Show what these game files hold")
            ->type_name(kFileType);
    CLI::Option* classical =
        command
            ->add_flag("--classical", arguments->is_classical,
                       "Tune the weights of the classical evaluation, not a network")
            ->excludes(inspecting);
    add_learning_options(*command, inspecting, classical, *arguments);
    command->footer(
        "Examples:\n"
        "  castellan train --inspect games.cgf\n"
        "  castellan train --data games.cgf --width 256 --epochs 20 --threads 2 --out new.nnue\n"
        "  castellan train --classical --data games.cgf --epochs 12 --result-share 0.5 \\\n"
        "      --out src/eval/classical/tuned_weights.h");
    command->callback([arguments, &status] {
        if (!arguments->inspected.empty())
            status.code = inspect(arguments->inspected);
        else if (arguments->data.empty())
            throw CLI::RequiredError("--data or --inspect");
        else
            status.code =
                arguments->is_classical ? tune_classical(*arguments) : train_network(*arguments);
    });
}

}  // namespace castellan
