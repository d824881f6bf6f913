#include "chess/notation/san.h"

#include <optional>

#include "base/fixed_vector.h"
#include "base/text.h"
#include "chess/legality.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/plain_character.h"

namespace castellan {
namespace {

constexpr std::string_view kMissingFile =
    "a pawn capture is written with the file it starts on, such as exd5";
constexpr std::size_t kLongestMove = 24;  // bytes; even decorated long forms stay below

/// A move's text in plain ASCII: figurines become letters, dashes become '-', '×' becomes 'x'.
class PlainText {
  public:
    /// Nothing if the text is too long or holds a character that no notation uses.
    static std::optional<PlainText> of(std::string_view text) {
        PlainText plain;
        text = trim(text);
        if (text.ends_with(" e.p.")) text = trim(text.substr(0, text.size() - 5));
        if (text.empty() || text.size() > kLongestMove) return std::nullopt;
        while (!text.empty()) {
            const char c = take_plain_character(text);
            if (c < '!' || c > '~') return std::nullopt;
            plain.characters_.push_back(c);
        }
        return plain;
    }

    std::string_view view() const { return {characters_.begin(), characters_.size()}; }

  private:
    FixedVector<char, kLongestMove> characters_;
};

/// What the text says, before any position is asked.
struct Wish {
    PieceType type = PieceType::pawn;
    std::optional<File> from_file;
    std::optional<Rank> from_rank;
    Square to = Square::none;
    bool says_capture = false;
    std::optional<PieceType> promotion;
};

bool drop_suffix(std::string_view& text, std::string_view suffix) {
    if (text.size() <= suffix.size() || !text.ends_with(suffix)) return false;
    text.remove_suffix(suffix.size());
    return true;
}

/// Takes off whatever stands behind a move and says nothing about which move it is.
void drop_decoration(std::string_view& text) {
    for (bool dropped = true; dropped;) {
        dropped = false;
        for (const std::string_view suffix : {"+", "#", "!", "?", "e.p.", "ep", "e.p"})
            dropped |= drop_suffix(text, suffix);
    }
}

std::optional<PieceType> type_from_capital(char letter) {
    const auto found = std::string_view{"PNBRQK"}.find(letter);
    if (found == std::string_view::npos) return std::nullopt;
    return static_cast<PieceType>(found);
}

/// Cuts `=Q`, `(Q)`, `/Q` or a bare `Q` from the end; the letter may be small.
std::optional<PieceType> take_promotion(std::string_view& text) {
    std::string_view rest = text;
    const bool in_parentheses = drop_suffix(rest, ")");
    if (rest.size() < 3) return std::nullopt;
    const auto type = type_from_capital(to_upper(rest.back()));
    if (!type || *type == PieceType::pawn || *type == PieceType::king) return std::nullopt;
    rest.remove_suffix(1);
    const bool has_mark =
        in_parentheses ? drop_suffix(rest, "(") : drop_suffix(rest, "=") || drop_suffix(rest, "/");
    if (in_parentheses && !has_mark) return std::nullopt;
    // With or without a mark, the letter follows the digit of a rank: "e8Q", but not "Nb".
    if (!rank_from_digit(rest.back())) return std::nullopt;
    text = rest;
    return type;
}

/// `text` without its piece letter: [file] [rank] [x] square [promotion].
std::optional<Wish> read_wish(PieceType type, std::string_view text) {
    Wish wish;
    wish.type = type;
    wish.promotion = take_promotion(text);
    if (text.size() < 2) return std::nullopt;
    const auto to = parse_square(text.substr(text.size() - 2));
    if (!to) return std::nullopt;
    wish.to = *to;
    text.remove_suffix(2);

    if (!text.empty()) {
        const char mark = text.back();
        wish.says_capture = mark == 'x' || mark == ':' || mark == 'X';
        if (wish.says_capture || mark == '-') text.remove_suffix(1);
    }
    if (!text.empty()) {
        wish.from_file = file_from_letter(text.front());
        if (wish.from_file) text.remove_prefix(1);
    }
    if (!text.empty()) {
        wish.from_rank = rank_from_digit(text.front());
        if (wish.from_rank) text.remove_prefix(1);
    }
    return text.empty() ? std::optional{wish} : std::nullopt;
}

/// Our pieces that might be meant: the right type, on the right file and rank, able to go there if
/// king safety is left aside.
Bitboard candidates(const Position& position, const Wish& wish) {
    const Color us = position.side_to_move();
    Bitboard from = position.pieces(us, wish.type);
    if (wish.from_file) from &= squares_of(*wish.from_file);
    if (wish.from_rank) from &= squares_of(*wish.from_rank);
    if (wish.type != PieceType::pawn)
        return from & attacks_of(make_piece(us, wish.type), wish.to, position.pieces());

    const Bitboard beside = pawn_attacks(!us, wish.to);
    const Bitboard behind = squares_of(file_of(wish.to));
    if (wish.says_capture) return from & beside;
    return from & (wish.from_file ? beside | behind : behind);
}

/// The move from this square, as far as it is legal; promotions as wished, else to a queen.
Move legal_move(const Position& position, Square from, const Wish& wish) {
    const PieceType promotion = wish.promotion.value_or(PieceType::queen);
    for (const Move move : {Move::normal(from, wish.to), Move::en_passant(from, wish.to),
                            Move::promotion(from, wish.to, promotion)})
        if (is_legal(position, move)) return move;
    return {};
}

MoveResult refuse_ambiguous(const Position& position, std::string_view text, const Wish& wish,
                            Bitboard rivals) {
    std::string message = std::string{text} + " is ambiguous: ";
    std::string_view separator;
    for (const Square from : rivals) {
        message += separator;
        message += to_san(position, legal_move(position, from, wish));
        separator = " or ";
    }
    return fail(MoveError::ambiguous, std::move(message));
}

MoveResult refuse_impossible(const Position& position, const Wish& wish, Bitboard all) {
    if (all.any()) return tl::unexpected(explain_refusal(position, all.first(), wish.to));
    const Color us = position.side_to_move();
    const bool only_captures =
        wish.type == PieceType::pawn && !wish.from_file &&
        (pawn_attacks(!us, wish.to) & position.pieces(us, PieceType::pawn)).any() &&
        position.pieces(!us).has(wish.to);
    if (only_captures) return fail(MoveError::missing_file, std::string{kMissingFile});
    if (wish.type == PieceType::king) {
        std::string message = "the king cannot go to " + to_string(wish.to);
        if (rank_of(wish.to) == rank_of(position.king(us)))
            message += "; castling is written O-O or O-O-O";
        return fail(MoveError::cannot_go_there, std::move(message));
    }
    return fail(MoveError::no_such_piece,
                "no " + std::string{name_of(wish.type)} + " can go to " + to_string(wish.to));
}

MoveResult resolve(const Position& position, std::string_view text, const Wish& wish) {
    if (wish.type == PieceType::pawn && wish.says_capture && !wish.from_file)
        return fail(MoveError::missing_file, std::string{kMissingFile});
    const Bitboard all = candidates(position, wish);
    Bitboard legal;
    Move found;
    for (const Square from : all)
        if (const Move move = legal_move(position, from, wish)) {
            legal |= from;
            found = move;
        }
    if (legal.empty()) return refuse_impossible(position, wish, all);
    if (legal.several()) return refuse_ambiguous(position, text, wish, legal);
    if (found.is_promotion() && !wish.promotion)
        return fail(MoveError::missing_promotion, std::string{text} +
                                                      " needs the piece to promote to, such as " +
                                                      std::string{text} + "=Q");
    if (!found.is_promotion() && wish.promotion)
        return fail(MoveError::needless_promotion, std::string{text} + " is not a promotion");
    return found;
}

std::optional<Wing> castling_wing(std::string_view text) {
    for (const std::string_view o : {"O-O", "0-0", "o-o"}) {
        if (text == o) return Wing::king_side;
        if (text.size() == 5 && text.starts_with(o) && text.ends_with(o)) return Wing::queen_side;
    }
    return std::nullopt;
}

MoveResult castle(const Position& position, Wing wing) {
    const Color us = position.side_to_move();
    if (const Square rook = position.castling_rook(us, wing); rook != Square::none) {
        const Move move = Move::castling(position.king(us), rook);
        if (is_legal(position, move)) return move;
    }
    return tl::unexpected(explain_no_castling(position, wing));
}

/// `text` read as a move of this type, `rest` being what follows its letter.
MoveResult parse_as(const Position& position, std::string_view text, PieceType type,
                    std::string_view rest) {
    const auto wish = read_wish(type, rest);
    if (!wish) return fail(MoveError::unreadable, "'" + std::string{text} + "' is not a move");
    return resolve(position, text, *wish);
}

MoveResult parse_exact_case(const Position& position, std::string_view text) {
    if (const auto type = type_from_capital(text.front()))
        return parse_as(position, text, *type, text.substr(1));
    return parse_as(position, text, PieceType::pawn, text);
}

/// The other reading of the first letter: "nf3" for "Nf3", "Bxc3" for the b-pawn's "bxc3".
MoveResult parse_other_case(const Position& position, std::string_view text) {
    if (text.front() == 'B') {
        const std::string pawn_move = 'b' + std::string{text.substr(1)};
        return parse_as(position, text, PieceType::pawn, pawn_move);
    }
    const auto type = type_from_capital(to_upper(text.front()));
    if (is_upper(text.front()) || !type)
        return fail(MoveError::unreadable, "'" + std::string{text} + "' is not a move");
    return parse_as(position, text, *type, text.substr(1));
}

/// The text in coordinate notation, if it names both squares: "e8-g8", "g1xf3", "e7-e8=Q". The king
/// may be named as well, since "Ke1-g1" is castling in long form.
std::optional<std::string> in_coordinates(const Position& position, std::string_view text) {
    const bool names_king = to_upper(text.front()) == 'K';
    const auto wish = read_wish(PieceType::pawn, names_king ? text.substr(1) : text);
    if (!wish || !wish->from_file || !wish->from_rank) return std::nullopt;
    const Square from = make_square(*wish->from_file, *wish->from_rank);
    if (names_king && from != position.king(position.side_to_move())) return std::nullopt;
    std::string coordinate = to_string(from) + to_string(wish->to);
    if (wish->promotion) coordinate += to_lower(letter_of(*wish->promotion));
    return coordinate;
}

}  // namespace

MoveResult parse_san(const Position& position, std::string_view text) {
    const auto plain = PlainText::of(text);
    if (!plain)
        return fail(MoveError::unreadable, text.size() > kLongestMove
                                               ? "this is too long to be a move"
                                               : "there is no move in this text");
    std::string_view move = plain->view();
    for (const std::string_view null : {"--", "Z0", "0000", "@@@@", "null", "pass"})
        if (move == null) return fail(MoveError::null_move, "passing is not a move");
    drop_decoration(move);
    if (const auto wing = castling_wing(move)) return castle(position, *wing);

    auto exact = parse_exact_case(position, move);
    if (exact) return exact;
    // Engines write every move, and castling as one of the king's, by squares alone: e1g1, b8d7.
    const auto coordinate = in_coordinates(position, move);
    auto by_squares = coordinate ? parse_coordinate(position, *coordinate) : exact;
    if (by_squares) return by_squares;
    auto careless = parse_other_case(position, move);
    if (careless) return careless;
    if (coordinate) return by_squares;  // it knows which piece is meant, so it knows best why not
    return exact.error().reason == MoveError::unreadable ? careless : exact;
}

namespace {

/// The part of SAN that tells this piece from others that could go to the same square.
std::string disambiguation(const Position& position, Move move, Piece piece) {
    Bitboard rivals = attacks_of(piece, move.to(), position.pieces()) &
                      position.pieces(position.side_to_move(), type_of(piece)) &
                      ~Bitboard{move.from()};
    for (const Square rival : rivals)
        if (!is_legal(position, Move::normal(rival, move.to()))) rivals ^= rival;
    if (rivals.empty()) return {};
    const File file = file_of(move.from());
    const Rank rank = rank_of(move.from());
    if ((rivals & squares_of(file)).empty()) return {letter_of(file)};
    if ((rivals & squares_of(rank)).empty()) return {digit_of(rank)};
    return {letter_of(file), digit_of(rank)};
}

}  // namespace

std::string to_san(const Position& position, Move move) {
    if (!move) return "--";
    const Piece piece = position.piece_on(move.from());
    std::string text;
    if (move.is_castling()) {
        text = wing_of(move.from(), move.to()) == Wing::king_side ? "O-O" : "O-O-O";
    } else {
        if (type_of(piece) != PieceType::pawn) {
            text += letter_of(type_of(piece));
            if (type_of(piece) != PieceType::king) text += disambiguation(position, move, piece);
        } else if (position.is_capture(move)) {
            text += letter_of(file_of(move.from()));
        }
        if (position.is_capture(move)) text += 'x';
        text += to_string(move.to());
        if (move.is_promotion()) {
            text += '=';
            text += letter_of(move.promoted_to());
        }
    }
    if (gives_check(position, move)) text += has_legal_move(position.after(move)) ? '+' : '#';
    return text;
}

}  // namespace castellan
