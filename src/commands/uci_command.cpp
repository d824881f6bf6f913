// castellan uci: speaks UCI on standard input and output.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>

#include "base/line_writer.h"
#include "commands/commands.h"
#include "protocol/uci_server.h"

namespace castellan {

int run_uci() {
    // A closed pipe shows as a failed write, not as a signal that ends us without a word.
    std::signal(SIGPIPE, SIG_IGN);
    LineWriter writer{STDOUT_FILENO, [] { _exit(1); }};  // nobody listens any more
    UciServer server{[&](std::string_view line) { writer.write(line); }};
    for (std::string line; std::getline(std::cin, line);)
        if (!server.handle_line(line)) break;
    return 0;
}

void add_uci_command(CLI::App& app, ExitStatus& status) {
    CLI::App* command = app.add_subcommand("uci", "Speak UCI, for chess interfaces");
    command->footer("Example:\n  castellan uci");
    command->callback([&status] { status.code = run_uci(); });
}

}  // namespace castellan
