#include "xboard/xboard_edit.h"

#include "base/text.h"
#include "chess/castling.h"

namespace castellan {
namespace {

constexpr Square at_home(Color color, File file) {
    return make_square(file, relative_rank(color, Rank::r1));
}

bool stands(const Setup& setup, Color color, PieceType type, File file) {
    return setup.piece_on(at_home(color, file)) == make_piece(color, type);
}

}  // namespace

XboardEdit::XboardEdit(const Setup& board) {
    setup_.board = board.board;
    setup_.side_to_move = board.side_to_move;
    setup_.chess960 = board.chess960;
}

XboardEdit::Step XboardEdit::handle(std::string_view line) {
    const auto done = [](bool is_good) { return is_good ? Step::accepted : Step::refused; };
    const std::string_view word = take_word(line);
    if (word.empty()) return Step::accepted;
    if (word == ".") return Step::finished;
    if (word == "#") {
        setup_.board.fill(Piece::none);
        return Step::accepted;
    }
    if (word == "c") {
        color_ = !color_;
        return Step::accepted;
    }
    if (word == "castle") return done(set_castling(take_word(line)));
    if (word == "ep") return done(set_en_passant(take_word(line)));
    return done(put_man(word));
}

/// "Pa4" puts a piece of the present colour, "xa4" takes away what stands there.
bool XboardEdit::put_man(std::string_view text) {
    if (text.size() != 3) return false;
    const auto square = parse_square(text.substr(1));
    if (!square) return false;
    if (to_lower(text[0]) == 'x') {
        setup_.put(Piece::none, *square);
        return true;
    }
    const Piece piece = piece_from_letter(to_upper(text[0]));
    if (piece == Piece::none) return false;
    setup_.put(make_piece(color_, type_of(piece)), *square);
    return true;
}

/// ChessBase's own addition: "castle KQkq" or "castle -".
bool XboardEdit::set_castling(std::string_view letters) {
    Bitboard rooks;
    for (const char letter : letters == "-" ? std::string_view{} : letters) {
        const Color color = is_upper(letter) ? Color::white : Color::black;
        if (to_lower(letter) != 'k' && to_lower(letter) != 'q') return false;
        rooks |= at_home(color, to_lower(letter) == 'k' ? File::h : File::a);
    }
    if (letters.empty()) return false;
    setup_.castling_rooks = rooks;
    castling_is_given_ = true;
    return true;
}

/// ChessBase's own addition: "ep e3", the square that a pawn has passed.
bool XboardEdit::set_en_passant(std::string_view text) {
    const auto square = parse_square(text);
    if (!square && text != "-") return false;
    setup_.en_passant = square.value_or(Square::none);
    return true;
}

Setup XboardEdit::result() const {
    Setup setup = setup_;
    if (castling_is_given_) return setup;
    for (const Color color : kColors) {
        if (!stands(setup, color, PieceType::king, File::e)) continue;
        for (const File file : {File::a, File::h})
            if (stands(setup, color, PieceType::rook, file))
                setup.castling_rooks |= at_home(color, file);
    }
    return setup;
}

}  // namespace castellan
