// castellan book: makes openings.
#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>

#include "base/text.h"
#include "chess/notation/fen.h"
#include "commands/commands.h"
#include "commands/interrupt.h"
#include "commands/progress_line.h"
#include "match/opening_maker.h"

namespace castellan {
namespace {

constexpr int kMostThreads = 1'024;
constexpr int kMostPlies = 40;

struct Arguments {
    OpeningWish wish;
    std::string out;
};

std::string progress_text(std::uint64_t made, std::uint64_t of, double seconds) {
    const double left =
        made == 0 ? 0 : seconds / static_cast<double>(made) * static_cast<double>(of - made);
    return std::to_string(made) + " of " +
           counted(static_cast<long long>(of), "opening", "openings") + ", " + duration_text(left) +
           " left";
}

int run(const Arguments& arguments) {
    const OpeningWish& wish = arguments.wish;
    std::ofstream file{arguments.out};
    const auto complain = [&] {
        std::fprintf(stderr, "castellan book: cannot write %s: %s\n", arguments.out.c_str(),
                     std::strerror(errno));
        return 1;
    };
    if (!file) return complain();
    const Interrupt interrupt;
    std::uint64_t made = 0;
    {
        ProgressLine progress;
        make_openings(
            wish,
            [&](const MadeOpening& opening) {
                file << to_epd_fields(opening.position) << " ce "
                     << opening.score.shown_centipawns() << ";\n";
                ++made;
                if (progress.is_due())
                    progress.show(progress_text(made, wish.count, progress.seconds()));
            },
            interrupt.token());
        progress.show(progress_text(made, wish.count, progress.seconds()));
    }
    file.close();
    if (!file) return complain();
    return made == wish.count ? 0 : 1;
}

}  // namespace

void add_book_command(CLI::App& app, ExitStatus& status) {
    auto arguments = std::make_shared<Arguments>();
    OpeningWish& wish = arguments->wish;
    CLI::App* book = app.add_subcommand("book", "Make openings");
    book->require_subcommand(1);
    CLI::App* command = book->add_subcommand(
        "openings", "Make balanced starting positions: random moves, judged by a search");
    command->add_option("--count", wish.count, "Positions to make")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    command->add_option("--plies", wish.plies, "Random plies; every second position has one more")
        ->capture_default_str()
        ->check(CLI::Range(0, kMostPlies));
    command->add_option("--margin", wish.margin, "Centipawns that a side may be ahead")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    command->add_option("--nodes", wish.nodes, "Nodes of the search that judges")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    command->add_option("--seed", wish.seed, "The same seed gives the same positions")
        ->capture_default_str();
    command->add_option("--threads", wish.threads, "Threads")
        ->capture_default_str()
        ->check(CLI::Range(1, kMostThreads));
    command->add_flag("--chess960", wish.is_chess960, "From the starts of Chess960");
    command->add_option("--out", arguments->out, "EPD file to write")->required();
    command->footer(
        "Example:\n"
        "  castellan book openings --count 5000 --seed 1 --threads 2 --out starts.epd");
    command->callback([arguments, &status] { status.code = run(*arguments); });
}

}  // namespace castellan
