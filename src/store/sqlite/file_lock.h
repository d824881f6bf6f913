// FileLock: one program at a time has it, and others can read who. It ends with the program,
// however that ends.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "store/store_error.h"

namespace castellan {

class FileLock {
  public:
    /// `holder` is what others are told: "castellan serve". StoreError::busy if another has it.
    static Result<FileLock, StoreError> take(const std::string& path, std::string_view holder);

    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&& other) noexcept;
    ~FileLock();

  private:
    explicit FileLock(int file) : file_{file} {}
    int file_;
};

}  // namespace castellan
