// castellan perft: counts move sequences, to check move generation and to measure it.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "base/memory.h"
#include "base/stopwatch.h"
#include "base/text.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "chess/perft.h"
#include "commands/commands.h"
#include "commands/complaint.h"
#include "commands/interrupt.h"
#include "commands/option_values.h"
#include "commands/progress_line.h"

namespace castellan {
namespace {

struct PerftArguments {
    std::string fen{kStartFen};
    int depth = 0;
    bool divide = false;
    bool chess960 = false;
    PerftOptions options;
};

/// A table larger than the machine would only be swapped in and out.
int clamped_hash(int megabytes) {
    const int most = spare_memory_megabytes();
    if (megabytes <= most) return megabytes;
    std::fprintf(stderr, "--hash %d is more than this machine can spare: using %d MB\n", megabytes,
                 most);
    return most;
}

std::string perft_progress_text(const Progress& progress, double seconds) {
    return std::to_string(progress.done) + " of " +
           counted(static_cast<long long>(progress.total), "move", "moves") + ", " +
           std::to_string(progress.nodes) + " nodes, " + duration_text(seconds);
}

void print_entries(const Position& position, const std::vector<PerftEntry>& entries) {
    for (const auto& [move, nodes] : entries)
        std::printf("%s: %llu\n", to_coordinate(position, move).c_str(),
                    static_cast<unsigned long long>(nodes));
}

int count_sequences(PerftArguments arguments) {
    const auto position = parse_fen(arguments.fen, {.chess960 = arguments.chess960});
    if (!position) {
        return complain("perft", "bad FEN: " + position.error().message);
    }
    arguments.options.hash_megabytes = clamped_hash(arguments.options.hash_megabytes);

    const Interrupt interrupt;
    arguments.options.stop = interrupt.token();
    const Stopwatch watch;
    Progress progress;
    arguments.options.progress = &progress;
    std::vector<PerftEntry> entries;
    if (arguments.depth > 0) {
        const ProgressTicker ticker{
            [&](double seconds) { return perft_progress_text(progress, seconds); }};
        entries = perft_divide(*position, arguments.depth, arguments.options);
    } else {
        progress.nodes = 1;
    }
    const double seconds = std::max(watch.seconds(), 1e-9);
    const bool is_cut_short = interrupt.token().stop_requested();
    if (arguments.divide) print_entries(*position, entries);
    const std::uint64_t nodes = progress.nodes;
    if (is_cut_short) {
        std::printf("%llu nodes so far, interrupted\n", static_cast<unsigned long long>(nodes));
        return kInterrupted;
    }
    std::printf("%llu nodes %.0f nps\n", static_cast<unsigned long long>(nodes),
                static_cast<double>(nodes) / seconds);
    return 0;
}

}  // namespace

void add_perft_command(CLI::App& app, ExitStatus& status) {
    auto arguments = std::make_shared<PerftArguments>();
    CLI::App* command = app.add_subcommand("perft", "Count the move sequences of a given length");
    command->add_option("--fen", arguments->fen, "Position to start from (default: the usual one)");
    command->add_option("--depth", arguments->depth, "Length of the sequences in plies")
        ->required()
        ->check(number_from(0, 100));
    command->add_flag("--divide", arguments->divide, "Show the count below each first move");
    command->add_flag("--chess960", arguments->chess960, "Write castling as king takes rook");
    command->add_option("--threads", arguments->options.threads, "Threads (default: 1)")
        ->check(number_from(1, 512));
    command
        ->add_option("--hash", arguments->options.hash_megabytes,
                     "Table of known counts, in MB (default: none)")
        ->check(number_from(0, 1 << 24));
    command->footer(
        "Examples:\n"
        "  castellan perft --depth 6\n"
        "  castellan perft --depth 7 --threads 2 --hash 512\n"
        "  castellan perft --depth 2 --divide --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'");
    command->callback([arguments, &status] { status.code = count_sequences(*arguments); });
}

}  // namespace castellan
