// Zobrist keys: a random number per feature; a position's key is the exclusive or of its features.
#pragma once

#include <array>
#include <cstdint>

#include "base/random.h"
#include "chess/piece.h"
#include "chess/square.h"

namespace castellan {

using Key = std::uint64_t;

namespace zobrist {

struct Table {
    std::array<std::array<Key, kSquareCount>, kPieceCodes> piece;
    std::array<Key, kSquareCount> castling_rook;  // by the square of a rook that may castle
    std::array<Key, 8> en_passant;                // by file, only while a capture is legal
    Key black_to_move;
};

constexpr Table make_table() {
    Table table{};
    Random random{0xCA57E11A4};
    for (auto& squares : table.piece)
        for (Key& key : squares) key = random.next();
    for (Key& key : table.castling_rook) key = random.next();
    for (Key& key : table.en_passant) key = random.next();
    table.black_to_move = random.next();
    return table;
}

inline constexpr Table kTable = make_table();

constexpr Key piece(Piece piece, Square square) {
    return kTable.piece[index_of(piece)][index_of(square)];
}
constexpr Key castling_rook(Square square) { return kTable.castling_rook[index_of(square)]; }
constexpr Key en_passant(File file) { return kTable.en_passant[index_of(file)]; }
constexpr Key black_to_move() { return kTable.black_to_move; }

}  // namespace zobrist
}  // namespace castellan
