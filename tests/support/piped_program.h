// A program that a test talks to over pipes.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "base/stopwatch.h"

namespace castellan {

class PipedProgram {
  public:
    /// Runs a shell command; put `exec` before the program so that it is the one that is waited
    /// for.
    explicit PipedProgram(const std::string& command) {
        std::signal(SIGPIPE, SIG_IGN);
        int to_child[2];
        int from_child[2];
        if (pipe2(to_child, O_CLOEXEC) != 0 || pipe2(from_child, O_CLOEXEC) != 0) return;
        pid_ = fork();
        if (pid_ == 0) {
            dup2(to_child[0], STDIN_FILENO);
            dup2(from_child[1], STDOUT_FILENO);
            execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
            _exit(127);
        }
        close(to_child[0]);
        close(from_child[1]);
        input_ = to_child[1];
        output_ = from_child[0];
    }
    ~PipedProgram() {
        if (pid_ > 0) {
            kill(pid_, SIGKILL);
            waitpid(pid_, nullptr, 0);
        }
        close_input();
        close_output();
    }
    PipedProgram(const PipedProgram&) = delete;
    PipedProgram& operator=(const PipedProgram&) = delete;

    pid_t pid() const { return pid_; }

    bool send(std::string_view line) const {
        const std::string text = std::string{line} + '\n';
        return write(input_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    }
    void close_input() { close_once(input_); }
    void close_output() { close_once(output_); }

    /// Everything up to and with the next line that starts so; nothing if it does not come in time.
    std::optional<std::string> read_until(std::string_view start, double seconds = 20) {
        const Stopwatch watch;
        std::string text;
        while (watch.seconds() < seconds) {
            const auto end = unread_.find('\n');
            if (end == std::string::npos) {
                if (!read_more()) break;
                continue;
            }
            const std::string line = unread_.substr(0, end + 1);
            unread_.erase(0, end + 1);
            text += line;
            if (line.starts_with(start)) return text;
        }
        return std::nullopt;
    }

    /// The exit code, 128 + signal if it was killed; nothing if it still runs after that time.
    std::optional<int> wait_for_exit(double seconds) {
        const Stopwatch watch;
        while (watch.seconds() < seconds) {
            int status = 0;
            if (waitpid(pid_, &status, WNOHANG) == pid_) {
                pid_ = -1;
                return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            }
            std::this_thread::sleep_for(std::chrono::milliseconds{2});
        }
        return std::nullopt;
    }

  private:
    static void close_once(int& descriptor) {
        if (descriptor >= 0) close(descriptor);
        descriptor = -1;
    }
    /// False at the end; waits a moment at most.
    bool read_more() {
        pollfd source{output_, POLLIN, 0};
        if (poll(&source, 1, 50) == 0) return true;
        char buffer[4096];
        const ssize_t length = read(output_, buffer, sizeof buffer);
        if (length > 0) unread_.append(buffer, static_cast<std::size_t>(length));
        return length > 0;
    }

    pid_t pid_ = -1;
    int input_ = -1;
    int output_ = -1;
    std::string unread_;
};

}  // namespace castellan
