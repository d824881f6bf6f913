#include "tablebase/syzygy/fault_guard.h"

#include <array>
#include <cstddef>

namespace castellan {
namespace {

// SIGABRT is how a failed assertion inside the library ends.
constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT};

// A signal handler is given nothing but the signal, so what it needs cannot live elsewhere.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
constinit thread_local sigjmp_buf* jump_target = nullptr;
std::array<struct sigaction, kSignals.size()> earlier_actions{};
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

void restore_action(std::size_t i) { sigaction(kSignals[i], &earlier_actions[i], nullptr); }

void on_fault(int signal) {
    if (sigjmp_buf* const target = jump_target; target != nullptr) {
        jump_target = nullptr;
        siglongjmp(*target, 1);
    }
    // Not ours: the instruction runs again and meets whatever handled this signal before us.
    for (std::size_t i = 0; i < kSignals.size(); ++i)
        if (kSignals[i] == signal) restore_action(i);
}

}  // namespace

FaultGuard::FaultGuard() {
    struct sigaction action {};
    action.sa_handler = on_fault;
    action.sa_flags = SA_NODEFER;
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < kSignals.size(); ++i)
        sigaction(kSignals[i], &action, &earlier_actions[i]);
}

FaultGuard::~FaultGuard() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) restore_action(i);
}

FaultGuard::JumpTarget::JumpTarget(sigjmp_buf& buffer) { jump_target = &buffer; }
FaultGuard::JumpTarget::~JumpTarget() { jump_target = nullptr; }

}  // namespace castellan
