#include "eval/explanation.h"

#include <cstdio>

#include "eval/classical/classical_eval.h"
#include "eval/nnue/evaluator.h"

namespace castellan {
namespace {

template <typename... Values>
std::string formatted(const char* format, Values... values) {
    char text[96];
    std::snprintf(text, sizeof text, format, values...);
    return text;
}

double pawns(int centipawns) { return centipawns / 100.0; }

}  // namespace

std::vector<std::string> explanation(const Position& position, const nnue::Network* network) {
    using namespace classical;
    const Breakdown breakdown = explain(position);
    std::vector<std::string> lines;
    lines.push_back(formatted("%-18s %7s %7s %7s", "in pawns", "White", "Black", "sum"));
    for (int i = 0; i < kTermCount; ++i) {
        const auto term = static_cast<Term>(i);
        const int white = breakdown.of(term, Color::white);
        const int black = breakdown.of(term, Color::black);
        lines.push_back(formatted("%-18s %7.2f %7.2f %+7.2f", kTermNames[i].data(), pawns(white),
                                  pawns(black), pawns(white - black)));
    }
    if (breakdown.endgame_knowledge != 0)
        lines.push_back(formatted("%-18s %15s %+7.2f", "Endgame knowledge", "",
                                  pawns(breakdown.endgame_knowledge)));
    lines.push_back(
        formatted("%-18s %15s %+7.2f  (seen by White)", "Total", "", pawns(breakdown.total)));
    if (network != nullptr) {
        const int sign = position.side_to_move() == Color::white ? 1 : -1;
        const int white =
            with_endgame_knowledge(position, sign * nnue::evaluate_plainly(*network, position));
        lines.push_back(
            formatted("%-18s %15s %+7.2f  (what the engine goes by)", "Network", "", pawns(white)));
    }
    return lines;
}

}  // namespace castellan
