#include "commands/interrupt.h"

#include <pthread.h>

#include <ctime>

namespace castellan {
namespace {

constexpr timespec kBetweenLooks{0, 100'000'000};  // nanoseconds

}  // namespace

Interrupt::Interrupt() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, &before_);
    watcher_ = std::jthread{[this, signals](const std::stop_token& done) {
        while (!done.stop_requested())
            if (sigtimedwait(&signals, nullptr, &kBetweenLooks) > 0) source_.request_stop();
    }};
}

Interrupt::~Interrupt() {
    watcher_.request_stop();
    watcher_.join();
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace castellan
