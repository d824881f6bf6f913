// castellan perft: counts move sequences, to check move generation and to measure it.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "base/memory.h"
#include "base/stopwatch.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "chess/perft.h"
#include "commands/commands.h"

namespace castellan {
namespace {

struct Arguments {
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

int run(Arguments arguments) {
    const auto position = parse_fen(arguments.fen, {.chess960 = arguments.chess960});
    if (!position) {
        std::fprintf(stderr, "castellan perft: bad FEN: %s\n", position.error().message.c_str());
        return 1;
    }
    arguments.options.hash_megabytes = clamped_hash(arguments.options.hash_megabytes);

    const Stopwatch watch;
    std::uint64_t nodes = 1;
    if (arguments.depth > 0) {
        nodes = 0;
        for (const auto& [move, count] :
             perft_divide(*position, arguments.depth, arguments.options)) {
            nodes += count;
            if (arguments.divide)
                std::printf("%s: %llu\n", to_coordinate(*position, move).c_str(),
                            static_cast<unsigned long long>(count));
        }
    }
    const double seconds = std::max(watch.seconds(), 1e-9);
    std::printf("%llu nodes %.0f nps\n", static_cast<unsigned long long>(nodes),
                static_cast<double>(nodes) / seconds);
    return 0;
}

}  // namespace

void add_perft_command(CLI::App& app, ExitStatus& status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand("perft", "Count the move sequences of a given length");
    command->add_option("--fen", arguments->fen, "Position to start from (default: the usual one)");
    command->add_option("--depth", arguments->depth, "Length of the sequences in plies")
        ->required()
        ->check(CLI::Range(0, 100));
    command->add_flag("--divide", arguments->divide, "Show the count below each first move");
    command->add_flag("--chess960", arguments->chess960, "Write castling as king takes rook");
    command->add_option("--threads", arguments->options.threads, "Threads (default: 1)")
        ->check(CLI::Range(1, 512));
    command
        ->add_option("--hash", arguments->options.hash_megabytes,
                     "Table of known counts, in MB (default: none)")
        ->check(CLI::Range(0, 1 << 24));
    command->footer(
        "Examples:\n"
        "  castellan perft --depth 6\n"
        "  castellan perft --depth 7 --threads 2 --hash 512\n"
        "  castellan perft --depth 2 --divide --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'");
    command->callback([arguments, &status] { status.code = run(*arguments); });
}

}  // namespace castellan
