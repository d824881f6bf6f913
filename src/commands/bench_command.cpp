// castellan bench: the engine's fingerprint and speed.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "commands/commands.h"
#include "engine/bench.h"

namespace castellan {

void add_bench_command(CLI::App& app, ExitStatus& status) {
    CLI::App* command = app.add_subcommand("bench", "Search a fixed set of positions; count nodes");
    command->footer("Example:\n  castellan bench");
    command->callback([&status] {
        const auto [nodes, seconds] = run_bench();
        std::printf("%llu nodes %.0f nps\n", static_cast<unsigned long long>(nodes),
                    static_cast<double>(nodes) / seconds);
        status.code = 0;
    });
}

}  // namespace castellan
