// GameReader: the games of a file, one after the other, each checked before it is handed out.
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "training/game_format.h"

namespace castellan::training {

/// Messages name the file and the offset at which the game begins. After an error there is no
/// going on.
class GameReader {
  public:
    static Result<GameReader, GameFileError> open(const std::string& path);

    /// Nothing at the end. A last game that was interrupted while it was written is no game.
    Result<std::optional<TrainingGame>, GameFileError> next();
    /// Passes over a game, looking at its checksums alone; false at the end.
    Result<bool, GameFileError> skip();

    /// Where the last whole game, or the header, ends.
    std::uint64_t offset() const { return offset_; }
    /// At the end: bytes of an interrupted game behind the last whole one.
    std::uint64_t unfinished_bytes() const { return unfinished_bytes_; }

  private:
    struct Closer {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    using Handle = std::unique_ptr<std::FILE, Closer>;
    struct RawGame {
        Bytes head;
        Bytes moves;
    };

    GameReader(std::string path, Handle file) : path_{std::move(path)}, file_{std::move(file)} {}

    Result<void, GameFileError> read_header();
    Result<std::optional<RawGame>, GameFileError> read_raw();
    /// False if the file ends first.
    Result<bool, GameFileError> read_bytes(Bytes& bytes, std::size_t size);
    Result<bool, GameFileError> read_checked(Bytes& bytes, std::size_t size);
    std::string place(const std::string& what) const;

    std::string path_;
    Handle file_;
    std::uint64_t offset_ = 0;
    std::uint64_t unfinished_bytes_ = 0;
};

}  // namespace castellan::training
