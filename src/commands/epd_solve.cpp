// castellan epd --solve: how many positions of a test suite the engine gets right.
#include "commands/epd_solve.h"

#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

#include "base/text.h"
#include "chess/notation/san.h"
#include "engine/suite.h"

namespace castellan {
namespace {

std::string score_text(Score score) {
    return score.is_mate() ? "mate " + std::to_string(score.moves_to_mate())
                           : std::to_string(score.shown_centipawns()) + " cp";
}

/// What was asked for, as the record has it.
std::string wanted_text(const EpdRecord& record) {
    std::string text;
    for (const std::string_view opcode : {"bm", "am"})
        if (const EpdOperation* operation = record.find(opcode)) {
            text.append(text.empty() ? "" : "; ").append(opcode);
            for (const EpdOperand& operand : operation->operands) text += ' ' + operand.text;
        }
    return text;
}

void print_miss(std::size_t number, const EpdRecord& record, const SuiteAnswer& answer) {
    const std::string_view id = record.value("id");
    const std::string name = id.empty() ? '#' + std::to_string(number + 1) : std::string{id};
    const std::string played =
        answer.move ? to_san(record.position, answer.move) : std::string{"no move"};
    std::printf("%s: %s, %s; wanted %s%s%s\n", name.c_str(), played.c_str(),
                score_text(answer.score).c_str(), wanted_text(record).c_str(),
                answer.fault.empty() ? "" : "; FAULT: ", answer.fault.c_str());
}

}  // namespace

int solve_suite(const std::vector<EpdRecord>& records, const SuiteOptions& options) {
    std::atomic<std::size_t> next{0};
    std::atomic<int> solved{0};
    std::atomic<int> faults{0};
    std::mutex printing;
    const auto work = [&] {
        Engine engine{options.engine};
        for (std::size_t i = next++; i < records.size(); i = next++) {
            const SuiteAnswer answer = solve(engine, records[i], options.limits);
            solved += answer.is_solved ? 1 : 0;
            faults += answer.fault.empty() ? 0 : 1;
            if (answer.is_solved && answer.fault.empty()) continue;
            const std::lock_guard lock{printing};
            print_miss(i, records[i], answer);
        }
    };
    {
        std::vector<std::jthread> workers;
        for (int i = 0; i < options.concurrency; ++i) workers.emplace_back(work);
    }
    std::printf("%d of %zu solved, %s\n", solved.load(), records.size(),
                counted(faults.load(), "fault", "faults").c_str());
    return faults == 0 ? 0 : 1;
}

}  // namespace castellan
