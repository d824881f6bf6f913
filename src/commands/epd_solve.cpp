// castellan epd --solve: how many positions of a test suite the engine gets right.
#include "commands/epd_solve.h"

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>

#include "base/text.h"
#include "chess/notation/san.h"
#include "commands/complaint.h"
#include "commands/interrupt.h"
#include "commands/progress_line.h"
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

/// The searches of a suite, as many at the same time as asked for.
class SuiteRun {
  public:
    SuiteRun(const std::vector<EpdRecord>& records, const SuiteOptions& options)
        : records_{records}, options_{options} {
        for (int i = 0; i < options.concurrency; ++i) engines_.emplace_back(options.engine);
    }

    void run(const std::stop_token& stop) {
        std::vector<std::jthread> workers;
        for (Engine& engine : engines_) workers.emplace_back([&] { work(engine, stop); });
        std::unique_lock lock{mutex_};
        const auto is_over = [&] { return idle_ == engines_.size(); };
        while (!changed_.wait_for(lock, kGlance, is_over))
            if (progress_.is_due()) progress_.show(progress_text());
        progress_.erase();
    }

    int faults() const { return faults_; }
    std::string result() const {
        return std::to_string(solved_) + " of " + std::to_string(records_.size()) + " solved, " +
               counted(faults_, "fault", "faults");
    }
    std::string result_so_far() const {
        return std::to_string(solved_) + " of " + std::to_string(done_) + " solved so far, " +
               counted(faults_, "fault", "faults") + ", " +
               std::to_string(records_.size() - done_) + " not tried, interrupted";
    }

  private:
    static constexpr std::chrono::milliseconds kGlance{50};

    void work(Engine& engine, const std::stop_token& stop) {
        for (std::size_t i = next_++; i < records_.size() && !stop.stop_requested(); i = next_++) {
            const SuiteAnswer answer = solve(engine, records_[i], options_.limits, stop);
            if (stop.stop_requested()) break;  // what was cut short does not count
            add(i, answer);
        }
        const std::lock_guard lock{mutex_};
        ++idle_;
        changed_.notify_one();
    }

    void add(std::size_t number, const SuiteAnswer& answer) {
        const std::lock_guard lock{mutex_};
        ++done_;
        solved_ += answer.is_solved ? 1 : 0;
        faults_ += answer.fault.empty() ? 0 : 1;
        if (answer.is_solved && answer.fault.empty()) return;
        progress_.erase();
        print_miss(number, records_[number], answer);
        std::fflush(stdout);
    }

    std::string progress_text() const {
        const double left = done_ == 0 ? 0
                                       : progress_.seconds() / static_cast<double>(done_) *
                                             static_cast<double>(records_.size() - done_);
        return std::to_string(done_) + " of " +
               counted(static_cast<long long>(records_.size()), "position", "positions") + ", " +
               std::to_string(solved_) + " solved, " + duration_text(left) + " left";
    }

    const std::vector<EpdRecord>& records_;
    const SuiteOptions& options_;
    std::deque<Engine> engines_;
    std::atomic<std::size_t> next_{0};

    std::mutex mutex_;  // guards the rest
    std::condition_variable changed_;
    ProgressLine progress_;
    std::size_t idle_ = 0;  // engines that have nothing left to do
    std::size_t done_ = 0;
    int solved_ = 0;
    int faults_ = 0;
};

}  // namespace

int solve_suite(const std::vector<EpdRecord>& records, const SuiteOptions& options) {
    const Interrupt interrupt;
    SuiteRun suite{records, options};
    suite.run(interrupt.token());
    if (interrupt.token().stop_requested()) {
        std::printf("%s\n", suite.result_so_far().c_str());
        return kInterrupted;
    }
    std::printf("%s\n", suite.result().c_str());
    return suite.faults() == 0 ? 0 : kFailure;
}

}  // namespace castellan
