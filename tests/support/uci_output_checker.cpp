#include "tests/support/uci_output_checker.h"

#include <algorithm>

#include "base/text.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"

namespace castellan {
namespace {

constexpr std::size_t kLinesPerSecond = 50;

std::optional<long long> take_integer(std::string_view& text) {
    return parse_number<long long>(take_word(text));
}

bool contains(const std::vector<Move>& moves, Move move) {
    return std::ranges::find(moves, move) != moves.end();
}

}  // namespace

long long UciOutputChecker::Info::rank() const {
    if (!mate) return centipawns.value_or(0);
    return *mate > 0 ? 1'000'000 - *mate : -1'000'000 - *mate;
}

void UciOutputChecker::problem(std::string_view what) {
    problems_.push_back(std::string{what} + ": " + std::string{line_});
}

// ---------------------------------------------------------------------------------------------
// What the interface asked for.

void UciOutputChecker::sent(std::string_view line) {
    std::string_view rest = line;
    const std::string_view command = take_word(rest);
    if (command == "position") note_position(rest);
    if (command == "setoption") note_option(rest);
    if (command == "go") note_go(rest);
}

void UciOutputChecker::note_position(std::string_view arguments) {
    game_.reset();
    std::string fen;
    std::string_view word = take_word(arguments);
    if (word == "startpos") fen = kStartFen;
    for (word = take_word(arguments); !word.empty() && word != "moves"; word = take_word(arguments))
        fen.append(word).append(" ");
    const auto position = parse_fen(fen, {.chess960 = chess960_});
    if (!position) return;
    Game game{*position};
    for (word = take_word(arguments); !word.empty(); word = take_word(arguments)) {
        const auto move = parse_coordinate(game.position(), word);
        if (!move) return;
        game.play(*move);
    }
    game_ = std::move(game);
}

void UciOutputChecker::note_option(std::string_view arguments) {
    if (take_word(arguments) != "name") return;
    const std::string_view name = take_word(arguments);
    take_word(arguments);
    const std::string_view value = take_word(arguments);
    if (name == "UCI_Chess960") chess960_ = value == "true";
    if (name == "MultiPV") multi_pv_ = parse_number<std::size_t>(value).value_or(multi_pv_);
}

void UciOutputChecker::note_go(std::string_view arguments) {
    Search search;
    search.game = game_;
    search.start = Clock::now();
    const Position position = game_.value_or(Game{}).position();
    bool is_restricted = false;
    for (std::string_view word = take_word(arguments); !word.empty(); word = take_word(arguments)) {
        if (word == "perft") return;  // no search
        if (word == "searchmoves") is_restricted = true;
        const auto move = parse_coordinate(position, word);
        if (is_restricted && move && !contains(search.root_moves, *move))
            search.root_moves.push_back(*move);
    }
    if (!is_restricted)
        for (const Move move : legal_moves(position)) search.root_moves.push_back(move);
    if (!game_) search.root_moves.clear();
    search.lines = std::clamp<std::size_t>(search.root_moves.size(), 1, multi_pv_);
    searches_.push_back(std::move(search));
}

// ---------------------------------------------------------------------------------------------
// What the engine says.

void UciOutputChecker::received(std::string_view line) {
    line_ = line;
    std::string_view rest = line;
    const std::string_view command = take_word(rest);
    if (command == "bestmove") {
        if (searches_.empty()) return problem("a move that nobody asked for");
        check_best_move(searches_.front(), rest);
        searches_.pop_front();
    }
    if (command != "info" || rest.starts_with(" string")) return;
    if (searches_.empty()) return problem("nothing is being searched");
    if (const auto info = parse_info(rest)) check_info(searches_.front(), *info);
}

std::optional<UciOutputChecker::Info> UciOutputChecker::parse_info(std::string_view rest) {
    Info info;
    const auto integer = [&]() -> long long {
        const auto number = take_integer(rest);
        if (!number) problem("not an integer");
        return number.value_or(0);
    };
    for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
        if (word == "depth") {
            info.depth = integer();
        } else if (word == "multipv") {
            info.line = integer();
        } else if (word == "nodes") {
            info.nodes = integer();
        } else if (word == "hashfull") {
            if (const auto fullness = integer(); fullness < 0 || fullness > 1000)
                problem("hashfull is out of range");
        } else if (word == "seldepth" || word == "nps" || word == "time" || word == "tbhits") {
            if (integer() < 0) problem("a count below zero");
        } else if (word == "cp") {
            info.centipawns = integer();
        } else if (word == "mate") {
            info.mate = integer();
        } else if (word == "lowerbound" || word == "upperbound") {
            info.is_exact = false;
        } else if (word == "wdl") {
            const auto win = integer();
            const auto draw = integer();
            if (win < 0 || draw < 0 || win + draw + integer() != 1000)
                problem("chances do not add up");
        } else if (word == "pv") {
            for (word = take_word(rest); !word.empty(); word = take_word(rest))
                info.pv.push_back(word);
        } else if (word != "score") {
            problem("unknown word");
            return std::nullopt;
        }
    }
    if (!info.centipawns && !info.mate) problem("no score");
    return info;
}

