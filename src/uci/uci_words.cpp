// Words that people type to an engine and that are no part of UCI: d, eval, bench, perft, help.
#include <algorithm>
#include <cstdio>

#include "base/text.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/diagram.h"
#include "chess/notation/fen.h"
#include "chess/perft.h"
#include "engine/bench.h"
#include "eval/explanation.h"
#include "uci/uci_server.h"

namespace castellan {
namespace {

constexpr int kDeepest = 100;

auto no_position() { return fail(UciError::bad_position, "there is no valid position to look at"); }

/// A whole number from 1 to 100.
std::optional<int> parse_depth(std::string_view text) {
    const auto depth = parse_number<int>(text);
    return depth && *depth >= 1 && *depth <= kDeepest ? depth : std::nullopt;
}

/// Words on lines of at most 100 columns.
std::vector<std::string> wrapped(std::string start, const std::vector<std::string>& words) {
    std::vector<std::string> lines{std::move(start)};
    for (const std::string& word : words) {
        if (lines.back().size() + 1 + word.size() > 100) lines.emplace_back();
        lines.back().append(" ").append(word);
    }
    return lines;
}

std::string key_text(Key key) {
    char text[24];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(key));
    return text;
}

std::vector<std::string> perft_text(const Position& position,
                                    const std::vector<PerftEntry>& entries) {
    std::vector<std::string> lines;
    std::uint64_t nodes = 0;
    for (const auto& [move, count] : entries) {
        lines.push_back(to_coordinate(position, move) + ": " + std::to_string(count));
        nodes += count;
    }
    lines.push_back("Nodes searched: " + std::to_string(nodes));
    return lines;
}

}  // namespace

UciStatus UciServer::show_board(std::string_view) {
    if (!game_) return no_position();
    const Position& position = game_->position();
    std::vector<std::string> lines = diagram(position);
    lines.push_back("Fen: " + to_fen(position));
    lines.push_back("Key: " + key_text(position.key()));
    std::string checkers = "Checkers:";
    for (const Square square : position.checkers()) checkers += ' ' + to_string(square);
    lines.push_back(checkers);
    std::vector<std::string> moves;
    for (const Move move : legal_moves(position)) moves.push_back(to_coordinate(position, move));
    for (std::string& line : wrapped(
             counted(static_cast<long long>(moves.size()), "legal move:", "legal moves:"), moves))
        lines.push_back(std::move(line));
    say_all(lines);
    return {};
}

UciStatus UciServer::show_eval(std::string_view) {
    if (!game_) return no_position();
    say_all(explanation(game_->position(), engine_.engine().network()));
    return {};
}

UciStatus UciServer::perft(std::string_view arguments) {
    const auto depth = parse_depth(take_word(arguments));
    if (!depth) return fail(UciError::bad_number, "perft is followed by a depth from 1 to 100");
    become_idle();
    if (!game_) return no_position();
    start_errand([this, depth = *depth, position = game_->position()](const std::stop_token& stop) {
        PerftOptions options;
        options.stop = stop;
        const auto entries = perft_divide(position, depth, options);
        if (stop.stop_requested())
            say("info string perft stopped");
        else
            say_all(perft_text(position, entries));
    });
    return {};
}

UciStatus UciServer::bench(std::string_view arguments) {
    const std::string_view word = take_word(arguments);
    const auto depth = word.empty() ? kBenchDepth : parse_depth(word);
    if (!depth) return fail(UciError::bad_number, "bench takes a depth from 1 to 100");
    become_idle();
    start_errand([this, depth = *depth](const std::stop_token& stop) {
        const BenchResult result = run_bench(depth, nnue::embedded_network(), stop);
        say(stop.stop_requested() ? "info string bench stopped" : to_text(result));
    });
    return {};
}

UciStatus UciServer::help(std::string_view) {
    std::vector<std::string> lines;
    for (const Command& command : commands()) {
        std::string line{command.name};
        line.resize(std::max<std::size_t>(line.size() + 1, 12), ' ');
        lines.push_back(line.append(command.help));
    }
    say_all(lines);
    return {};
}

}  // namespace castellan
