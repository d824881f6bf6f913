// FaultGuard: survives a crash inside a library that reads mapped files. If a file is cut short
// while it is in use, the next read past its end is a SIGBUS, and no check beforehand can help.
#pragma once

#include <csetjmp>
#include <csignal>

namespace castellan {

/// While one exists, its handlers are in place; there may be one at a time in a process. Faults
/// outside of survives() go where they went before.
class FaultGuard {
  public:
    FaultGuard();
    ~FaultGuard();
    FaultGuard(const FaultGuard&) = delete;
    FaultGuard& operator=(const FaultGuard&) = delete;

    /// Whether the call came back. If it crashed, it was left where it stood: nothing in it was
    /// destroyed, so it should be a call into C, and whatever it wrote is not to be trusted.
    template <typename Call>
    static bool survives(const Call& call) {
        sigjmp_buf here;
        // No signal is blocked in the handlers, so there is no mask to restore, which would take
        // longer than a probe.
        if (sigsetjmp(here, 0) != 0) return false;
        const JumpTarget target{here};
        call();
        return true;
    }

  private:
    /// Where this thread's crash goes; nothing, outside of survives().
    class JumpTarget {
      public:
        explicit JumpTarget(sigjmp_buf& buffer);
        ~JumpTarget();
        JumpTarget(const JumpTarget&) = delete;
        JumpTarget& operator=(const JumpTarget&) = delete;
    };
};

}  // namespace castellan