void UciOutputChecker::check_info(Search& search, const Info& info) {
    if (const auto now = Clock::now(); now - search.start > std::chrono::seconds{1})
        search.late_lines.push_back(now);
    if (info.nodes && *info.nodes < search.nodes) problem("nodes become fewer");
    search.nodes = info.nodes.value_or(search.nodes);
    if (search.root_moves.empty()) {
        const bool is_mated = search.game && search.game->position().in_check() &&
                              !has_legal_move(search.game->position());
        if (is_mated ? info.mate != 0 : info.centipawns != 0) problem("wrong score without moves");
        search.best = Move{};
        return;
    }
    std::vector<Move> moves;
    check_pv(search, info, moves);
    if (moves.empty()) return problem("no line");
    if (!contains(search.root_moves, moves.front())) problem("a move that was not asked for");
    if (info.is_exact && info.line == 1) search.best = moves.front();
    if (info.is_exact || search.lines > 1) check_block(search, info, moves.front());
}

void UciOutputChecker::check_pv(const Search& search, const Info& info, std::vector<Move>& moves) {
    Game game = *search.game;
    for (const std::string_view word : info.pv) {
        const auto move = parse_coordinate(game.position(), word);
        if (!move || to_coordinate(game.position(), *move) != word)
            return problem("illegal move " + std::string{word});
        if (line_ends_ == LineEnds::checked && !moves.empty() && game.claimable_draw())
            problem("a line beyond the end of the game");
        game.play(*move);
        moves.push_back(*move);
    }
    if (line_ends_ == LineEnds::checked && info.is_exact && info.mate)
        check_mate(info, game, moves.size());
}

void UciOutputChecker::check_mate(const Info& info, const Game& end, std::size_t plies) {
    const long long moves = *info.mate;
    const long long expected = moves > 0 ? 2 * moves - 1 : -2 * moves;
    const bool is_mate = end.position().in_check() && !has_legal_move(end.position());
    if (static_cast<long long>(plies) != expected || !is_mate)
        problem("the line does not show the mate");
}

void UciOutputChecker::check_block(Search& search, const Info& info, Move first) {
    if (info.line == 1) {
        if (!search.block.empty() && search.block.size() != search.lines)
            problem("the block before was incomplete");
        search.block.clear();
        search.previous_rank.reset();
    }
    if (info.line != static_cast<long long>(search.block.size()) + 1)
        problem("lines of MultiPV out of order");
    if (contains(search.block, first)) problem("the same move on two lines");
    if (search.previous_rank && *search.previous_rank < info.rank()) problem("lines are unsorted");
    search.previous_rank = info.rank();
    search.block.push_back(first);
}

void UciOutputChecker::check_best_move(Search& search, std::string_view arguments) {
    const std::string_view best = take_word(arguments);
    if (!search.best) problem("no exact score before the move");
    check_rate(search);
    if (search.root_moves.empty()) {
        if (best != "0000") problem("a move where there is none");
        return;
    }
    if (search.block.size() != search.lines) problem("the last block is incomplete");
    const Position& root = search.game->position();
    const auto move = parse_coordinate(root, best);
    if (!move) return problem("illegal best move");
    if (search.best && *search.best != *move) problem("not the move of the last exact line");
    if (take_word(arguments) != "ponder") return;
    if (!parse_coordinate(root.after(*move), take_word(arguments))) problem("illegal ponder move");
}

/// Larger blocks than a second's worth are allowed as a whole, and so is the last one.
void UciOutputChecker::check_rate(const Search& search) {
    const std::size_t most =
        search.lines == 1 ? kLinesPerSecond + 1 : kLinesPerSecond + 2 * search.lines;
    const auto& times = search.late_lines;
    for (std::size_t i = most; i < times.size(); ++i)
        if (times[i] - times[i - most] < std::chrono::seconds{1})
            return problem("too many lines in a second");
}

}  // namespace castellan
