// castellan bench: the engine's fingerprint and speed.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "commands/commands.h"
#include "engine/bench.h"

namespace castellan {

void add_bench_command(CLI::App& app, ExitStatus& status) {
    struct Arguments {
        Depth depth = kBenchDepth;
        std::string network;
    };
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand("bench", "Search a fixed set of positions; count nodes");
    command->add_option("--depth", arguments->depth, "How deep; another depth counts other nodes")
        ->check(CLI::Range(1, 60))
        ->capture_default_str();
    command->add_option("--network", arguments->network,
                        "A network's file, or 'classical' (default: the one that is built in)");
    command->footer("Examples:\n  castellan bench\n  castellan bench --depth 16");
    command->callback([arguments, &status] {
        const auto network = nnue::network_named(arguments->network);
        if (!network) {
            std::fprintf(stderr, "castellan bench: %s\n", network.error().message.c_str());
            status.code = 1;
            return;
        }
        std::printf("%s\n", to_text(run_bench(arguments->depth, *network)).c_str());
        status.code = 0;
    });
}

}  // namespace castellan
