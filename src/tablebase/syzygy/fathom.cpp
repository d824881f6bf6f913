#include "tablebase/syzygy/fathom.h"

#include <fcntl.h>
#include <tbprobe.h>
#include <unistd.h>

#include "chess/movegen.h"

namespace castellan::fathom {
namespace {

/// Calls one of the library's functions, which all begin with the pieces on the board.
template <typename Function, typename... Rest>
auto with_pieces(Function function, const Position& position, Rest... rest) {
    const auto pieces = [&](auto kind) { return position.pieces(kind).bits(); };
    return function(pieces(Color::white), pieces(Color::black), pieces(PieceType::king),
                    pieces(PieceType::queen), pieces(PieceType::rook), pieces(PieceType::bishop),
                    pieces(PieceType::knight), pieces(PieceType::pawn), rest...);
}

unsigned en_passant_of(const Position& position) {
    const Square square = position.en_passant();
    return square == Square::none ? 0 : static_cast<unsigned>(index_of(square));
}
bool white_moves(const Position& position) { return position.side_to_move() == Color::white; }
bool has_castling(const Position& position) { return position.castling_rooks().any(); }

bool is_same(Move ours, TbMove theirs) {
    constexpr unsigned kPromotions[] = {TB_PROMOTES_KNIGHT, TB_PROMOTES_BISHOP, TB_PROMOTES_ROOK,
                                        TB_PROMOTES_QUEEN};
    const unsigned promotes =
        ours.is_promotion() ? kPromotions[index_of(ours.promoted_to()) - 1] : TB_PROMOTES_NONE;
    return index_of(ours.from()) == TB_MOVE_FROM(theirs) &&
           index_of(ours.to()) == TB_MOVE_TO(theirs) && promotes == TB_MOVE_PROMOTES(theirs);
}

/// The library's scores: near TB_VALUE_MATE for results that the rules let stand, some pawns for
/// those that the fifty-move rule spoils.
Wdl result_of(const TbRootMove& move) {
    constexpr int kCertain = TB_VALUE_MATE / 2;
    if (move.tbScore == 0) return Wdl::draw;
    if (move.tbScore > 0) return move.tbScore > kCertain ? Wdl::win : Wdl::cursed_win;
    return move.tbScore < -kCertain ? Wdl::loss : Wdl::blessed_loss;
}

std::optional<std::vector<RankedMove>> translate(const Position& position,
                                                 const TbRootMoves& theirs) {
    std::vector<RankedMove> ranked;
    for (const Move move : legal_moves(position))
        for (unsigned i = 0; i < theirs.size; ++i)
            if (is_same(move, theirs.moves[i].move))
                ranked.push_back({move, theirs.moves[i].tbRank, result_of(theirs.moves[i])});
    if (ranked.size() != static_cast<std::size_t>(count_legal_moves(position))) return std::nullopt;
    return ranked;
}

/// The library complains on standard error of every table that it unmaps, though nothing is wrong.
class QuietErrors {
  public:
    QuietErrors() : kept_{dup(STDERR_FILENO)} {
        const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        dup2(nowhere, STDERR_FILENO);
        close(nowhere);
    }
    ~QuietErrors() {
        dup2(kept_, STDERR_FILENO);
        close(kept_);
    }
    QuietErrors(const QuietErrors&) = delete;
    QuietErrors& operator=(const QuietErrors&) = delete;

  private:
    int kept_;
};

}  // namespace

bool start(const std::string& folders) {
    const QuietErrors quiet;
    return tb_init(folders.c_str());
}
int largest() { return static_cast<int>(TB_LARGEST); }

std::optional<Wdl> probe_wdl(const Position& position) {
    if (has_castling(position)) return std::nullopt;
    const unsigned value =
        with_pieces(tb_probe_wdl_impl, position, en_passant_of(position), white_moves(position));
    if (value > TB_WIN) return std::nullopt;
    return static_cast<Wdl>(value);
}
static_assert(static_cast<int>(Wdl::loss) == TB_LOSS && static_cast<int>(Wdl::win) == TB_WIN);

std::optional<std::vector<RankedMove>> rank_by_distance(const Position& position, bool has_repeated,
                                                        bool fifty_move_rule) {
    if (has_castling(position)) return std::nullopt;
    TbRootMoves moves;  // not on the heap: it would be lost if the call crashed
    const int is_complete = with_pieces(
        tb_probe_root_dtz, position, static_cast<unsigned>(position.halfmove_clock()), 0U,
        en_passant_of(position), white_moves(position), has_repeated, fifty_move_rule, &moves);
    return is_complete != 0 ? translate(position, moves) : std::nullopt;
}

std::optional<std::vector<RankedMove>> rank_by_result(const Position& position,
                                                      bool fifty_move_rule) {
    if (has_castling(position)) return std::nullopt;
    TbRootMoves moves;  // not on the heap: it would be lost if the call crashed
    const int is_complete =
        with_pieces(tb_probe_root_wdl, position, static_cast<unsigned>(position.halfmove_clock()),
                    0U, en_passant_of(position), white_moves(position), fifty_move_rule, &moves);
    return is_complete != 0 ? translate(position, moves) : std::nullopt;
}

}  // namespace castellan::fathom
