// What the search has learnt about moves while it searched: one set per worker.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>

#include "chess/position.h"

namespace castellan {

/// Pulled towards each bonus, and less so the nearer it is to its limit.
template <int kEntryLimit>
class LearntValue {
  public:
    static constexpr int kLimit = kEntryLimit;

    int value() const { return value_; }
    void update(int bonus) {
        value_ = static_cast<std::int16_t>(value_ + bonus - value_ * std::abs(bonus) / kLimit);
    }

  private:
    std::int16_t value_ = 0;
};

/// How well a move has done.
using HistoryEntry = LearntValue<16'384>;
/// How far the static evaluation was off where some part of the position was the same.
using CorrectionEntry = LearntValue<1'024>;

/// How well a piece going to a square has followed one certain move.
using PieceToHistory = std::array<std::array<HistoryEntry, kSquareCount>, kPieceCodes>;

/// How many plies back the moves were made that a move is remembered to have followed.
inline constexpr std::array kContinuationPlies = {1, 2, 4};

struct Histories {
    static constexpr std::size_t kCorrectionSize = 16'384;
    using CorrectionTable = std::array<std::array<CorrectionEntry, kCorrectionSize>, 2>;

    std::array<std::array<std::array<HistoryEntry, kSquareCount>, kSquareCount>, 2> quiet;
    std::array<std::array<std::array<HistoryEntry, kPieceTypeCount + 1>, kSquareCount>, kPieceCodes>
        capture;
    std::array<std::array<PieceToHistory, kSquareCount>, kPieceCodes> continuation;
    CorrectionTable pawn_correction;
    std::array<CorrectionTable, 2> non_pawn_correction;

    HistoryEntry& quiet_entry(Color color, Move move) {
        return quiet[index_of(color)][index_of(move.from())][index_of(move.to())];
    }
    HistoryEntry& capture_entry(const Position& position, Move move) {
        const PieceType captured =
            move.is_en_passant() ? PieceType::pawn : type_of(position.piece_on(move.to()));
        return capture[index_of(position.piece_on(move.from()))][index_of(move.to())]
                      [index_of(captured)];
    }
};

}  // namespace castellan
