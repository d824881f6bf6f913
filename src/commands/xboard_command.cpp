// castellan xboard: speaks the XBoard protocol on standard input and output.
#include <CLI/CLI.hpp>

#include "commands/commands.h"
#include "pipe/engine_process.h"

namespace castellan {

void add_xboard_command(CLI::App& app, ExitStatus& status) {
    CLI::App* command =
        app.add_subcommand("xboard", "Speak the XBoard protocol, for XBoard and WinBoard");
    command->footer("Examples:\n  xboard -fcp 'castellan xboard'");
    command->callback([&status] { status.code = run_engine_process(Protocol::xboard); });
}

}  // namespace castellan
