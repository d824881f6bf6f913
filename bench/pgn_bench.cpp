// How fast PGN is read: headers in MB/s, moves in validated plies/s, and the memory it takes.
//   pgn_bench write MEGABYTES    random legal games, with comments, to standard output
//   pgn_bench read FILE          reads it at each level of detail
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/random.h"
#include "base/stopwatch.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "chess/pgn/pgn_reader.h"
#include "chess/pgn/pgn_writer.h"

using namespace castellan;

namespace {

PgnGame random_game(Random& random, int number) {
    PgnGame pgn;
    pgn.set_tag("Event", "Random moves");
    pgn.set_tag("Round", std::to_string(number));
    pgn.set_tag("White", "Nobody " + std::to_string(random.below(1000)));
    pgn.set_tag("Black", "Nobody " + std::to_string(random.below(1000)));
    Game game;
    PgnNodeId node = kPgnRoot;
    for (int ply = 0; ply < 120 && !game.outcome(); ++ply) {
        const MoveList moves = legal_moves(game.position());
        const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        game.play(move);
        node = pgn.add_move(node, move);
        if (random.below(8) == 0) pgn.nodes[node].comment = "[%clk 0:03:20]";
    }
    if (const auto outcome = game.outcome(); outcome && outcome->winner)
        pgn.result =
            *outcome->winner == Color::white ? PgnResult::white_wins : PgnResult::black_wins;
    else
        pgn.result = PgnResult::draw;
    return pgn;
}

void write_games(double megabytes) {
    Random random{1};
    double written = 0;
    for (int number = 1; written < megabytes * 1e6; ++number) {
        const std::string text = to_pgn(random_game(random, number));
        std::fputs(text.c_str(), stdout);
        written += static_cast<double>(text.size());
    }
}

long peak_memory_megabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

void measure(const char* path, const char* name, PgnDetail detail) {
    std::FILE* file = std::fopen(path, "rb");
    if (file == nullptr) {
        std::perror(path);
        std::exit(1);
    }
    double bytes = 0;
    PgnReader reader{[&](char* buffer, std::size_t capacity) {
                         const std::size_t length = std::fread(buffer, 1, capacity, file);
                         bytes += static_cast<double>(length);
                         return length;
                     },
                     detail};
    const Stopwatch watch;
    long games = 0;
    long problems = 0;
    double plies = 0;
    while (const auto game = reader.next()) {
        ++games;
        problems += static_cast<long>(game->problems.size());
        plies += static_cast<double>(game->nodes.size() - 1);
    }
    const double seconds = watch.seconds();
    std::fclose(file);
    std::printf(
        "%-11s %ld games, %ld problems: %4.0f MB/s, %.2f million plies/s, peak memory %ld MB\n",
        name, games, problems, bytes / 1e6 / seconds, plies / 1e6 / seconds,
        peak_memory_megabytes());
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 3 && std::strcmp(argv[1], "write") == 0) {
        write_games(std::atof(argv[2]));
    } else if (argc == 3 && std::strcmp(argv[1], "read") == 0) {
        measure(argv[2], "headers", PgnDetail::headers);
        measure(argv[2], "main line", PgnDetail::main_line);
        measure(argv[2], "everything", PgnDetail::everything);
    } else {
        std::fprintf(stderr, "usage: %s write MEGABYTES | read FILE\n", argv[0]);
        return 2;
    }
    return 0;
}
