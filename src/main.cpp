// The program's front door: a table of subcommands.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include "commands/commands.h"
#include "commands/complaint.h"
#include "commands/completion.h"
#include "commands/help_text.h"
#include "commands/usage_error.h"
#include "pipe/engine_process.h"

namespace {

using namespace castellan;

void set_up(CLI::App& app, ExitStatus& status) {
    app.name("castellan");
    app.formatter(std::make_shared<HelpText>());
    app.failure_message(
        [](const CLI::App* root, const CLI::Error& error) { return usage_error(*root, error); });
    app.set_version_flag("--version", "Castellan " CASTELLAN_VERSION, "Say which version this is");
    app.set_help_flag("-h,--help", "Explain this");
    app.require_subcommand(0, 1);
    for (const auto add :
         {add_play_command, add_serve_command, add_games_command, add_match_command,
          add_book_command, add_eval_command, add_epd_command, add_pgn_command, add_perft_command,
          add_bench_command, add_selfplay_command, add_train_command, add_uci_command,
          add_xboard_command, add_help_command, add_version_command})
        add(app, status);
    app.footer(
        "Examples:\n"
        "  castellan serve\n"
        "  castellan play --level 1100\n"
        "  castellan perft --depth 6\n"
        "  castellan pgn check games.pgn\n"
        "  castellan epd suite.epd\n"
        "Each subcommand has its own --help.");
}

int parse_and_run(CLI::App& app, const ExitStatus& status, int argc, char** argv) {
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& request) {  // for help, or for the version
        if (const std::string word = misspelt_command(app); word.empty()) return app.exit(request);
        std::fputs(usage_error(app, request).c_str(), stderr);
        return kUsage;
    } catch (const CLI::ParseError& error) {
        app.exit(error);
        return kUsage;
    }
    return status.code;
}

int run(int argc, char** argv) {
    CLI::App app{"Castellan: a chess program to play, learn from and build on"};
    ExitStatus status;
    set_up(app, status);
    if (argc <= 1) {
        // Chess interfaces start engines on a pipe and without arguments.
        if (isatty(STDIN_FILENO) == 0) return run_engine_process(Protocol::as_greeted);
        return run_menu();
    }
    int code = 0;
    if (std::string_view{argv[1]} == "complete")  // for shells only
        for (const std::string& line : completions(app, {argv + 2, argv + argc}))
            std::puts(line.c_str());
    else
        code = parse_and_run(app, status, argc, argv);
    // A full disk or a closed pipe shows only when the last of the output is pushed out.
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        std::perror("castellan: cannot write");
        return kFailure;
    }
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    // A file that may grow no further is an error to report, like a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        return run(argc, argv);
    } catch (const std::bad_alloc&) {
        std::fputs("castellan: not enough memory\n", stderr);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "castellan: %s\n", error.what());
    }
    return castellan::kFailure;
}
