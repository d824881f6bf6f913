// The program's front door: a table of subcommands.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include "commands/commands.h"
#include "pipe/engine_process.h"

namespace {

constexpr int kFailure = 1;
constexpr int kUsage = 2;

int run(int argc, char** argv) {
    using namespace castellan;
    CLI::App app{"Castellan: a chess program to play, learn from and build on"};
    app.name("castellan");
    app.set_version_flag("--version", "Castellan " CASTELLAN_VERSION);
    app.footer(
        "Examples:\n"
        "  castellan serve\n"
        "  castellan play --level 1100\n"
        "  castellan perft --depth 6\n"
        "  castellan pgn check games.pgn\n"
        "  castellan epd suite.epd\n"
        "Each subcommand has its own --help.");
    ExitStatus status;
    for (const auto add :
         {add_play_command, add_serve_command, add_games_command, add_match_command,
          add_book_command, add_eval_command, add_epd_command, add_pgn_command, add_perft_command,
          add_bench_command, add_selfplay_command, add_train_command, add_uci_command,
          add_xboard_command})
        add(app, status);
    if (argc <= 1) {
        // Chess interfaces start engines on a pipe and without arguments.
        if (isatty(STDIN_FILENO) == 0) return run_engine_process(Protocol::as_greeted);
        return run_menu();
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : kUsage;
    }
    // A full disk or a closed pipe shows only when the last of the output is pushed out.
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        std::perror("castellan: cannot write");
        return kFailure;
    }
    return status.code;
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
    return kFailure;
}
