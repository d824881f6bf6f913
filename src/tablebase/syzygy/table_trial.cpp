#include "tablebase/syzygy/table_trial.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "base/random.h"
#include "base/stopwatch.h"
#include "chess/movegen.h"
#include "tablebase/syzygy/fathom.h"

namespace castellan {
namespace {

constexpr std::uint64_t kSeed = 64;
constexpr int kAttempts = 300;  // to find a position with what is wanted
constexpr int kRounds = 8;      // positions of each table, as far as the time goes
constexpr double kEnoughSeconds = 1.5;
constexpr suseconds_t kCpuMicroseconds = 300'000;  // per table, a hundred times what it takes

constexpr int kPassed = 0;
constexpr int kFailed = 1;

std::optional<Position> random_position(std::string_view material, Random& random) {
    Setup setup;
    Color color = random.below(2) == 0 ? Color::white : Color::black;
    setup.side_to_move = random.below(2) == 0 ? Color::white : Color::black;
    for (const char letter : material) {
        if (letter == 'v') {
            color = !color;
            continue;
        }
        const PieceType type = type_of(piece_from_letter(letter));
        Square square = Square::a1;
        do square = static_cast<Square>(random.below(kSquareCount));
        while (setup.piece_on(square) != Piece::none);
        setup.put(make_piece(color, type), square);
    }
    const auto position = Position::from(setup);
    if (!position) return std::nullopt;
    return *position;
}

/// A position that only its own table can answer for: nothing can be captured or promoted.
/// Distances are stored for won and lost positions alone.
std::optional<Position> sample_of(const TableFile& table, Random& random) {
    for (int i = 0; i < kAttempts; ++i) {
        const auto position = random_position(table.material, random);
        if (!position || !noisy_moves(*position).empty() || !has_legal_move(*position)) continue;
        if (!table.has_distances || fathom::probe_wdl(*position) != Wdl::draw) return position;
    }
    return std::nullopt;
}

int sign_of(Wdl wdl) {
    return static_cast<int>(wdl > Wdl::draw) - static_cast<int>(wdl < Wdl::draw);
}

/// What the moves are worth according to the table of the results; nothing if one is unknown.
std::optional<int> best_result(const Position& position) {
    int best = -1;
    for (const Move move : legal_moves(position)) {
        const auto reply = fathom::probe_wdl(position.after(move));
        if (!reply) return std::nullopt;
        best = std::max(best, -sign_of(*reply));
    }
    return best;
}
std::optional<int> best_ranked_result(const Position& position) {
    const auto ranked = fathom::rank_by_distance(position, false, true);
    if (!ranked) return std::nullopt;
    int best = -1;
    for (const RankedMove& move : *ranked) best = std::max(best, sign_of(move.result));
    return best;
}

/// A position is worth what its best move is worth; a table that was tampered with contradicts
/// itself sooner or later. Tables that are missing, which captures lead to, say nothing.
bool is_plausible(const TableFile& table, Random& random) {
    const auto position = sample_of(table, random);
    if (!position) return true;
    const auto value = fathom::probe_wdl(*position);
    if (!value) return table.has_distances;  // distances are read only where results are known
    const auto best = table.has_distances ? best_ranked_result(*position) : best_result(*position);
    return !best || *best == sign_of(*value);
}

void prepare_for_the_worst() {
    const int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGVTALRM})
        std::signal(signal, SIG_DFL);
    // If the library ends the program, nothing that our parent has registered may run.
    std::atexit([] { _exit(kFailed); });
}

void limit_cpu_time() {
    const itimerval limit{{0, 0}, {0, kCpuMicroseconds}};
    setitimer(ITIMER_VIRTUAL, &limit, nullptr);
}

/// Says which table is next before it is touched, and at the end that all have passed.
[[noreturn]] void try_tables(const std::string& folders, const std::vector<TableFile>& tables,
                             int output) {
    const auto say = [output](std::size_t number) {
        if (write(output, &number, sizeof number) != sizeof number) _exit(kFailed);
    };
    prepare_for_the_worst();
    if (!fathom::start(folders)) _exit(kFailed);
    const Stopwatch watch;
    Random random{kSeed};
    for (int round = 0; round < kRounds; ++round)
        for (std::size_t i = 0; i < tables.size(); ++i) {
            if (round > 0 && watch.seconds() > kEnoughSeconds) break;
            say(i);
            limit_cpu_time();
            if (!is_plausible(tables[i], random)) _exit(kFailed);
        }
    say(tables.size());
    _exit(kPassed);
}

std::string cannot_try() {
    return std::string{"cannot start a process to try the tables in: "} + std::strerror(errno);
}

}  // namespace

std::string find_damage(const std::string& folders, const std::vector<TableFile>& tables) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return cannot_try();
    const pid_t child = fork();
    if (child == 0) try_tables(folders, tables, ends[1]);
    close(ends[1]);
    std::optional<std::size_t> last;
    for (std::size_t number = 0; child > 0 && read(ends[0], &number, sizeof number) > 0;)
        last = number;
    close(ends[0]);
    if (child < 0) return cannot_try();
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
    if (!last) return "the tables cannot be opened";
    if (*last == tables.size()) return {};
    return tables[*last].path + " is damaged: its content makes no sense";
}

void open_tables(const std::vector<TableFile>& tables) {
    Random random{kSeed};
    for (const TableFile& table : tables) is_plausible(table, random);
}

}  // namespace castellan
