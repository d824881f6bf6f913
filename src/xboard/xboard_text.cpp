#include "xboard/xboard_text.h"

#include "base/text.h"
#include "chess/dead_position.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/san.h"

namespace castellan {
namespace {

constexpr int kMateScore = 100'000;

bool has_coordinate_form(std::string_view text) {
    return (text.size() == 4 || text.size() == 5) && parse_square(text.substr(0, 2)) &&
           parse_square(text.substr(2, 2));
}

std::string_view reason_text(const Outcome& outcome) {
    if (!outcome.winner) return describe(outcome.reason);
    return *outcome.winner == Color::white ? "White mates" : "Black mates";
}

}  // namespace

std::string xboard_move(const Position& position, Move move) {
    if (!move.is_castling() || !position.is_chess960()) return to_coordinate(position, move);
    return wing_of(move.from(), move.to()) == Wing::king_side ? "O-O" : "O-O-O";
}

MoveResult parse_xboard_move(const Position& position, std::string_view text) {
    if (text == "@@@@") return fail(MoveError::null_move, "passing is not a move");
    if (has_coordinate_form(text)) return parse_coordinate(position, text);
    return parse_san(position, text);
}

bool looks_like_xboard_move(const Position& position, std::string_view text) {
    if (has_coordinate_form(text) || text == "@@@@") return true;
    const auto move = parse_san(position, text);
    return move || move.error().reason != MoveError::unreadable;
}

int xboard_score(Score score) {
    if (!score.is_mate()) return score.shown_centipawns();
    const int moves = score.moves_to_mate();
    return score.is_win() ? kMateScore + moves : moves - kMateScore;
}

std::string thinking_line(const Position& root, const Report& report, std::string_view expected) {
    const auto milliseconds = std::max<long long>(report.time.count(), 1);
    const auto speed = report.nodes * 1000 / static_cast<std::uint64_t>(milliseconds);
    std::string line =
        std::to_string(report.depth) + ' ' + std::to_string(xboard_score(report.score)) + ' ' +
        std::to_string(report.time.count() / 10) + ' ' + std::to_string(report.nodes) + ' ' +
        std::to_string(report.selective_depth) + ' ' + std::to_string(speed) + " 0\t";
    line += expected;
    Position position = root;
    for (const Move move : report.pv) {
        if (line.back() != '\t') line += ' ';
        line += xboard_move(position, move);
        position = position.after(move);
    }
    if (report.bound == Bound::lower) line += '!';
    if (report.bound == Bound::upper) line += '?';
    return line;
}

std::string result_line(const Outcome& outcome) {
    std::string line{result_text(outcome)};
    return line.append(" {").append(reason_text(outcome)).append("}");
}

std::optional<Outcome> end_on_board(const Game& game) {
    const auto outcome = game.outcome();
    const bool has_pawns = game.position().pieces(PieceType::pawn).any();
    if (outcome && outcome->reason == EndReason::dead_position && has_pawns) return std::nullopt;
    return outcome;
}

std::string xboard_option(const OptionSpec& spec) {
    std::string text{spec.name};
    switch (spec.kind) {
        case OptionKind::spin:
            return text + " -spin " + std::to_string(spec.standard) + ' ' +
                   std::to_string(spec.low) + ' ' + std::to_string(spec.high);
        case OptionKind::check:
            return text + " -check " + (spec.standard != 0 ? "1" : "0");
        case OptionKind::button:
            return text + " -button";
        case OptionKind::text:
            return text.append(" -string ").append(spec.standard_text);
        case OptionKind::file:
            return text.append(" -file ").append(spec.standard_text);
        case OptionKind::folder:
            return text.append(" -path ").append(spec.standard_text);
    }
    return text;
}

std::string quoted_back(std::string_view text) {
    constexpr std::size_t kLongest = 100;
    return std::string{trim(text).substr(0, kLongest)};
}

}  // namespace castellan
