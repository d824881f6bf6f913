// Every number that the search goes by, one line each: value, range and step for a tuner, unit.
// They were chosen by hand and by matches, not tuned. `make engine TUNE=1` makes each of them a UCI
// option; otherwise they are constants and cost nothing.
#pragma once

#ifdef CASTELLAN_TUNE
#include <string_view>
#include <vector>
#endif

namespace castellan::params {

#ifdef CASTELLAN_TUNE
/// A number that can be set while the program runs.
struct Param {
    Param(std::string_view its_name, int its_value, int its_low, int its_high, int its_step)
        : name{its_name}, value{its_value}, low{its_low}, high{its_high}, step{its_step} {
        all().push_back(this);
    }
    operator int() const { return value; }  // NOLINT: it stands for its value
    /// In the order of this file.
    static std::vector<Param*>& all() {
        static std::vector<Param*> list;
        return list;
    }

    std::string_view name;
    int value;
    int low;
    int high;
    int step;
};
#define CASTELLAN_PARAM(name, value, low, high, step) \
    inline Param k##name { #name, value, low, high, step }
#else
#define CASTELLAN_PARAM(name, value, low, high, step)                   \
    static_assert((low) <= (value) && (value) <= (high) && (step) > 0); \
    inline constexpr int k##name = value
#endif

// clang-format off

// Aspiration windows and iterations.
CASTELLAN_PARAM(AspirationDepth,      4,    2,     8,   1);  // plies: from here on a window is used
CASTELLAN_PARAM(AspirationWindow,    15,    5,    50,   4);  // centipawns
CASTELLAN_PARAM(AspirationGrowth,   150,  120,   250,  15);  // percent per failure
CASTELLAN_PARAM(AspirationLargest,  600,  200,  1500,  50);  // centipawns; beyond, no window
CASTELLAN_PARAM(FailHighReduction,    3,    0,     5,   1);  // plies at most

// How long to think. Percent unless said otherwise.
CASTELLAN_PARAM(MovesToGo,           25,   15,    50,   2);  // moves: the rest of a game without controls
CASTELLAN_PARAM(IncrementShare,      75,   50,   100,   5);
CASTELLAN_PARAM(SoftShare,           70,   40,   100,   5);  // of a move's share of the clock
CASTELLAN_PARAM(HardShare,          400,  200,   800,  40);  // the same, for the end without mercy
CASTELLAN_PARAM(TimeFirstDepth,       6,    4,    10,   1);  // plies: before, all moves are in doubt
CASTELLAN_PARAM(TimeOnlyMove,        10,    2,    50,   4);
CASTELLAN_PARAM(TimeScale,          120,   80,   160,   8);
CASTELLAN_PARAM(TimeNodesBase,      150,  110,   200,   8);  // less the best move's share of the nodes
CASTELLAN_PARAM(TimeStableBase,     120,   90,   160,   6);
CASTELLAN_PARAM(TimeStableStep,       5,    1,    12,   1);  // less, per iteration with the same best move
CASTELLAN_PARAM(TimeStableMost,       8,    4,    16,   1);  // iterations

// Step 6: what the static evaluation is taken for.
CASTELLAN_PARAM(ClockFade,          220,  150,   400,  20);  // halfmoves at which an evaluation would be nought
CASTELLAN_PARAM(CorrectionWeight,     8,    4,    16,   1);  // error is learnt by depth / this
CASTELLAN_PARAM(CorrectionDivisor,   32,   16,    64,   4);

// Steps 7 to 10: nodes that need no search.
CASTELLAN_PARAM(ReverseDepth,         8,    4,    12,   1);  // plies
CASTELLAN_PARAM(ReverseFutility,     75,   40,   140,   8);  // centipawns per depth
CASTELLAN_PARAM(RazoringDepth,        3,    1,     6,   1);  // plies
CASTELLAN_PARAM(Razoring,           250,  120,   450,  25);  // centipawns per depth
CASTELLAN_PARAM(NullDepth,            3,    1,     6,   1);  // plies
CASTELLAN_PARAM(NullBase,             3,    2,     5,   1);  // plies
CASTELLAN_PARAM(NullDepthDivisor,     4,    3,     6,   1);
CASTELLAN_PARAM(NullEvalDivisor,    200,  120,   300,  20);  // centipawns per extra ply
CASTELLAN_PARAM(NullEvalMost,         3,    1,     6,   1);  // plies
CASTELLAN_PARAM(NoTableMoveDepth,     4,    2,     8,   1);  // plies

// Step 12: moves that need no search.
CASTELLAN_PARAM(LateMoveBase,         3,    1,     6,   1);  // quiet moves at depth 0
CASTELLAN_PARAM(FutilityDepth,        6,    3,    10,   1);  // plies
CASTELLAN_PARAM(FutilityBase,       110,   50,   220,  12);  // centipawns
CASTELLAN_PARAM(FutilityPerDepth,    90,   50,   160,   9);  // centipawns
CASTELLAN_PARAM(SeeQuietDepth,        7,    3,    12,   1);  // plies
CASTELLAN_PARAM(SeeQuiet,           -65, -120,   -30,   6);  // centipawns per depth
CASTELLAN_PARAM(SeeNoisyDepth,        6,    3,    12,   1);  // plies
CASTELLAN_PARAM(SeeNoisy,           -95, -160,   -50,   8);  // centipawns per depth

// Step 13: singular moves.
CASTELLAN_PARAM(SingularDepth,        7,    5,     9,   1);  // plies
CASTELLAN_PARAM(SingularTableDepth,   3,    2,     5,   1);  // plies that the table may know less
CASTELLAN_PARAM(SingularMargin,       2,    1,     4,   1);  // centipawns per depth
CASTELLAN_PARAM(DoubleMargin,        20,   10,    40,   3);  // centipawns

// Step 14: late move reductions, in hundredths of a ply unless said otherwise.
CASTELLAN_PARAM(LmrDepth,             3,    2,     5,   1);  // plies
CASTELLAN_PARAM(LmrFirstMove,         2,    1,     4,   1);  // moves
CASTELLAN_PARAM(LmrFirstPvMove,       4,    2,     8,   1);  // moves
CASTELLAN_PARAM(LmrBase,             80,   20,   140,  10);
CASTELLAN_PARAM(LmrDivisor,         230,  160,   320,  15);
CASTELLAN_PARAM(LmrHistory,        8000, 4000, 14000, 600);  // history points per ply
CASTELLAN_PARAM(LmrPv,              100,    0,   200,  15);  // less
CASTELLAN_PARAM(LmrNotImproving,     60,    0,   200,  15);  // more
CASTELLAN_PARAM(LmrCutNode,         100,    0,   250,  15);  // more
CASTELLAN_PARAM(LmrInCheck,         100,    0,   200,  15);  // less
CASTELLAN_PARAM(LmrGivesCheck,      100,    0,   200,  15);  // less
CASTELLAN_PARAM(LmrKiller,          100,    0,   200,  15);  // less

// Step 16: what is learnt.
CASTELLAN_PARAM(HistoryPerDepth,    180,   80,   320,  20);
CASTELLAN_PARAM(HistoryMaxBonus,   1800,  900,  2800, 150);
CASTELLAN_PARAM(BlamedMoves,         64,   16,   127,   8);  // moves

// The order of moves.
CASTELLAN_PARAM(CaptureVictim,       16,    8,    32,   2);  // per centipawn of what is taken
CASTELLAN_PARAM(CaptureHistory,      16,    4,    64,   4);  // its divisor
CASTELLAN_PARAM(QueenPromotion,     800,  200,  1500,  50);  // centipawns; other promotions lose them

// The transposition table.
CASTELLAN_PARAM(TableClockLimit,     90,   60,   100,   5);  // halfmoves: closer to a draw no score is believed
CASTELLAN_PARAM(TableKeepDepth,       3,    1,     8,   1);  // plies that a bound may know less
CASTELLAN_PARAM(TableAge,             4,    1,    10,   1);  // plies that a search of age is worth

// Quiescence.
CASTELLAN_PARAM(QsFutility,         150,   80,   260,  15);  // centipawns

// clang-format on
#undef CASTELLAN_PARAM

}  // namespace castellan::params
