#include "chess/notation/diagram.h"

namespace castellan {

std::vector<std::string> diagram(const Position& position) {
    std::vector<std::string> lines;
    for (int rank = 7; rank >= 0; --rank) {
        std::string line = std::to_string(rank + 1) + ' ';
        for (int file = 0; file < 8; ++file) {
            const Piece piece = position.piece_on(static_cast<Square>(rank * 8 + file));
            line += {' ', piece == Piece::none ? '.' : letter_of(piece)};
        }
        lines.push_back(line);
    }
    lines.emplace_back("   a b c d e f g h");
    return lines;
}

}  // namespace castellan
