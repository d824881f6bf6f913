// Every number that the search was tuned with, one line each: value, range, step.
#pragma once

namespace castellan::params {

struct Param {
    int value;
    int low;
    int high;
    int step;
    constexpr operator int() const { return value; }  // NOLINT: it stands for its value
};

// clang-format off
inline constexpr Param kAspirationWindow   {  15,    5,    50,   4};  // centipawns
inline constexpr Param kAspirationGrowth   { 150,  120,   250,  15};  // percent per failure
inline constexpr Param kReverseFutility    {  75,   40,   140,   8};  // centipawns per depth
inline constexpr Param kReverseDepth       {   8,    4,    12,   1};
inline constexpr Param kRazoring           { 250,  120,   450,  25};  // centipawns per depth
inline constexpr Param kNullBase           {   3,    2,     5,   1};  // plies
inline constexpr Param kNullDepthDivisor   {   4,    3,     6,   1};
inline constexpr Param kNullEvalDivisor    { 200,  120,   300,  20};  // centipawns per extra ply
inline constexpr Param kLmrBase            {  80,   20,   140,  10};  // hundredths of a ply
inline constexpr Param kLmrDivisor         { 230,  160,   320,  15};  // hundredths
inline constexpr Param kLmrHistory         {8000, 4000, 14000, 600};
inline constexpr Param kLateMoveBase       {   3,    1,     6,   1};  // quiet moves at depth 0
inline constexpr Param kFutilityBase       { 110,   50,   220,  12};  // centipawns
inline constexpr Param kFutilityPerDepth   {  90,   50,   160,   9};
inline constexpr Param kSeeQuiet           { -65,  -120,  -30,   6};  // centipawns per depth
inline constexpr Param kSeeNoisy           { -95,  -160,  -50,   8};
inline constexpr Param kSingularDepth      {   7,    5,     9,   1};
inline constexpr Param kSingularMargin     {   2,    1,     4,   1};  // centipawns per depth
inline constexpr Param kDoubleMargin       {  20,   10,    40,   3};  // centipawns
inline constexpr Param kQsFutility         { 150,   80,   260,  15};  // centipawns
inline constexpr Param kHistoryPerDepth    { 180,   80,   320,  20};
inline constexpr Param kHistoryMaxBonus    {1800,  900,  2800, 150};
inline constexpr Param kCorrectionWeight   {   8,    4,    16,   1};  // of 256 per depth
// clang-format on

}  // namespace castellan::params
