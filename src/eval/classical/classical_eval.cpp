#include "eval/classical/classical_eval.h"

#include "eval/classical/classical_features.h"
#include "eval/classical/endgame.h"

namespace castellan::classical {
namespace {

struct Sum {
    void add(Term, const Weight& weight, int count) { total += weight * count; }

    Weight total;
};

struct SumByTerm {
    void add(Term term, const Weight& weight, int count) {
        totals[static_cast<std::size_t>(term)] += weight * count;
    }

    std::array<Weight, kTermCount> totals{};
};

template <Color kUs, typename Sink>
Sink features_of(const Position& position) {
    Sink sink;
    FeatureFinder<kUs, Sink>{position, sink}.run();
    return sink;
}

}  // namespace

int with_endgame_knowledge(const Position& position, int sum) {
    const Color stronger = sum >= 0 ? Color::white : Color::black;
    const int sign = sum >= 0 ? 1 : -1;
    if (const auto score = bishop_and_knight_score(position, stronger)) return sign * *score;
    return (sum + sign * mating_bonus(position, stronger)) * winning_scale(position, stronger) /
           kFullScale;
}

int evaluate(const Position& position) {
    const Weight difference = features_of<Color::white, Sum>(position).total -
                              features_of<Color::black, Sum>(position).total;
    const int white = with_endgame_knowledge(position, blend(difference, game_phase(position)));
    return position.side_to_move() == Color::white ? white : -white;
}

Breakdown explain(const Position& position) {
    Breakdown breakdown;
    const int phase = game_phase(position);
    const SumByTerm sides[] = {features_of<Color::white, SumByTerm>(position),
                               features_of<Color::black, SumByTerm>(position)};
    Weight difference;
    for (std::size_t term = 0; term < kTermCount; ++term) {
        for (const Color color : kColors)
            breakdown.terms[term][index_of(color)] =
                blend(sides[index_of(color)].totals[term], phase);
        difference += sides[0].totals[term] - sides[1].totals[term];
    }
    const int sum = blend(difference, phase);
    breakdown.total = with_endgame_knowledge(position, sum);
    breakdown.endgame_knowledge = breakdown.total - sum;
    return breakdown;
}

}  // namespace castellan::classical
