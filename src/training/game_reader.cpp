#include "training/game_reader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace castellan::training {

Result<GameReader, GameFileError> GameReader::open(const std::string& path) {
    Handle file{std::fopen(path.c_str(), "rb")};
    if (!file)
        return fail(GameFileError::cannot_open,
                    "cannot open " + path + ": " + std::strerror(errno));
    GameReader reader{path, std::move(file)};
    if (const auto header = reader.read_header(); !header) return tl::unexpected(header.error());
    return reader;
}

Result<void, GameFileError> GameReader::read_header() {
    Bytes header;
    const auto is_whole = read_bytes(header, kFileHeaderSize);
    if (!is_whole) return tl::unexpected(is_whole.error());
    if (!*is_whole) {
        // Even the header may have been interrupted; anything else that short is another file.
        const Bytes expected = encode_file_header();
        if (std::equal(header.begin(), header.end(), expected.begin())) return {};
        return fail(GameFileError::not_a_game_file, place("this is no file of self-play games"));
    }
    if (const auto checked = check_file_header(header); !checked)
        return fail(checked.error().reason, place(checked.error().message));
    offset_ = kFileHeaderSize;
    unfinished_bytes_ = 0;
    return {};
}

Result<std::optional<TrainingGame>, GameFileError> GameReader::next() {
    const std::uint64_t start = offset_;
    const auto raw = read_raw();
    if (!raw) return tl::unexpected(raw.error());
    if (!*raw) return std::nullopt;
    auto game = decode((*raw)->head, (*raw)->moves);
    if (game) return std::move(*game);
    offset_ = start;
    return fail(game.error().reason, place(game.error().message));
}

Result<bool, GameFileError> GameReader::skip() {
    const auto raw = read_raw();
    if (!raw) return tl::unexpected(raw.error());
    return raw->has_value();
}

Result<std::optional<GameReader::RawGame>, GameFileError> GameReader::read_raw() {
    RawGame game;
    const auto has_head = read_checked(game.head, kGameHeadSize);
    if (!has_head) return tl::unexpected(has_head.error());
    if (!*has_head) return std::nullopt;
    const auto has_moves = read_checked(game.moves, moves_size(game.head));
    if (!has_moves) return tl::unexpected(has_moves.error());
    if (!*has_moves) return std::nullopt;
    offset_ += game.head.size() + game.moves.size() + 2 * kChecksumSize;
    unfinished_bytes_ = 0;
    return game;
}

Result<bool, GameFileError> GameReader::read_checked(Bytes& bytes, std::size_t size) {
    const auto is_whole = read_bytes(bytes, size + kChecksumSize);
    if (!is_whole || !*is_whole) return is_whole;
    const auto checksum = number_at<std::uint32_t>(bytes, size);
    bytes.resize(size);
    if (crc32(bytes) != checksum)
        return fail(GameFileError::damaged, place("a checksum does not fit: the file is damaged"));
    return true;
}

Result<bool, GameFileError> GameReader::read_bytes(Bytes& bytes, std::size_t size) {
    bytes.resize(size);
    errno = 0;
    const std::size_t count = std::fread(bytes.data(), 1, size, file_.get());
    unfinished_bytes_ += count;
    bytes.resize(count);
    if (count == size) return true;
    if (std::ferror(file_.get()) != 0)
        return fail(GameFileError::cannot_read,
                    place(std::string{"cannot read: "} + std::strerror(errno)));
    return false;
}

std::string GameReader::place(const std::string& what) const {
    return path_ + ", at byte " + std::to_string(offset_) + ": " + what;
}

}  // namespace castellan::training
