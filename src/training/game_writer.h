// GameWriter: appends games to a file, which is whole up to its last game whenever it is stopped.
#pragma once

#include <string>
#include <utility>

#include "training/game_format.h"

namespace castellan::training {

class GameWriter {
  public:
    /// Makes the file, or goes on behind its last whole game; an interrupted one is cut off. A
    /// damaged file is refused and left as it is, and so is one that another writer has open.
    static Result<GameWriter, GameFileError> open(const std::string& path);

    /// The game is with the system when this returns. If it does not fit on the disk, nothing of
    /// it stays in the file.
    Result<void, GameFileError> append(const TrainingGame& game);

    /// Whole games in the file.
    std::uint64_t games() const { return games_; }
    /// What open() had to cut off.
    std::uint64_t cut_bytes() const { return cut_bytes_; }

  private:
    class Descriptor {
      public:
        explicit Descriptor(int number) : number_{number} {}
        ~Descriptor();
        Descriptor(Descriptor&& other) noexcept : number_{std::exchange(other.number_, -1)} {}
        Descriptor& operator=(Descriptor&&) = delete;
        int number() const { return number_; }

      private:
        int number_;
    };

    GameWriter(std::string path, Descriptor file)
        : path_{std::move(path)}, file_{std::move(file)} {}

    Result<void, GameFileError> go_to_end();
    Result<void, GameFileError> write(const Bytes& bytes);
    tl::unexpected<Error<GameFileError>> write_error() const;

    std::string path_;
    Descriptor file_;
    std::uint64_t size_ = 0;  // up to the end of the last whole game
    std::uint64_t games_ = 0;
    std::uint64_t cut_bytes_ = 0;
};

}  // namespace castellan::training
