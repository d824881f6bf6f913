#include "commands/interrupt.h"

#include <pthread.h>
#include <unistd.h>

#include <ctime>

namespace castellan {
namespace {

constexpr timespec kBetweenLooks{0, 50'000'000};  // nanoseconds
constexpr int kInterrupted = 130;

}  // namespace

Interrupt::Interrupt() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, number);
    pthread_sigmask(SIG_BLOCK, &signals, &before_);
    watcher_ = std::jthread{[this, signals](const std::stop_token& done) {
        while (!done.stop_requested()) {
            if (sigtimedwait(&signals, nullptr, &kBetweenLooks) < 0) continue;
            if (!source_.request_stop()) _exit(kInterrupted);
        }
    }};
}

Interrupt::~Interrupt() {
    watcher_.request_stop();
    watcher_.join();
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace castellan
