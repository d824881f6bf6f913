// castellan eval: explains a position term by term.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "chess/notation/fen.h"
#include "commands/commands.h"
#include "commands/complaint.h"
#include "eval/explanation.h"
#include "eval/nnue/network_file.h"

namespace castellan {
namespace {

int explain(const std::string& fen) {
    const auto position = parse_fen(fen);
    if (!position) {
        return complain("eval", "bad FEN: " + position.error().message);
    }
    for (const std::string& line : explanation(*position, nnue::embedded_network().get()))
        std::puts(line.c_str());
    return 0;
}

}  // namespace

void add_eval_command(CLI::App& app, ExitStatus& status) {
    auto fen = std::make_shared<std::string>(kStartFen);
    CLI::App* command =
        app.add_subcommand("eval", "Explain what a position is worth, term by term");
    command->add_option("FEN", *fen, "Position to explain (default: the starting position)");
    command->footer(
        "Examples:\n"
        "  castellan eval\n"
        "  castellan eval '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'");
    command->callback([fen, &status] { status.code = explain(*fen); });
}

}  // namespace castellan
