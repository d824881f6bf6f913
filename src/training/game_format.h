// The bytes of a game file: a header, then one game after the other, about four bytes a move.
#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "training/packed_position.h"
#include "training/training_game.h"

namespace castellan::training {

enum class GameFileError {
    cannot_open,
    cannot_read,
    cannot_write,
    in_use,  // by another writer
    not_a_game_file,
    unknown_version,
    damaged,  // a checksum does not fit
    impossible_position,
    illegal_move,
};

/// Magic, version (4 bytes), and four bytes that are zero.
inline constexpr std::size_t kFileHeaderSize = 16;
Bytes encode_file_header();
Result<void, GameFileError> check_file_header(const Bytes& header);

/// A game is a head and its moves, each followed by a checksum of its own, so that a damaged length
/// is never believed. The head: number of plies (2 bytes), result (1), a zero (1), packed start.
inline constexpr std::size_t kGameHeadSize = 4 + kPackedPositionSize;
inline constexpr std::size_t kChecksumSize = 4;
/// Per ply the move and the score, both 2 bytes.
inline constexpr std::size_t kPlySize = 4;
inline constexpr std::size_t kMostPlies = 65'535;

Bytes encode(const TrainingGame& game);
std::size_t moves_size(const Bytes& head);
/// Plays the game through: every position is sane and every move legal.
Result<TrainingGame, GameFileError> decode(const Bytes& head, const Bytes& moves);

}  // namespace castellan::training
