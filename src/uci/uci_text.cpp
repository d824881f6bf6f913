#include "uci/uci_text.h"

#include <algorithm>

#include "chess/notation/coordinate.h"
#include "search/win_chance.h"

namespace castellan {
namespace {

std::uint64_t nodes_per_second(const Report& report) {
    const auto milliseconds = std::max<long long>(report.time.count(), 1);
    return report.nodes * 1000 / static_cast<std::uint64_t>(milliseconds);
}

std::string_view bound_word(Bound bound) {
    return bound == Bound::lower ? " lowerbound" : bound == Bound::upper ? " upperbound" : "";
}

std::string chances(Score score) {
    const auto [win, draw, loss] = win_chance(score);
    return " wdl " + std::to_string(win) + ' ' + std::to_string(draw) + ' ' + std::to_string(loss);
}

}  // namespace

std::string uci_score(Score score) {
    if (score.is_mate()) return "mate " + std::to_string(score.moves_to_mate());
    return "cp " + std::to_string(score.shown_centipawns());
}

std::string uci_info(const Position& root, const Report& report, bool shows_chances) {
    std::string line = "info depth " + std::to_string(report.depth) + " seldepth " +
                       std::to_string(report.selective_depth) + " multipv " +
                       std::to_string(report.line) + " score " + uci_score(report.score);
    line += bound_word(report.bound);
    if (shows_chances) line += chances(report.score);
    line += " nodes " + std::to_string(report.nodes) + " nps " +
            std::to_string(nodes_per_second(report)) + " hashfull " +
            std::to_string(std::min(report.table_fullness, 1000)) + " tbhits " +
            std::to_string(report.tablebase_hits) + " time " + std::to_string(report.time.count()) +
            " pv";
    Position position = root;
    for (const Move move : report.pv) {
        line += ' ' + to_coordinate(position, move);
        position = position.after(move);
    }
    return line;
}

std::string uci_best_move(const Position& root, const Verdict& verdict) {
    std::string line = "bestmove " + to_coordinate(root, verdict.best);
    if (verdict.best && verdict.ponder)
        line += " ponder " + to_coordinate(root.after(verdict.best), verdict.ponder);
    return line;
}

std::string uci_declaration(const OptionSpec& spec) {
    std::string text = "option name ";
    text.append(spec.name).append(" type ");
    switch (spec.kind) {
        case OptionKind::spin:
            return text + "spin default " + std::to_string(spec.standard) + " min " +
                   std::to_string(spec.low) + " max " + std::to_string(spec.high);
        case OptionKind::check:
            return text + "check default " + (spec.standard != 0 ? "true" : "false");
        case OptionKind::button:
            return text + "button";
        case OptionKind::text:
        case OptionKind::file:
        case OptionKind::folder:
            break;
    }
    text.append("string default ");
    return text.append(spec.standard_text.empty() ? "<empty>" : spec.standard_text);
}

}  // namespace castellan
