// Many conversations at random: nothing is lost, nobody waits, and one thread repeats itself.
#include "base/random.h"
#include "tests/support/uci_conversation.h"

namespace castellan {
namespace {

constexpr std::string_view kCommands[] = {
    "go infinite",
    "go depth 3",
    "go nodes 500",
    "go movetime 1",
    "go ponder wtime 20 btime 20",
    "go wtime 10 btime 10 winc 1 binc 1",
    "stop",
    "stop",
    "ponderhit",
    "setoption name Hash value 2",
    "setoption name Hash value 1",
    "setoption name MultiPV value 2",
    "setoption name MultiPV value 1",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name Nonsense value 1",
    "position startpos moves e2e4",
    "position fen 8/8/8/8/8/1k6/1p6/1K6 w - - 0 1",
    "position fen nonsense",
    "position startpos",
    "ucinewgame",
    "uci",
    "d",
    "perft 2",
    "nonsense",
};

TEST(UciRandom, NoSequenceLosesAMoveOrKeepsAnybodyWaiting) {
    constexpr int kSequences = CASTELLAN_IS_SANITIZED ? 500 : 5'000;
    UciConversation uci;
    uci.send("setoption name Hash value 1");
    Random random{9};
    std::vector<double> waits;
    for (int sequence = 0; sequence < kSequences; ++sequence) {
        uci.forget_lines();
        int searches = 0;
        std::string told;
        for (std::uint64_t i = random.below(6) + 1; i > 0; --i) {
            const std::string_view command = kCommands[random.below(std::size(kCommands))];
            told.append(command).append("; ");
            if (command.starts_with("go")) ++searches;
            uci.send(command);
            if (random.below(4) == 0)
                std::this_thread::sleep_for(std::chrono::microseconds{random.below(800)});
        }
        const Stopwatch watch;
        ASSERT_TRUE(uci.is_ready()) << told;
        waits.push_back(watch.seconds());
        uci.send("stop");
        ASSERT_TRUE(uci.wait_for("bestmove", searches)) << told;
        ASSERT_TRUE(uci.is_ready()) << told;
        ASSERT_EQ(uci.count("bestmove"), searches) << told;
    }
    std::ranges::sort(waits);
    EXPECT_LT(waits[waits.size() * 999 / 1000], 0.05 * kSlowness);
}

/// Everything said but the time.
std::vector<std::string> without_time(std::vector<std::string> lines) {
    for (std::string& line : lines)
        for (const std::string_view word : {" time ", " nps "})
            if (const auto at = line.find(word); at != std::string::npos)
                line.erase(at, line.find(' ', at + word.size()) - at);
    return lines;
}

TEST(UciRandom, ANewGameRepeatsTheSearchAtEveryNodeCount) {
    constexpr std::string_view kGame[] = {
        "position startpos", "position startpos moves e2e4 c7c5 g1f3",
        "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"};
    UciConversation uci;
    uci.send("setoption name Hash value 2");
    for (int i = 0; i < 20; ++i) {
        const std::string go = "go nodes " + std::to_string(100 + i * i * 40);
        std::vector<std::string> first;
        for (int run = 0; run < 2; ++run) {
            uci.send("ucinewgame");
            uci.forget_lines();
            for (const std::string_view position : kGame) uci.best_move(position, go);
            if (run == 0)
                first = without_time(uci.lines());
            else
                EXPECT_EQ(without_time(uci.lines()), first) << go;
        }
    }
}

}  // namespace
}  // namespace castellan
