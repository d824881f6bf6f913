#include "clients/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

namespace castellan {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kLongestOutputLine = std::size_t{1} << 20;
constexpr std::size_t kRecentLines = 16;
constexpr std::size_t kRecentLength = 200;
constexpr auto kGlance = milliseconds{50};  // how soon a request to stop is noticed

int wait_in_ms(SteadyTime until) {
    const auto left = until - SteadyClock::now();
    if (left <= SteadyClock::duration::zero()) return 0;
    // Rounded up: waking just before the deadline would only mean to wait again.
    const auto whole =
        std::chrono::ceil<milliseconds>(std::min<SteadyClock::duration>(left, kGlance));
    return static_cast<int>(whole.count());
}

}  // namespace

ChildProcess::Descriptor& ChildProcess::Descriptor::operator=(Descriptor&& other) noexcept {
    if (this != &other) {
        close();
        fd_ = other.release();
    }
    return *this;
}

void ChildProcess::Descriptor::close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
}

int ChildProcess::Descriptor::release() {
    const int fd = fd_;
    fd_ = -1;
    return fd;
}

std::optional<ChildProcess::Pipe> ChildProcess::make_pipe() {
    int ends[2];
    // Not inherited by the other programs we start, or their pipes would never close.
    if (pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
    return Pipe{Descriptor{ends[0]}, Descriptor{ends[1]}};
}

/// The child between fork and exec: nothing here may allocate, since another thread may have held
/// the allocator's lock.
void ChildProcess::become(const ChildCommand& command, char* const* argv, pid_t parent,
                          const Pipe& in, const Pipe& out, const Pipe& error, int report_fd) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
    dup2(in.read_end.get(), STDIN_FILENO);
    dup2(out.write_end.get(), STDOUT_FILENO);
    dup2(error.write_end.get(), STDERR_FILENO);
    if (command.directory.empty() || chdir(command.directory.c_str()) == 0) execvp(argv[0], argv);
    const int reason = errno;
    [[maybe_unused]] const ssize_t written = write(report_fd, &reason, sizeof reason);
    _exit(127);
}

Result<std::unique_ptr<ChildProcess>, ChildError> ChildProcess::start(const ChildCommand& command) {
    if (command.argv.empty() || command.argv.front().empty())
        return fail(ChildError::no_command, "there is no program to start");
    const std::string name = "cannot start " + command.argv.front() + ": ";
    std::unique_ptr<ChildProcess> child{new ChildProcess};
    child->stop_ = command.stop;
    if (!command.log_path.empty()) {
        child->log_ = Descriptor{
            open(command.log_path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644)};
        if (child->log_.get() < 0)
            return fail(ChildError::cannot_log,
                        "cannot write " + command.log_path + ": " + std::strerror(errno));
    }
    auto in = make_pipe();
    auto out = make_pipe();
    auto error = make_pipe();
    auto report = make_pipe();
    if (!in || !out || !error || !report)
        return fail(ChildError::cannot_start, name + std::strerror(errno));

    std::vector<char*> argv;
    for (const std::string& word : command.argv) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid < 0) return fail(ChildError::cannot_start, name + std::strerror(errno));
    if (pid == 0) become(command, argv.data(), parent, *in, *out, *error, report->write_end.get());
    child->pid_ = pid;
    setpgid(pid, pid);  // here too: whoever comes first

    // The report pipe closes by itself when the program starts.
    report->write_end.close();
    int reason = 0;
    ssize_t length = 0;
    do length = read(report->read_end.get(), &reason, sizeof reason);
    while (length < 0 && errno == EINTR);
    if (length > 0) return fail(ChildError::cannot_start, name + std::strerror(reason));

    child->input_ = std::move(in->write_end);
    child->output_ = std::move(out->read_end);
    child->error_ = std::move(error->read_end);
    for (const int fd : {child->input_.get(), child->output_.get(), child->error_.get()})
        fcntl(fd, F_SETFL, O_NONBLOCK);
    return child;
}

ChildProcess::~ChildProcess() {
    if (pid_ >= 0 && !wait_status_) kill_and_reap();
}

/// The group goes first: while its leader is not reaped, no other group can have this number.
void ChildProcess::kill_and_reap() {
    kill(-pid_, SIGKILL);
    kill(pid_, SIGKILL);  // should it not have come to found its group
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    wait_status_ = status;
}

bool ChildProcess::send(std::string_view lines, milliseconds patience) {
    for (std::string_view rest = lines; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
        note('>', rest.substr(0, end));
        rest.remove_prefix(end + 1);
    }
    const SteadyTime deadline = SteadyClock::now() + patience;
    while (!lines.empty()) {
        const ssize_t written = write(input_.get(), lines.data(), lines.size());
        if (written > 0) {
            lines.remove_prefix(static_cast<std::size_t>(written));
            continue;
        }
        if (written < 0 && errno == EINTR) continue;
        if (written < 0 && errno != EAGAIN) return false;
        if (SteadyClock::now() >= deadline || stop_.stop_requested()) return false;
        // A program that floods us and is not read would never come to read in its turn.
        take_output();
        pollfd ready{input_.get(), POLLOUT, 0};
        poll(&ready, 1, std::min(wait_in_ms(deadline), 10));
    }
    return true;
}

