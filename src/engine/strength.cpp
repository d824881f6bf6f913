#include "engine/strength.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace castellan {
namespace {

constexpr int kStep = 200;
constexpr int kSteps = (kHighestElo - kLowestElo) / kStep;
using Curve = std::array<double, kSteps + 1>;

// Straight lines between these points. docs/levels.md tells how they were found.
// clang-format off
//                              400   600   800  1000  1200  1400  1600  1800  2000  2200  2400   2600   2800
constexpr Curve kNodes       {  150,  330,  650,  950, 1450, 2070, 2850, 4200, 6200, 9500,16000, 25000, 65000};  // nodes
constexpr Curve kDepth       {  1.0,  1.9,  2.6,  3.4,  4.6,  6.0,  7.8, 10.2, 12.6, 15.0, 18.0,  23.0,  40.0};  // plies
constexpr Curve kLines       {    8,    8,    7,    6,    5,    4,    4,    4,    3,    3,    3,     2,     2};  // moves
constexpr Curve kOversight   { 1700, 1080,  780,  650,  500,  396,  278,  140,   68,   30,   10,     3,     0};  // thousandths
constexpr Curve kMisjudgement{   90,   55,   39,   34,   27,   20,   12,    0,    0,    0,    0,     0,     0};  // centipawns
constexpr Curve kTemperature {  170,   82,   54,   45,   35,   27,   19, 11.5,  7.5,  5.0,  3.5,   2.6,   1.0};  // thousandths
constexpr Curve kBudget      {  150,   90,   64,   56,   46,   38,   30,   19,   13,    9,    6,     5,     2};  // centipawns
constexpr Curve kVeto        {  400,  273,  208,  180,  152,  134,  114,   88,   70,   55,   45,    33,    20};  // centipawns
constexpr Curve kHabit       {   20,   18,   15,   12,    8,    5,    2,    0,    0,    0,    0,     0,     0};  // centipawns
// clang-format on
constexpr int kMateInOneElo = 700;  // from here on no mate in one is missed

double value_at(const Curve& curve, int elo) {
    const int offset = elo - kLowestElo;
    const auto left = static_cast<std::size_t>(std::min(offset / kStep, kSteps - 1));
    const double share = static_cast<double>(offset) / kStep - static_cast<double>(left);
    return std::lerp(curve[left], curve[left + 1], share);
}

}  // namespace

Strength strength_at(int elo) {
    elo = std::clamp(elo, kLowestElo, kHighestElo);
    const auto whole = [&](const Curve& curve) {
        return static_cast<int>(std::lround(value_at(curve, elo)));
    };
    return {.nodes = static_cast<std::uint64_t>(whole(kNodes)),
            .depth = value_at(kDepth, elo),
            .lines = whole(kLines),
            .oversight = whole(kOversight),
            .misjudgement = whole(kMisjudgement),
            .temperature = value_at(kTemperature, elo) / 1000,
            .budget = whole(kBudget),
            .veto = whole(kVeto),
            .habit = whole(kHabit),
            .takes_mate_in_one = elo >= kMateInOneElo};
}

int elo_of_skill(int skill) { return kLowestElo + skill * (kHighestElo - kLowestElo) / kFullSkill; }

}  // namespace castellan
