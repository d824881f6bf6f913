#include "pipe/engine_process.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <thread>

#include "base/text.h"
#include "pipe/line_channel.h"
#include "uci/uci_server.h"
#include "xboard/xboard_server.h"

namespace castellan {
namespace {

// An interface waits a second or so before it kills us; that is for us to share out.
constexpr std::chrono::milliseconds kPatienceWithReader{200};
constexpr int kMostForAnOrderlyEnd = 700;  // milliseconds

/// While it lives, SIGTERM closes the channel, which ends the conversation. If the program is too
/// busy to notice, it is ended the hard way. To be made before any other thread.
class TerminationGuard {
  public:
    explicit TerminationGuard(LineChannel& channel) {
        sigset_t signals;
        sigemptyset(&signals);
        sigaddset(&signals, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &signals, nullptr);
        signal_ = signalfd(-1, &signals, SFD_CLOEXEC);
        finished_ = eventfd(0, EFD_CLOEXEC);
        if (signal_ < 0 || finished_ < 0)
            throw std::system_error{errno, std::generic_category(), "signalfd"};
        thread_ = std::jthread{[this, &channel] { watch(channel); }};
    }
    ~TerminationGuard() {
        eventfd_write(finished_, 1);
        thread_.join();
        ::close(signal_);
        ::close(finished_);
    }
    TerminationGuard(const TerminationGuard&) = delete;
    TerminationGuard& operator=(const TerminationGuard&) = delete;

  private:
    void watch(LineChannel& channel) const {
        std::array<pollfd, 2> watched{{{finished_, POLLIN, 0}, {signal_, POLLIN, 0}}};
        while (poll(watched.data(), watched.size(), -1) < 0) {
        }
        if (watched[0].revents != 0) return;
        channel.close();
        if (poll(watched.data(), 1, kMostForAnOrderlyEnd) == 0) _exit(0);
    }

    int signal_ = -1;
    int finished_ = -1;
    std::jthread thread_;
};

template <typename Server>
void converse(LineChannel& channel, std::optional<std::string> line) {
    Server server{[&channel](std::string_view text) { channel.write_line(text); }};
    if (!line) line = channel.read_line();
    while (line && server.handle_line(*line)) line = channel.read_line();
}

/// Nothing if the input ends before anything is said.
std::optional<std::string> first_words(LineChannel& channel) {
    auto line = channel.read_line();
    while (line && trim(*line).empty()) line = channel.read_line();
    return line;
}

}  // namespace

int run_engine_process(Protocol protocol) {
    // A closed pipe shows as a failed write, not as a signal that ends us without a word.
    std::signal(SIGPIPE, SIG_IGN);
    LineChannel channel{STDIN_FILENO, STDOUT_FILENO};
    const TerminationGuard guard{channel};
    std::optional<std::string> line;
    if (protocol == Protocol::as_greeted) {
        line = first_words(channel);
        if (!line) return 0;
        protocol = XboardServer::is_greeting(*line) ? Protocol::xboard : Protocol::uci;
    }
    if (protocol == Protocol::xboard) {
        // Interfaces that know only the first version of the protocol interrupt us this way.
        std::signal(SIGINT, SIG_IGN);
        converse<XboardServer>(channel, std::move(line));
    } else {
        converse<UciServer>(channel, std::move(line));
    }
    channel.flush(kPatienceWithReader);
    return channel.is_broken() ? 1 : 0;
}

}  // namespace castellan
