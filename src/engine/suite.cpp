#include "engine/suite.h"

#include <algorithm>

#include "base/text.h"
#include "chess/legality.h"
#include "chess/movegen.h"

namespace castellan {
namespace {

bool names(const EpdRecord& record, std::string_view opcode, Move move) {
    const auto moves = epd_moves(record, opcode);
    return moves && std::ranges::find(*moves, move) != moves->end();
}

bool is_solved(const EpdRecord& record, const Verdict& verdict) {
    if (const auto distance = mate_distance(record))
        return verdict.score.is_mate() && (verdict.score.moves_to_mate() > 0) == (*distance > 0) &&
               std::abs(verdict.score.moves_to_mate()) <= std::abs(*distance);
    if (record.find("bm") != nullptr && !names(record, "bm", verdict.best)) return false;
    return !names(record, "am", verdict.best);
}

std::string fault_in(const EpdRecord& record, const Report& report) {
    const auto distance = mate_distance(record);
    if (distance && report.line == 1 && report.score.is_mate() &&
        report.score.is_win() != (*distance > 0))
        return "the wrong side is mated";
    if (!is_sound_line(record.position, report)) return "the line does not bear out its score";
    return {};
}

}  // namespace

std::optional<int> mate_distance(const EpdRecord& record) {
    const std::string_view text = record.value("bm");
    return text.starts_with('#') ? parse_number<int>(text.substr(1)) : std::nullopt;
}

bool is_sound_line(const Position& root, const Report& report) {
    Position position = root;
    for (const Move move : report.pv) {
        if (!is_legal(position, move)) return false;
        position = position.after(move);
    }
    if (!report.score.is_mate()) return true;
    const int moves = report.score.moves_to_mate();
    const auto plies = static_cast<std::size_t>(moves > 0 ? 2 * moves - 1 : -2 * moves);
    return report.pv.size() == plies && position.in_check() && !has_legal_move(position);
}

SuiteAnswer solve(Engine& engine, const EpdRecord& record, const Limits& limits,
                  const std::stop_token& stop) {
    SuiteAnswer answer;
    engine.new_game();
    Limits own_limits = limits;
    own_limits.watch = {};  // each position has the whole time
    const auto listener = [&](const Report& report) {
        if (answer.fault.empty()) answer.fault = fault_in(record, report);
    };
    const Verdict verdict = engine.think(Game{record.position}, own_limits, listener, stop);
    answer.move = verdict.best;
    answer.score = verdict.score;
    answer.is_solved = is_solved(record, verdict);
    return answer;
}

}  // namespace castellan
