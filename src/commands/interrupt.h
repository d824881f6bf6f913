// Interrupt: turns Ctrl-C into a request to stop, without a signal handler.
#pragma once

#include <csignal>
#include <initializer_list>
#include <stop_token>
#include <thread>

namespace castellan {

/// As long as it lives, these signals end nothing but set the token; a second one does not wait for
/// an orderly end. Make it before the threads that are to be spared.
class Interrupt {
  public:
    explicit Interrupt(std::initializer_list<int> signals = {SIGINT, SIGTERM, SIGHUP});
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_token token() const { return source_.get_token(); }

  private:
    sigset_t before_{};
    std::stop_source source_;
    std::jthread watcher_;
};

}  // namespace castellan
