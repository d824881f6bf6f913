// The program on a terminal of its own, as a person would sit at it.
#pragma once

#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <vector>

namespace castellan {

class Terminal {
  public:
    /// `data` is where games are kept; no file may become larger than `most_bytes`.
    Terminal(const std::string& data, const std::vector<std::string>& arguments,
             rlim_t most_bytes = RLIM_INFINITY) {
        pid_ = forkpty(&fd_, nullptr, nullptr, nullptr);
        if (pid_ == 0) {
            setenv("CASTELLAN_DATA", data.c_str(), 1);
            setenv("TERM", "dumb", 1);
            setenv("LC_ALL", "C", 1);
            const rlimit limit{most_bytes, most_bytes};
            setrlimit(RLIMIT_FSIZE, &limit);
            std::vector<char*> argv{const_cast<char*>(CASTELLAN_PROGRAM)};
            for (const std::string& argument : arguments)
                argv.push_back(const_cast<char*>(argument.c_str()));
            argv.push_back(nullptr);
            execv(CASTELLAN_PROGRAM, argv.data());
            _exit(127);
        }
    }
    ~Terminal() {
        if (pid_ > 0) end(SIGKILL);
        close(fd_);
    }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    void type(const std::string& line) {
        const std::string text = line + "\n";
        EXPECT_EQ(write(fd_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    }

    /// For who expects the program to die at any moment.
    void type_if_alive(const std::string& line) {
        const std::string text = line + "\n";
        (void)!write(fd_, text.data(), text.size());
    }

    /// Waits until this has been shown after what was found before; false if it never comes.
    bool shows(const std::string& text, int seconds = 20) {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{seconds};
        for (;;) {
            if (const std::size_t at = seen_.find(text, from_); at != std::string::npos) {
                from_ = at + text.size();
                return true;
            }
            const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
                deadline - std::chrono::steady_clock::now());
            if (left.count() <= 0 || !read_more(static_cast<int>(left.count()))) return false;
        }
    }
    /// Everything since what was found last, for messages.
    std::string rest() const { return seen_.substr(from_); }
    const std::string& all() const { return seen_; }

    /// Types and waits.
    bool says(const std::string& line, const std::string& answer) {
        type(line);
        return shows(answer);
    }

    int end(int signal) {
        send_signal(signal);
        return wait_for_end();
    }
    void send_signal(int signal) { kill(pid_, signal); }
    int wait_for_end() {
        int status = 0;
        while (read_more(5'000)) {
        }
        waitpid(pid_, &status, 0);
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }

  private:
    bool read_more(int milliseconds) {
        pollfd source{fd_, POLLIN, 0};
        if (poll(&source, 1, milliseconds) <= 0) return false;
        char bytes[4'096];
        const ssize_t count = read(fd_, bytes, sizeof bytes);
        if (count <= 0) return false;
        for (ssize_t i = 0; i < count; ++i)
            if (bytes[i] != '\r') seen_ += bytes[i];
        return true;
    }

    int fd_ = -1;
    pid_t pid_ = -1;
    std::string seen_;
    std::size_t from_ = 0;
};

}  // namespace castellan
