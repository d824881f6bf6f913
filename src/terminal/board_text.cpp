#include "terminal/board_text.h"

#include <array>

#include "chess/movegen.h"

namespace castellan {
namespace {

constexpr std::string_view kLetters = "PNBRQK";
constexpr std::array<std::string_view, 6> kFilled = {"♟", "♞", "♝", "♜", "♛", "♚"};
constexpr std::array<std::string_view, 6> kOutlined = {"♙", "♘", "♗", "♖", "♕", "♔"};
constexpr std::string_view kEndOfColor = "\x1b[0m";

std::string_view color_code(Square square, Piece piece, bool is_marked, ColorUse use) {
    const bool is_white = piece != Piece::none && color_of(piece) == Color::white;
    if (use == ColorUse::sixteen) {
        if (is_marked) return is_white ? "\x1b[1;97;43m" : "\x1b[30;43m";
        if (is_light(square)) return is_white ? "\x1b[1;97;46m" : "\x1b[30;46m";
        return is_white ? "\x1b[1;97;44m" : "\x1b[30;44m";
    }
    if (is_marked) return is_white ? "\x1b[1;38;5;231;48;5;136m" : "\x1b[38;5;16;48;5;136m";
    if (is_light(square)) return is_white ? "\x1b[1;38;5;231;48;5;109m" : "\x1b[38;5;16;48;5;109m";
    return is_white ? "\x1b[1;38;5;231;48;5;60m" : "\x1b[38;5;16;48;5;60m";
}

std::string side_words(const Position& position, Color color) {
    std::string text = side_name(color) + ':';
    bool is_first = true;
    for (int type = kPieceTypeCount - 1; type >= 0; --type) {
        const Bitboard pieces = position.pieces(color, static_cast<PieceType>(type));
        if (pieces.empty()) continue;
        text.append(is_first ? " " : ", ").append(name_of(static_cast<PieceType>(type)));
        if (pieces.several()) text += 's';
        for (const Square square : pieces) text += ' ' + to_string(square);
        is_first = false;
    }
    return text + '.';
}

}  // namespace

std::string piece_text(Piece piece, const BoardStyle& style) {
    if (piece == Piece::none) return style.color == ColorUse::none ? "." : " ";
    const auto type = static_cast<std::size_t>(type_of(piece));
    const bool is_white = color_of(piece) == Color::white;
    if (style.pieces == PieceSet::letters) {
        const char letter = kLetters[type];
        return {is_white || style.color != ColorUse::none ? letter
                                                          : static_cast<char>(letter - 'A' + 'a')};
    }
    // With colours the filled figures are the better ones for both sides.
    const bool is_filled = style.color != ColorUse::none || !is_white;
    return std::string{is_filled ? kFilled[type] : kOutlined[type]};
}

std::string board_text(const Position& position, const BoardStyle& style,
                       std::optional<Move> last) {
    std::string text;
    for (int row = 7; row >= 0; --row) {
        const int rank = style.is_flipped ? 7 - row : row;
        text += ' ';
        text += static_cast<char>('1' + rank);
        text += ' ';
        for (int column = 0; column < 8; ++column) {
            const int file = style.is_flipped ? 7 - column : column;
            const Square square = make_square(static_cast<File>(file), static_cast<Rank>(rank));
            const Piece piece = position.piece_on(square);
            const bool is_marked = last && (last->from() == square || last->to() == square);
            if (style.color != ColorUse::none)
                text += color_code(square, piece, is_marked, style.color);
            text += is_marked ? '(' : ' ';
            text += piece_text(piece, style);
            text += is_marked ? ')' : ' ';
        }
        if (style.color != ColorUse::none) text += kEndOfColor;
        text += '\n';
    }
    text += "   ";
    for (int column = 0; column < 8; ++column) {
        text += ' ';
        text += static_cast<char>('a' + (style.is_flipped ? 7 - column : column));
        text += ' ';
    }
    return text + '\n';
}

std::string board_words(const Position& position) {
    return side_words(position, Color::white) + ' ' + side_words(position, Color::black);
}

std::string material_text(const Position& position, PieceSet pieces) {
    std::string text;
    for (const Color color : kColors) {
        std::string more;
        for (int type = kPieceTypeCount - 2; type >= 0; --type) {
            const auto kind = static_cast<PieceType>(type);
            const int lead =
                position.pieces(color, kind).count() - position.pieces(!color, kind).count();
            for (int i = 0; i < lead; ++i)
                more += pieces == PieceSet::unicode
                            ? std::string{kFilled[static_cast<std::size_t>(type)]}
                            : std::string{kLetters[static_cast<std::size_t>(type)]};
        }
        if (more.empty()) continue;
        if (!text.empty()) text += ", ";
        text += (color == Color::white ? "White +" : "Black +") + more;
    }
    return text;
}

}  // namespace castellan
