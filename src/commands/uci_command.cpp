// castellan uci: speaks UCI on standard input and output.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>

#include "commands/commands.h"
#include "protocol/uci_server.h"

namespace castellan {

int run_uci() {
    // A closed pipe shows as a failed write, not as a signal that ends us without a word.
    std::signal(SIGPIPE, SIG_IGN);
    UciServer server{[](std::string_view line) {
        std::string text{line};
        text += '\n';
        std::string_view rest = text;
        while (!rest.empty()) {
            const ssize_t written = write(STDOUT_FILENO, rest.data(), rest.size());
            if (written <= 0) _exit(1);  // nobody listens any more
            rest.remove_prefix(static_cast<std::size_t>(written));
        }
    }};
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
