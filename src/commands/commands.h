// The small subcommands: each adds itself to the command line.
#pragma once

#include <CLI/App.hpp>

namespace castellan {

/// What a subcommand leaves for main() to return: 0 done, 1 failed, 130 interrupted.
struct ExitStatus {
    int code = 0;
};

void add_help_command(CLI::App& app, ExitStatus& status);
void add_version_command(CLI::App& app, ExitStatus& status);
void add_bench_command(CLI::App& app, ExitStatus& status);
void add_book_command(CLI::App& app, ExitStatus& status);
void add_perft_command(CLI::App& app, ExitStatus& status);
void add_serve_command(CLI::App& app, ExitStatus& status);
void add_play_command(CLI::App& app, ExitStatus& status);
void add_games_command(CLI::App& app, ExitStatus& status);
void add_pgn_command(CLI::App& app, ExitStatus& status);
void add_epd_command(CLI::App& app, ExitStatus& status);
void add_match_command(CLI::App& app, ExitStatus& status);
void add_eval_command(CLI::App& app, ExitStatus& status);
void add_selfplay_command(CLI::App& app, ExitStatus& status);
void add_train_command(CLI::App& app, ExitStatus& status);
void add_uci_command(CLI::App& app, ExitStatus& status);
void add_xboard_command(CLI::App& app, ExitStatus& status);

/// What a bare `castellan` on a terminal does.
int run_menu();

}  // namespace castellan
