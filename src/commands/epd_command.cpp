// castellan epd: reads a file of positions and says what is wrong with each.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "base/text.h"
#include "chess/epd.h"
#include "commands/commands.h"
#include "commands/input_file.h"

namespace castellan {
namespace {

struct Arguments {
    std::string path;
    bool clean = false;
};

/// Mate suites write the distance where the best move should be: bm #5.
bool is_mate_distance(const EpdOperation& operation) {
    return operation.operands.size() == 1 && operation.operands.front().text.starts_with('#');
}

/// What is wrong with the moves of a record; empty if nothing is.
std::string move_problem(const EpdRecord& record) {
    for (const std::string_view opcode : {"bm", "am", "sm", "pv"}) {
        const EpdOperation* operation = record.find(opcode);
        if (operation == nullptr || is_mate_distance(*operation)) continue;
        if (const auto moves = epd_moves(record, opcode); !moves)
            return std::string{opcode} + ": " + moves.error().message;
    }
    return {};
}

int run(const Arguments& arguments) {
    auto file = InputFile::open(arguments.path);
    if (!file) {
        std::fprintf(stderr, "castellan epd: %s\n", file.error().message.c_str());
        return 1;
    }
    // With --clean the records are the result, and what is said about them goes beside it.
    std::FILE* const report = arguments.clean ? stderr : stdout;
    long long positions = 0;
    long long problems = 0;
    long long number = 0;
    std::string line;
    while (file->next_line(line)) {
        ++number;
        const std::string_view text = trim(line);
        if (text.empty() || text.starts_with('#')) continue;
        const auto record = parse_epd(text);
        const std::string problem = record ? move_problem(*record) : record.error().message;
        positions += record.has_value() ? 1 : 0;
        if (!problem.empty()) {
            ++problems;
            std::fprintf(report, "%s:%lld: %s\n", arguments.path.c_str(), number, problem.c_str());
        }
        if (record && arguments.clean) std::printf("%s\n", to_epd(*record).c_str());
    }
    if (file->has_failed()) {
        std::fprintf(stderr, "castellan epd: cannot read %s\n", arguments.path.c_str());
        return 1;
    }
    std::fprintf(report, "%s, %s\n", counted(positions, "position", "positions").c_str(),
                 counted(problems, "problem", "problems").c_str());
    return problems == 0 ? 0 : 1;
}

}  // namespace

void add_epd_command(CLI::App& app, ExitStatus& status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand("epd", "Check a file of positions (EPD or FEN lines)");
    command->add_option("FILE", arguments->path, "File to read; - is standard input")->required();
    command->add_flag("--clean", arguments->clean, "Write the readable records in standard form");
    command->footer(
        "Examples:\n"
        "  castellan epd suite.epd\n"
        "  castellan epd --clean suite.epd > clean.epd");
    command->callback([arguments, &status] { status.code = run(*arguments); });
}

}  // namespace castellan
