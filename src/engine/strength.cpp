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
constexpr Curve kNodes       {  100,  150,  200,  300,  400,  600, 1000, 2000, 4000,10000,30000,100000,400000};  // nodes
constexpr Curve kDepth       {  1.0,  1.0,  1.3,  1.6,  2.0,  2.5,  3.0,  4.0,  5.0,  7.0, 10.0,  14.0,  30.0};  // plies
constexpr Curve kLines       {    8,    8,    8,    7,    6,    6,    5,    5,    4,    4,    3,     3,     2};  // moves
constexpr Curve kOversight   {  850,  700,  560,  440,  330,  240,  160,   90,   40,   10,    0,     0,     0};  // thousandths
constexpr Curve kMisjudgement{  100,   80,   60,   50,   40,   25,   10,    0,    0,    0,    0,     0,     0};  // centipawns
constexpr Curve kTemperature {  150,  110,   80,   60,   45,   33,   24,   16,   10,    6,    4,     2,     1};  // thousandths
constexpr Curve kBudget      {  150,  120,   95,   75,   60,   45,   35,   25,   18,   10,    6,     3,     1};  // centipawns
constexpr Curve kVeto        {  400,  300,  250,  200,  170,  140,  120,  100,   80,   60,   45,    30,    20};  // centipawns
constexpr Curve kHabit       {   20,   20,   20,   15,   10,    5,    0,    0,    0,    0,    0,     0,     0};  // centipawns
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
