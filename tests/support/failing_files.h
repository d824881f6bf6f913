// FailingFiles: while it lives, SQLite's files are counted operation by operation, and one of these
// can be made to fail as a broken disk would.
#pragma once

#include <cstdint>

namespace castellan {

class FailingFiles {
  public:
    FailingFiles();
    ~FailingFiles();
    FailingFiles(const FailingFiles&) = delete;
    FailingFiles& operator=(const FailingFiles&) = delete;

    /// The operation after `before` more of them fails, and if `for_good` all that follow. Only
    /// files that are opened from now on take part.
    static void fail_after(std::int64_t before, bool for_good = false);
    static void work_again();
    /// Since fail_after or work_again.
    static std::int64_t operations();
};

}  // namespace castellan
