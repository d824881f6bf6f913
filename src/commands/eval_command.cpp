// castellan eval: explains a position term by term.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "chess/fen.h"
#include "commands/commands.h"
#include "eval/classical/classical_eval.h"

namespace castellan {
namespace {

double pawns(int centipawns) { return centipawns / 100.0; }

int run(const std::string& fen) {
    const auto position = parse_fen(fen);
    if (!position) {
        std::fprintf(stderr, "castellan eval: bad FEN: %s\n", position.error().message.c_str());
        return 1;
    }
    const classical::Breakdown breakdown = classical::explain(*position);
    std::printf("%-18s %7s %7s %7s\n", "in pawns", "White", "Black", "sum");
    for (int i = 0; i < classical::kTermCount; ++i) {
        const auto term = static_cast<classical::Term>(i);
        const int white = breakdown.of(term, Color::white);
        const int black = breakdown.of(term, Color::black);
        std::printf("%-18s %7.2f %7.2f %+7.2f\n", classical::kTermNames[i].data(), pawns(white),
                    pawns(black), pawns(white - black));
    }
    if (breakdown.endgame_knowledge != 0)
        std::printf("%-18s %15s %+7.2f\n", "Endgame knowledge", "",
                    pawns(breakdown.endgame_knowledge));
    std::printf("%-18s %15s %+7.2f  (seen by White)\n", "Total", "", pawns(breakdown.total));
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
    command->callback([fen, &status] { status.code = run(*fen); });
}

}  // namespace castellan