ReadLine ChildProcess::read_line(SteadyTime deadline, const std::stop_token& enough) {
    for (;;) {
        if (searched_ < buffer_.size() && last_arrival_ <= deadline)
            if (auto line = cut_line()) {
                if (!line->empty() && line->back() == '\r') line->pop_back();
                note('<', *line);
                return {ReadStatus::line, std::move(*line), last_arrival_};
            }
        if (is_closed_) return {ReadStatus::closed, {}, SteadyClock::now()};
        if (stop_.stop_requested() || enough.stop_requested())
            return {ReadStatus::interrupted, {}, SteadyClock::now()};
        if (SteadyClock::now() > deadline) return {ReadStatus::timeout, {}, SteadyClock::now()};
        receive(deadline);
    }
}

void ChildProcess::receive(SteadyTime until) {
    pollfd ready[2] = {{output_.get(), POLLIN, 0}, {error_.get(), POLLIN, 0}};
    if (poll(ready, 2, wait_in_ms(until)) <= 0) return;
    if (ready[1].revents != 0) take_error_output();
    if (ready[0].revents != 0) take_output();
}

void ChildProcess::take_output() {
    char chunk[16 * 1024];
    // Whoever does not look at what came must not be drowned by it.
    if (buffer_.size() - buffer_start_ > 2 * kLongestOutputLine) return;
    const ssize_t length = read(output_.get(), chunk, sizeof chunk);
    if (length > 0) {
        last_arrival_ = SteadyClock::now();
        buffer_.erase(0, buffer_start_);
        searched_ -= buffer_start_;
        buffer_start_ = 0;
        buffer_.append(chunk, static_cast<std::size_t>(length));
    } else if (length == 0 || (errno != EAGAIN && errno != EINTR)) {
        is_closed_ = true;
    }
}

void ChildProcess::take_error_output() {
    char chunk[4096];
    const ssize_t length = read(error_.get(), chunk, sizeof chunk);
    if (length == 0 || (length < 0 && errno != EAGAIN && errno != EINTR)) {
        error_.close();  // a negative descriptor is passed over by poll
        return;
    }
    if (length < 0) return;
    error_buffer_.append(chunk, static_cast<std::size_t>(length));
    for (auto end = error_buffer_.find('\n'); end != std::string::npos;
         end = error_buffer_.find('\n')) {
        note('!', std::string_view{error_buffer_}.substr(0, end));
        error_buffer_.erase(0, end + 1);
    }
    if (error_buffer_.size() > kLongestOutputLine) error_buffer_.clear();
}

/// The next complete line; of one that is longer than any sensible line only the beginning.
std::optional<std::string> ChildProcess::cut_line() {
    const std::size_t end = buffer_.find('\n', searched_);
    if (end == std::string::npos) {
        searched_ = buffer_.size();
        if (buffer_.size() - buffer_start_ <= kLongestOutputLine) return std::nullopt;
        std::string line = buffer_.substr(buffer_start_, kRecentLength);
        buffer_.clear();
        buffer_start_ = searched_ = 0;
        const bool is_rest = is_cutting_;
        is_cutting_ = true;
        return is_rest ? std::nullopt : std::optional{std::move(line)};
    }
    std::string line = buffer_.substr(buffer_start_, end - buffer_start_);
    buffer_start_ = searched_ = end + 1;
    if (buffer_start_ == buffer_.size()) {
        buffer_.clear();
        buffer_start_ = searched_ = 0;
    }
    if (!is_cutting_) return line;
    is_cutting_ = false;
    return cut_line();
}

void ChildProcess::shut_down(milliseconds patience) {
    const SteadyTime deadline = SteadyClock::now() + patience;
    input_.close();
    while (!has_ended() && SteadyClock::now() < deadline) {
        // Someone who writes his last words into a full pipe would never come to leave.
        pollfd ready{output_.get(), POLLIN, 0};
        if (is_closed_) ready.fd = -1;
        poll(&ready, 1, 5);
        char chunk[4096];
        if (!is_closed_ && read(output_.get(), chunk, sizeof chunk) == 0) is_closed_ = true;
    }
    if (!wait_status_) kill_and_reap();
    is_closed_ = true;
}

/// Whoever has ended is reaped, together with what it may have left behind.
bool ChildProcess::has_ended() {
    if (wait_status_) return true;
    siginfo_t info{};
    const int found = waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
    if (found != 0 || info.si_pid != pid_) return false;
    kill_and_reap();
    return true;
}

std::string ChildProcess::ending() {
    // The pipe closes a moment before the process is gone.
    const SteadyTime deadline =
        SteadyClock::now() + (is_closed_ ? milliseconds{500} : milliseconds{0});
    while (!has_ended() && SteadyClock::now() < deadline) poll(nullptr, 0, 2);
    take_error_output();
    if (!wait_status_) return is_closed_ ? "closed its output" : "";
    if (WIFSIGNALED(*wait_status_)) {
        const int signal = WTERMSIG(*wait_status_);
        return "was killed by signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
    }
    return "exited with code " + std::to_string(WEXITSTATUS(*wait_status_));
}

void ChildProcess::note(char direction, std::string_view line) {
    recent_.push_back(std::string{direction} + ' ' + std::string{line.substr(0, kRecentLength)});
    if (recent_.size() > kRecentLines) recent_.pop_front();
    if (log_.get() < 0) return;
    const std::chrono::duration<double> since = SteadyClock::now() - started_;
    char stamp[48];
    std::snprintf(stamp, sizeof stamp, "%d %.6f %c ", static_cast<int>(pid_), since.count(),
                  direction);
    // One write for one line: other processes of the same engine share the file.
    const std::string text = std::string{stamp}.append(line) + '\n';
    [[maybe_unused]] const ssize_t written = write(log_.get(), text.data(), text.size());
}

}  // namespace castellan
