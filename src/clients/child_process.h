// ChildProcess: another program behind pipes, read against deadlines and never left behind.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/stopwatch.h"

namespace castellan {

struct ChildCommand {
    std::vector<std::string> argv;  // the program first; found along PATH if it has no slash
    std::string directory;          // where it starts; empty: where we are
    std::string log_path;           // every line in both directions is appended; empty: no log
    std::stop_token stop;           // ends every wait at once
};

enum class ChildError { no_command, cannot_start, cannot_log };

enum class ReadStatus {
    line,
    timeout,
    closed,       // the program has ended or closed its output
    interrupted,  // we were asked to stop
};

struct ReadLine {
    ReadStatus status;
    std::string text;
    SteadyTime arrived;  // when the end of the line was read
};

/// Runs in a process group of its own, which is killed as a whole. The kernel also kills it should
/// the thread that started it die, so that thread must outlive it.
class ChildProcess {
  public:
    static Result<std::unique_ptr<ChildProcess>, ChildError> start(const ChildCommand& command);
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;
    /// Kills what still runs and waits for its end.
    ~ChildProcess();

    /// Sends whole lines, each with its line feed; false if they were not taken within `patience`.
    bool send(std::string_view lines,
              std::chrono::milliseconds patience = std::chrono::milliseconds{5000});

    /// The next line of standard output without its end. A line that was complete before the
    /// deadline is returned however late we look. `enough` interrupts this wait alone.
    ReadLine read_line(SteadyTime deadline, const std::stop_token& enough = {});

    /// Closes the pipe to the program, gives it time to leave, then kills it.
    void shut_down(std::chrono::milliseconds patience);

    /// "exited with code 1", "was killed by signal 11 (Segmentation fault)"; empty while it runs.
    std::string ending();

    /// What was last said, in both directions, with error output: "> go", "< bestmove e2e4", "! ".
    std::vector<std::string> last_lines() const { return {recent_.begin(), recent_.end()}; }
    pid_t pid() const { return pid_; }

  private:
    class Descriptor {
      public:
        explicit Descriptor(int fd = -1) : fd_{fd} {}
        Descriptor(Descriptor&& other) noexcept : fd_{other.release()} {}
        Descriptor& operator=(Descriptor&& other) noexcept;
        ~Descriptor() { close(); }
        int get() const { return fd_; }
        void close();
        int release();

      private:
        int fd_;
    };
    struct Pipe {
        Descriptor read_end;
        Descriptor write_end;
    };

    ChildProcess() = default;
    static std::optional<Pipe> make_pipe();
    [[noreturn]] static void become(const ChildCommand& command, char* const* argv, pid_t parent,
                                    const Pipe& in, const Pipe& out, const Pipe& error,
                                    int report_fd);
    /// Waits until something can be read or `until`; what came is in the buffers.
    void receive(SteadyTime until);
    void take_output();
    void take_error_output();
    std::optional<std::string> cut_line();
    void note(char direction, std::string_view line);
    bool has_ended();
    void kill_and_reap();

    pid_t pid_ = -1;
    Descriptor input_;   // what the program reads
    Descriptor output_;  // what it writes
    Descriptor error_;
    Descriptor log_;
    std::stop_token stop_;
    std::string buffer_;
    std::size_t buffer_start_ = 0;
    std::size_t searched_ = 0;  // no line feed before this
    bool is_cutting_ = false;   // the rest of an over-long line is dropped
    SteadyTime last_arrival_;
    std::string error_buffer_;
    bool is_closed_ = false;
    std::optional<int> wait_status_;
    std::deque<std::string> recent_;
    SteadyTime started_ = SteadyClock::now();
};

}  // namespace castellan
