// castellan epd: reads a file of positions; says what is wrong with each, or solves them.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "base/text.h"
#include "chess/notation/epd.h"
#include "commands/commands.h"
#include "commands/complaint.h"
#include "commands/epd_solve.h"
#include "commands/input_file.h"
#include "commands/option_values.h"

namespace castellan {
namespace {

struct EpdArguments {
    std::string path;
    bool clean = false;
    bool solve = false;
    std::optional<int> movetime;
    std::optional<std::uint64_t> nodes;
    std::optional<int> depth;
    SuiteOptions suite;
};

/// Mate suites write the distance where the best move should be: bm #5.
bool is_mate_distance(const EpdOperation& operation) {
    return operation.operands.size() == 1 && operation.operands.front().text.starts_with('#');
}

/// What is wrong with the operations of a record, one message for each.
std::vector<std::string> problems_in(const EpdRecord& record) {
    std::vector<std::string> messages;
    for (const EpdProblem& problem : record.problems) messages.push_back(problem.message);
    for (const std::string_view opcode : {"bm", "am", "sm", "pv"}) {
        const EpdOperation* operation = record.find(opcode);
        if (operation == nullptr || is_mate_distance(*operation)) continue;
        if (const auto moves = epd_moves(record, opcode); !moves)
            messages.push_back(std::string{opcode} + ": " + moves.error().message);
    }
    return messages;
}

/// Whether the moves that are asked for can be read; what else is wrong does not matter.
bool can_be_solved(const EpdRecord& record) {
    for (const std::string_view opcode : {"bm", "am"}) {
        if (std::ranges::find(record.problems, opcode, &EpdProblem::opcode) !=
            record.problems.end())
            return false;
        const EpdOperation* operation = record.find(opcode);
        if (operation != nullptr && !is_mate_distance(*operation) && !epd_moves(record, opcode))
            return false;
    }
    return true;
}

/// A second for each position, unless something else was asked for.
SuiteOptions suite_options(const EpdArguments& arguments) {
    SuiteOptions options = arguments.suite;
    options.limits.depth = arguments.depth;
    options.limits.nodes = arguments.nodes;
    options.limits.overhead = Milliseconds{0};
    if (arguments.movetime || (!arguments.depth && !arguments.nodes))
        options.limits.move_time = Milliseconds{arguments.movetime.value_or(1000)};
    return options;
}

int read_epd_file(const EpdArguments& arguments) {
    auto file = InputFile::open(arguments.path);
    if (!file) {
        return complain("epd", file.error().message);
    }
    // With --clean the records are the result, and what is said about them goes beside it.
    std::FILE* const report = arguments.clean ? stderr : stdout;
    long long positions = 0;
    long long problems = 0;
    long long number = 0;
    std::vector<EpdRecord> records;
    std::string line;
    while (file->next_line(line)) {
        ++number;
        const std::string_view text = trim(line);
        if (text.empty() || text.starts_with('#')) continue;
        const auto record = parse_epd(text);
        const auto messages =
            record ? problems_in(*record) : std::vector<std::string>{record.error().message};
        positions += record.has_value() ? 1 : 0;
        problems += static_cast<long long>(messages.size());
        for (const std::string& message : messages)
            std::fprintf(report, "%s:%lld: %s\n", arguments.path.c_str(), number, message.c_str());
        if (const std::string remark = record ? unreachable_remark(record->position) : "";
            !remark.empty())
            std::fprintf(report, "%s:%lld: remark: %s\n", arguments.path.c_str(), number,
                         remark.c_str());
        if (record && arguments.solve && can_be_solved(*record)) records.push_back(*record);
        if (record && arguments.clean) std::printf("%s\n", to_epd(*record).c_str());
    }
    if (file->has_failed()) {
        return complain("epd", "cannot read " + arguments.path);
    }
    if (arguments.solve) return solve_suite(records, suite_options(arguments));
    std::fprintf(report, "%s, %s\n", counted(positions, "position", "positions").c_str(),
                 counted(problems, "problem", "problems").c_str());
    return problems == 0 ? 0 : 1;
}

}  // namespace

void add_epd_command(CLI::App& app, ExitStatus& status) {
    auto arguments = std::make_shared<EpdArguments>();
    CLI::App* command =
        app.add_subcommand("epd", "Check or solve a file of positions (EPD or FEN lines)");
    command->add_option("FILE", arguments->path, "File to read; - is standard input")
        ->type_name(kFileType)
        ->required();
    command->add_flag("--clean", arguments->clean, "Write the readable records in standard form");
    CLI::Option* solve =
        command->add_flag("--solve", arguments->solve, "Search each position for its bm or am");
    const auto add = [&](const char* name, auto& value, const char* help,
                         const CLI::Validator& check = positive_number<int>()) {
        command->add_option(name, value, help)->needs(solve)->check(check);
    };
    add("--movetime", arguments->movetime, "Milliseconds for each (default 1000)");
    add("--nodes", arguments->nodes, "Nodes for each", positive_number<std::uint64_t>());
    add("--depth", arguments->depth, "Depth for each");
    add("--hash", arguments->suite.engine.hash_megabytes, "Megabytes of hash table");
    add("--threads", arguments->suite.engine.threads, "Threads of each search");
    add("--concurrency", arguments->suite.concurrency, "Positions at the same time");
    command->footer(
        "Examples:\n"
        "  castellan epd suite.epd\n"
        "  castellan epd --solve --movetime 1000 suite.epd\n"
        "  castellan epd --clean suite.epd > clean.epd");
    command->callback([arguments, &status] { status.code = read_epd_file(*arguments); });
}

}  // namespace castellan
