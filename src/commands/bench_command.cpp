// castellan bench: the engine's fingerprint and speed.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "commands/commands.h"
#include "commands/complaint.h"
#include "commands/interrupt.h"
#include "commands/option_values.h"
#include "commands/progress_line.h"
#include "engine/bench.h"

namespace castellan {
namespace {

int measure(Depth depth, const std::shared_ptr<const nnue::Network>& network) {
    const Interrupt interrupt;
    const BenchResult result = [&] {
        Progress progress;
        const ProgressTicker ticker{[&](double seconds) {
            return std::to_string(progress.done) + " of " + std::to_string(progress.total) +
                   " positions, " + std::to_string(progress.nodes) + " nodes, " +
                   duration_text(seconds);
        }};
        return run_bench(depth, network, interrupt.token(), &progress);
    }();
    if (!interrupt.token().stop_requested()) {
        std::printf("%s\n", to_text(result).c_str());
        return 0;
    }
    // In other words than the result, so that nobody takes it for the fingerprint.
    std::printf("%llu nodes so far, interrupted\n", static_cast<unsigned long long>(result.nodes));
    return kInterrupted;
}

}  // namespace

void add_bench_command(CLI::App& app, ExitStatus& status) {
    struct BenchArguments {
        Depth depth = kBenchDepth;
        std::string network;
    };
    auto arguments = std::make_shared<BenchArguments>();
    CLI::App* command = app.add_subcommand("bench", "Search a fixed set of positions; count nodes");
    command->add_option("--depth", arguments->depth, "How deep; another depth counts other nodes")
        ->check(number_from(1, 60))
        ->capture_default_str();
    command
        ->add_option("--network", arguments->network,
                     "A network's file, or 'classical' (default: the one that is built in)")
        ->type_name(kFileType);
    command->footer("Examples:\n  castellan bench\n  castellan bench --depth 16");
    command->callback([arguments, &status] {
        const auto network = nnue::network_named(arguments->network);
        if (!network) {
            status.code = complain("bench", network.error().message);
            return;
        }
        status.code = measure(arguments->depth, *network);
    });
}

}  // namespace castellan
