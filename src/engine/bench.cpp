#include "engine/bench.h"

#include <algorithm>

#include "base/stopwatch.h"
#include "chess/notation/fen.h"
#include "engine/engine.h"

namespace castellan {
namespace {

// Openings, middlegames and endings from our own perft list and games, quiet ones and wild ones.
constexpr std::string_view kPositions[] = {
    kStartFen,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
    "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP2BPPP/R1BQK2R b KQ - 1 6",
    "2rq1rk1/pb1nbppp/1p2pn2/3p4/2PP4/1PN1PN2/PB2BPPP/2RQ1RK1 w - - 0 12",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/5pk1/4p1p1/3pP2p/3P1P1P/4K1P1/8/8 w - - 0 40",
    "6k1/5pp1/7p/8/3R4/6P1/r4P1P/6K1 w - - 0 35",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 1",
    "3r2k1/pp3ppp/2n5/8/8/2P2N2/PP3PPP/3R2K1 w - - 0 22",
};

}  // namespace

BenchResult run_bench(Depth depth, const std::shared_ptr<const nnue::Network>& network,
                      const std::stop_token& stop, Progress* watched) {
    Progress unwatched;
    Progress& progress = watched != nullptr ? *watched : unwatched;
    progress.total = std::size(kPositions);
    Engine engine{{.network = network}};
    Limits limits;
    limits.depth = depth;
    BenchResult result{0, 0};
    const Stopwatch watch;
    for (const std::string_view fen : kPositions) {
        if (stop.stop_requested()) break;
        engine.new_game();
        engine.think(
            Game{*parse_fen(fen)}, limits, [](const Report&) {}, stop);
        result.nodes += engine.nodes();
        progress.nodes = result.nodes;
        ++progress.done;
    }
    result.seconds = watch.seconds();
    return result;
}

std::string to_text(const BenchResult& result) {
    const double speed = static_cast<double>(result.nodes) / std::max(result.seconds, 0.001);
    return std::to_string(result.nodes) + " nodes " +
           std::to_string(static_cast<std::uint64_t>(speed)) + " nps";
}

}  // namespace castellan
