#include "base/durable_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace castellan {
namespace {

tl::unexpected<Error<FileError>> refuse(FileError reason, std::string_view what,
                                        const std::string& path) {
    return fail(reason, "cannot " + std::string{what} + ' ' + path + ": " + std::strerror(errno));
}

/// A new name is on the disk only once its folder is.
void sync_folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    fsync(fd);
    close(fd);
}

}  // namespace

Result<DurableFile, FileError> DurableFile::open(const std::string& path) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (fd < 0) return refuse(FileError::cannot_open, "write", path);
    sync_folder_of(path);
    return DurableFile{fd, path};
}

DurableFile::DurableFile(DurableFile&& other) noexcept
    : fd_{std::exchange(other.fd_, -1)}, path_{std::move(other.path_)} {}

DurableFile& DurableFile::operator=(DurableFile&& other) noexcept {
    std::swap(fd_, other.fd_);
    std::swap(path_, other.path_);
    return *this;
}

DurableFile::~DurableFile() {
    if (fd_ >= 0) close(fd_);
}

Result<void, FileError> DurableFile::append(std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = write(fd_, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return refuse(FileError::cannot_write, "write", path_);
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    // Some places, such as pipes and /dev/null, cannot be synced and need not be.
    if (fsync(fd_) != 0 && errno != EINVAL && errno != EROFS)
        return refuse(FileError::cannot_write, "write", path_);
    return {};
}

Result<void, FileError> DurableFile::truncate(long long length) {
    if (ftruncate(fd_, length) != 0) return refuse(FileError::cannot_write, "shorten", path_);
    return {};
}

long long DurableFile::size() const {
    struct stat status {};
    return fstat(fd_, &status) == 0 ? status.st_size : 0;
}

Result<void, FileError> replace_file(const std::string& path, std::string_view text) {
    const std::string fresh = path + ".new";
    std::remove(fresh.c_str());
    {
        auto file = DurableFile::open(fresh);
        if (!file) return tl::unexpected(file.error());
        if (auto status = file->append(text); !status) return status;
    }
    if (std::rename(fresh.c_str(), path.c_str()) != 0)
        return refuse(FileError::cannot_write, "replace", path);
    sync_folder_of(path);
    return {};
}

Result<std::string, FileError> read_whole_file(const std::string& path) {
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return refuse(FileError::cannot_open, "open", path);
    std::string text;
    char chunk[64 * 1024];
    ssize_t length = 0;
    while ((length = read(fd, chunk, sizeof chunk)) > 0 || (length < 0 && errno == EINTR))
        if (length > 0) text.append(chunk, static_cast<std::size_t>(length));
    close(fd);
    if (length < 0) return refuse(FileError::cannot_read, "read", path);
    return text;
}

}  // namespace castellan
