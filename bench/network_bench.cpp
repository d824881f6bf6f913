// How fast networks are: the two kernels, whole evaluations along lines of play, and training.
#include <chrono>
#include <cstdio>
#include <numeric>
#include <thread>

#include "base/random.h"
#include "chess/movegen.h"
#include "eval/classical/classical_eval.h"
#include "eval/nnue/evaluator.h"
#include "eval/nnue/kernels.h"
#include "training/network_trainer.h"

namespace {

using namespace castellan;

template <typename Work>
double nanoseconds_each(int count, const Work& work) {
    double best = 1e18;
    for (int round = 0; round < 5; ++round) {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < count; ++i) work(i);
        const std::chrono::duration<double, std::nano> time =
            std::chrono::steady_clock::now() - begin;
        best = std::min(best, time.count() / count);
    }
    return best;
}

template <typename Kernel>
double kernel_time(const nnue::Network& network) {
    AlignedVector<std::int16_t> values(network.bias(), network.bias() + network.width());
    AlignedVector<std::int16_t> next(values.size());
    long long sum = 0;
    const double time = nanoseconds_each(20'000, [&](int i) {
        const std::int16_t* const added[] = {network.row(i % 700), network.row(i % 500)};
        const std::int16_t* const removed[] = {network.row(i % 300)};
        Kernel::update(next.data(), values.data(), added, removed, network.width());
        sum += Kernel::output(next.data(), network.output(i % 8), network.width());
    });
    // So that nothing is left out as useless.
    if (sum == 42) std::puts("");
    return time;
}

std::vector<Position> line_of_play() {
    std::vector<Position> line{Position{}};
    Random random{1};
    while (line.size() < 100) {
        const MoveList moves = legal_moves(line.back());
        if (moves.empty()) break;
        line.push_back(
            line.back().after(moves[random.below(static_cast<std::uint32_t>(moves.size()))]));
    }
    return line;
}

constexpr int kThreads = 2;

/// Additions of floats per second, with all numbers in registers and the nearest cache.
double peak_additions() {
    using Lanes [[gnu::vector_size(32)]] = float;
    constexpr int kTile = 8;
    constexpr int kRounds = 20'000'000;
    std::array<double, kThreads> seconds{};
    std::vector<std::jthread> threads;
    for (double& time : seconds)
        threads.emplace_back([&time] {
            std::array<std::array<Lanes, kTile>, 16> rows{};
            std::array<Lanes, kTile> sums{};
            const auto begin = std::chrono::steady_clock::now();
            for (int i = 0; i < kRounds; ++i) {
                for (int c = 0; c < kTile; ++c)
                    sums[static_cast<std::size_t>(c)] +=
                        rows[static_cast<std::size_t>(i) % rows.size()]
                            [static_cast<std::size_t>(c)];
                // Keeps the compiler from adding up beforehand.
                asm volatile("" : : "g"(rows.data()) : "memory");
            }
            time = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
            if (sums[0][0] > 0) std::puts("");
        });
    threads.clear();
    return std::accumulate(seconds.begin(), seconds.end(), 0.0, [](double sum, double time) {
        return sum + double{kRounds} * kTile * (sizeof(Lanes) / sizeof(float)) / time;
    });
}

void measure_training(int width, double peak) {
    training::NetworkOptions options;
    options.epochs = 1;
    options.threads = kThreads;
    training::NetworkData data;
    const auto line = line_of_play();
    double pieces = 0;
    for (int i = 0; i < 300'000; ++i) {
        const Position& position = line[static_cast<std::size_t>(i) % line.size()];
        data.training.push_back(
            training::to_network_position(position, i % 500, training::GameResult::draw));
        pieces += position.pieces().count();
    }
    pieces /= static_cast<double>(data.training.size());
    data.held_out.assign(data.training.begin(), data.training.begin() + 1);
    auto state = training::new_network_state({.width = width}, options.seed);
    training::train_network(
        state, data, options,
        [&](const training::NetworkEpoch& epoch) {
            // An addition for each weight of each man, for both sides, there and back.
            const double additions = epoch.positions_per_second * pieces * 2 * 2 * width;
            std::printf(
                "training, width %d, %d threads: %.0f positions per second with %.0f pieces, "
                "%.1f G additions per second, %.0f %% of the peak of %.0f\n",
                width, kThreads, epoch.positions_per_second, pieces, additions / 1e9,
                100 * additions / peak, peak / 1e9);
        },
        {});
}

}  // namespace

int main() {
    for (const int width : {256, 512}) {
        const auto state = training::new_network_state({.width = width}, 1);
        const auto network = std::make_shared<const nnue::Network>(training::quantised(state));
        const double scalar = kernel_time<nnue::ScalarKernel>(*network);
        const double fast = kernel_time<nnue::Kernel>(*network);
        std::printf("kernels, width %d: scalar %.0f ns, in use %.0f ns, ratio %.1f\n", width,
                    scalar, fast, scalar / fast);
        nnue::Evaluator evaluator{network, 128};
        const auto line = line_of_play();
        long long sum = 0;
        const double whole = nanoseconds_each(20'000, [&](int i) {
            const int ply = i % static_cast<int>(line.size());
            sum += evaluator.evaluate(line[static_cast<std::size_t>(ply)], ply);
        });
        const double classical = nanoseconds_each(20'000, [&](int i) {
            sum += classical::evaluate(line[static_cast<std::size_t>(i) % line.size()]);
        });
        std::printf("evaluation, width %d: %.0f ns; classical %.0f ns%s\n", width, whole, classical,
                    sum == 42 ? " " : "");
    }
    const double peak = peak_additions();
    for (const int width : {256, 512}) measure_training(width, peak);
}
