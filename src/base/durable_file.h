// DurableFile: text is appended and is on the disk when append() returns.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace castellan {

enum class FileError { cannot_open, cannot_read, cannot_write };

class DurableFile {
  public:
    /// Makes the file if it is not there; what is in it stays.
    static Result<DurableFile, FileError> open(const std::string& path);
    DurableFile(DurableFile&& other) noexcept;
    DurableFile& operator=(DurableFile&& other) noexcept;
    ~DurableFile();

    Result<void, FileError> append(std::string_view text);
    Result<void, FileError> truncate(long long length);
    long long size() const;

  private:
    DurableFile(int fd, std::string path) : fd_{fd}, path_{std::move(path)} {}

    int fd_;
    std::string path_;
};

/// Puts a new file in the place of an old one: after a crash there is either one, never a part.
Result<void, FileError> replace_file(const std::string& path, std::string_view text);
Result<std::string, FileError> read_whole_file(const std::string& path);

}  // namespace castellan
