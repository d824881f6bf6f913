// castellan uci: speaks UCI on standard input and output.
#include <CLI/CLI.hpp>

#include "commands/commands.h"
#include "pipe/engine_process.h"

namespace castellan {

void add_uci_command(CLI::App& app, ExitStatus& status) {
    CLI::App* command = app.add_subcommand("uci", "Speak UCI, for chess interfaces");
    command->footer("Examples:\n  castellan uci");
    command->callback([&status] { status.code = run_engine_process(Protocol::uci); });
}

}  // namespace castellan
