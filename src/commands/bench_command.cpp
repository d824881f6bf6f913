// castellan bench: the engine's fingerprint and speed.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "commands/commands.h"
#include "engine/bench.h"

namespace castellan {

void add_bench_command(CLI::App& app, ExitStatus& status) {
    CLI::App* command = app.add_subcommand("bench", "Search a fixed set of positions; count nodes");
    auto depth = std::make_shared<Depth>(kBenchDepth);
    command->add_option("--depth", *depth, "How deep; another depth counts other nodes")
        ->check(CLI::Range(1, 60))
        ->capture_default_str();
    command->footer("Examples:\n  castellan bench\n  castellan bench --depth 16");
    command->callback([depth, &status] {
        std::printf("%s\n", to_text(run_bench(*depth)).c_str());
        status.code = 0;
    });
}

}  // namespace castellan
