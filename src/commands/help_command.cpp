// castellan help, castellan version: the same as --help and --version, for who tries the word.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "commands/commands.h"
#include "commands/complaint.h"
#include "commands/help_text.h"
#include "commands/usage_error.h"

namespace castellan {
namespace {

int explain_command(const CLI::App& app, const std::vector<std::string>& names) {
    const CLI::App* command = &app;
    for (const std::string& name : names) {
        const CLI::App* const found = find_subcommand(*command, name);
        if (found == nullptr) return complain("help", unknown_command(*command, name)), kUsage;
        command = found;
    }
    const std::string text = command->get_formatter()->make_help(command, full_name(*command),
                                                                 CLI::AppFormatMode::Normal);
    std::fputs(text.c_str(), stdout);
    return 0;
}

}  // namespace

void add_help_command(CLI::App& app, ExitStatus& status) {
    CLI::App* command = app.add_subcommand("help", "Explain a command, as --help after it does");
    command->prefix_command();
    command->footer(
        "Examples:\n"
        "  castellan help\n"
        "  castellan help pgn check");
    command->callback(
        [&app, command, &status] { status.code = explain_command(app, command->remaining()); });
}

void add_version_command(CLI::App& app, ExitStatus& status) {
    CLI::App* command = app.add_subcommand("version", "Say which version this is");
    command->footer("Examples:\n  castellan version");
    command->callback([&app, &status] {
        std::printf("%s\n", app.version().c_str());
        status.code = 0;
    });
}

}  // namespace castellan
