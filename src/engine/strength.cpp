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
//                              400   600   800  1000  1200  1400  1600  1800  2000  2200  2400  2600   2800
constexpr Curve kNodes       {  150,  330,  620, 1040, 1570, 2570, 4200, 5900, 9500,16000,25000,65000,160000};  // nodes
constexpr Curve kDepth       {  1.0,  1.9,  2.5,  3.6,  4.9,  7.2, 10.2, 12.2, 15.0, 18.0, 23.0, 40.0,  60.0};  // plies
constexpr Curve kLines       {    8,    8,    7,    6,    5,    4,    4,    3,    3,    3,    2,    2,     2};  // moves
constexpr Curve kOversight   { 1700, 1080,  810,  625,  480,  320,  140,   79,   30,   10,    3,    0,     0};  // thousandths
constexpr Curve kMisjudgement{   90,   55,   41,   33,   26,   15,    0,    0,    0,    0,    0,    0,     0};  // centipawns
constexpr Curve kTemperature {  170,   82,   57,   43,   33,   22, 11.5,  8.1,  5.0,  3.5,  2.6,  1.0,   0.5};  // thousandths
constexpr Curve kBudget      {  150,   90,   67,   54,   44,   33,   19,   14,    9,    6,    5,    2,     1};  // centipawns
constexpr Curve kVeto        {  400,  273,  215,  175,  149,  121,   88,   73,   55,   45,   33,   20,    12};  // centipawns
constexpr Curve kHabit       {   20,   18,   15,   11,    7,    3,    0,    0,    0,    0,    0,    0,     0};  // centipawns
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
