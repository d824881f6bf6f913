#include "commands/interrupt.h"

#include <pthread.h>
#include <unistd.h>

#include <ctime>
#include <optional>

#include "base/stopwatch.h"
#include "commands/complaint.h"

namespace castellan {
namespace {

constexpr timespec kBetweenLooks{0, 50'000'000};  // nanoseconds
constexpr double kOneWishSeconds = 0.15;

}  // namespace

Interrupt::Interrupt(std::initializer_list<int> numbers) {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int number : numbers) sigaddset(&signals, number);
    pthread_sigmask(SIG_BLOCK, &signals, &before_);
    watcher_ = std::jthread{[this, signals](const std::stop_token& done) {
        std::optional<Stopwatch> since_first;
        while (!done.stop_requested()) {
            if (sigtimedwait(&signals, nullptr, &kBetweenLooks) < 0) continue;
            source_.request_stop();
            // One wish may arrive twice: for the program, and for its process group.
            if (since_first && since_first->seconds() > kOneWishSeconds) _exit(kInterrupted);
            if (!since_first) since_first.emplace();
        }
    }};
}

Interrupt::~Interrupt() {
    watcher_.request_stop();
    watcher_.join();
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace castellan
