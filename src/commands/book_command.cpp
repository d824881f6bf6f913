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
#include "commands/complaint.h"
#include "commands/interrupt.h"
#include "commands/option_values.h"
#include "commands/progress_line.h"
#include "match/opening_maker.h"

namespace castellan {
namespace {

constexpr int kMostOpeningThreads = 1'024;
constexpr int kMostPlies = 40;

struct BookArguments {
    OpeningOptions wish;
    std::string out;
};

std::string opening_progress(std::uint64_t made, std::uint64_t of, double seconds) {
    const double left =
        made == 0 ? 0 : seconds / static_cast<double>(made) * static_cast<double>(of - made);
    return std::to_string(made) + " of " +
           counted(static_cast<long long>(of), "opening", "openings") + ", " + duration_text(left) +
           " left";
}

int make_book(const BookArguments& arguments) {
    const OpeningOptions& wish = arguments.wish;
    std::ofstream file{arguments.out};
    const auto complain_of_file = [&] {
        return complain("book", "cannot write " + arguments.out + ": " + std::strerror(errno));
    };
    if (!file) return complain_of_file();
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
                    progress.show(opening_progress(made, wish.count, progress.seconds()));
            },
            interrupt.token());
        progress.show(opening_progress(made, wish.count, progress.seconds()));
    }
    file.close();
    if (!file) return complain_of_file();
    if (interrupt.token().stop_requested()) return kInterrupted;
    return made == wish.count ? 0 : kFailure;
}

}  // namespace

void add_book_command(CLI::App& app, ExitStatus& status) {
    auto arguments = std::make_shared<BookArguments>();
    OpeningOptions& wish = arguments->wish;
    CLI::App* book = app.add_subcommand("book", "Make openings");
    book->require_subcommand(1);
    CLI::App* command = book->add_subcommand(
        "openings", "Make balanced starting positions: random moves, judged by a search");
    command->add_option("--count", wish.count, "Positions to make")
        ->capture_default_str()
        ->check(positive_number<std::uint64_t>());
    command->add_option("--plies", wish.plies, "Random plies; every second position has one more")
        ->capture_default_str()
        ->check(number_from(0, kMostPlies));
    command->add_option("--margin", wish.margin, "Centipawns that a side may be ahead")
        ->capture_default_str()
        ->check(positive_number<int>());
    command->add_option("--nodes", wish.nodes, "Nodes of the search that judges")
        ->capture_default_str()
        ->check(positive_number<std::uint64_t>());
    command->add_option("--seed", wish.seed, "The same seed gives the same positions")
        ->check(natural_number<std::uint64_t>())
        ->capture_default_str();
    command->add_option("--threads", wish.threads, "Threads")
        ->capture_default_str()
        ->check(number_from(1, kMostOpeningThreads));
    command->add_flag("--chess960", wish.is_chess960, "From the starts of Chess960");
    command->add_option("--out", arguments->out, "EPD file to write")
        ->type_name(kFileType)
        ->required();
    book->footer(
        "Examples:\n"
        "  castellan book openings --count 1000 --out starts.epd");
    command->footer(
        "Examples:\n"
        "  castellan book openings --count 5000 --seed 1 --threads 2 --out starts.epd");
    command->callback([arguments, &status] { status.code = make_book(*arguments); });
}

}  // namespace castellan
