#include "training/game_writer.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "training/game_reader.h"

namespace castellan::training {
namespace {

constexpr int kReadableByAll = 0644;

}  // namespace

GameWriter::Descriptor::~Descriptor() {
    if (number_ >= 0) ::close(number_);
}

Result<GameWriter, GameFileError> GameWriter::open(const std::string& path) {
    Descriptor file{::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kReadableByAll)};
    if (file.number() < 0)
        return fail(GameFileError::cannot_open,
                    "cannot open " + path + ": " + std::strerror(errno));
    struct stat status {};
    if (::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode))
        return fail(GameFileError::cannot_open, path + " is not a file that can be appended to");
    if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0)
        return fail(GameFileError::in_use, path + " is being written to by another program");
    GameWriter writer{path, std::move(file)};
    if (const auto found = writer.go_to_end(); !found) return tl::unexpected(found.error());
    return writer;
}

Result<void, GameFileError> GameWriter::go_to_end() {
    auto reader = GameReader::open(path_);
    if (!reader) return tl::unexpected(reader.error());
    for (;;) {
        const auto is_game = reader->skip();
        if (!is_game) return tl::unexpected(is_game.error());
        if (!*is_game) break;
        ++games_;
    }
    size_ = reader->offset();
    cut_bytes_ = reader->unfinished_bytes();
    if (::ftruncate(file_.number(), static_cast<off_t>(size_)) != 0) return write_error();
    if (size_ == 0) return write(encode_file_header());
    return {};
}

Result<void, GameFileError> GameWriter::append(const TrainingGame& game) {
    auto written = write(encode(game));
    if (written) ++games_;
    return written;
}

Result<void, GameFileError> GameWriter::write(const Bytes& bytes) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto count = ::pwrite(file_.number(), bytes.data() + done, bytes.size() - done,
                                    static_cast<off_t>(size_ + done));
        if (count >= 0) {
            done += static_cast<std::size_t>(count);
        } else if (errno != EINTR) {
            const auto error = write_error();
            // If this fails too, the next open() cuts the rest off.
            [[maybe_unused]] const int ignored =
                ::ftruncate(file_.number(), static_cast<off_t>(size_));
            return error;
        }
    }
    size_ += bytes.size();
    return {};
}

tl::unexpected<Error<GameFileError>> GameWriter::write_error() const {
    return fail(GameFileError::cannot_write,
                "cannot write to " + path_ + ": " + std::strerror(errno));
}

}  // namespace castellan::training
