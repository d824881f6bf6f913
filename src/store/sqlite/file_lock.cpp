#include "store/sqlite/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace castellan {
namespace {

constexpr std::size_t kLongestHolder = 200;

std::string read_holder(int file) {
    char text[kLongestHolder];
    const ssize_t size = pread(file, text, sizeof text, 0);
    return size > 0 ? std::string(text, static_cast<std::size_t>(size)) : "another program";
}

}  // namespace

Result<FileLock, StoreError> FileLock::take(const std::string& path, std::string_view holder) {
    const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0)
        return fail(
            errno == EACCES || errno == EROFS ? StoreError::read_only : StoreError::cannot_open,
            "cannot open " + path + ": " + std::generic_category().message(errno));
    FileLock lock{file};
    if (flock(file, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK)
            return fail(StoreError::failed,
                        "cannot lock " + path + ": " + std::generic_category().message(errno));
        return fail(StoreError::busy, read_holder(file) + " has the games open");
    }
    std::string text{holder.substr(0, kLongestHolder / 2)};
    text += " (process " + std::to_string(getpid()) + ")";
    // Who cannot be told the name is still kept out.
    if (ftruncate(file, 0) == 0) (void)!pwrite(file, text.data(), text.size(), 0);
    return lock;
}

FileLock::FileLock(FileLock&& other) noexcept : file_{std::exchange(other.file_, -1)} {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
    std::swap(file_, other.file_);
    return *this;
}

FileLock::~FileLock() {
    if (file_ >= 0) close(file_);
}

}  // namespace castellan
