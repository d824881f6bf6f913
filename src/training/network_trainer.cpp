#include "training/network_trainer.h"

#include <algorithm>
#include <barrier>
#include <bit>
#include <chrono>
#include <cmath>
#include <numbers>
#include <thread>

namespace castellan::training {
namespace {

constexpr int kTile = NetworkLayout::kTile;
/// Numbers that the processor works on at once; a tile of them stays in its registers.
using Lanes [[gnu::vector_size(32), gnu::may_alias]] = float;
constexpr int kLaneCount = sizeof(Lanes) / sizeof(float);
constexpr int kTileLanes = kTile / kLaneCount;
constexpr int kGroup = 512;  // positions between two meetings of the threads
// So that rounding never leaves 16 bits.
constexpr float kGreatestWeight = 1.98F;
constexpr float kBeta1 = 0.9F;
constexpr float kBeta2 = 0.999F;
constexpr float kTiny = 1e-8F;
constexpr float kWeightDecay = 0.01F;

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

double target_of(const NetworkPosition& position, const NetworkOptions& options) {
    return options.result_share * position.result / 2 +
           (1 - options.result_share) * sigmoid(position.score / options.scale);
}

/// One position of a group, ready to be worked on.
struct Sample {
    ActiveFeatures features;
    int bucket;
    float target;
};

/// A tile's part of a group: what the layer holds, and what comes of it.
struct TileWork {
    AlignedVector<float> layer = AlignedVector<float>(2 * kGroup * kTile);  // before the clipping
    std::array<float, kGroup> outputs;

    Lanes* layer_of(std::size_t sample, std::size_t side) {
        return reinterpret_cast<Lanes*>(layer.data() + (2 * sample + side) * kTile);
    }
};

Lanes clipped(Lanes x) {
    constexpr Lanes kNone{};
    constexpr Lanes kAll = kNone + 1;
    x = x > kNone ? x : kNone;
    return x < kAll ? x : kAll;
}

float sum_of(Lanes lanes) {
    float sum = 0;
    for (int i = 0; i < kLaneCount; ++i) sum += lanes[i];
    return sum;
}

class Trainer {
  public:
    Trainer(NetworkState& state, const NetworkOptions& options)
        : state_{state},
          options_{options},
          layout_{state.shape},
          gradients_(layout_.weight_count),
          works_(layout_.tiles),
          samples_(kGroup),
          slopes_(kGroup),
          meeting_{options.threads} {}

    /// The mean loss over the positions, which are learnt from if a rate is given.
    double run(std::span<const NetworkPosition> positions,
               const std::function<float(std::size_t)>& rate, const std::stop_token& stop) {
        std::vector<std::jthread> threads;
        for (int thread = 1; thread < options_.threads; ++thread)
            threads.emplace_back([&, thread] { work(positions, rate, stop, thread); });
        work(positions, rate, stop, 0);
        threads.clear();
        return loss_ / static_cast<double>(std::max<std::size_t>(positions.size(), 1));
    }

  private:
    /// What one thread does: its share of the samples, then its tiles.
    void work(std::span<const NetworkPosition> positions,
              const std::function<float(std::size_t)>& rate, const std::stop_token& stop,
              int thread) {
        const auto batch = static_cast<std::size_t>(options_.batch);
        if (thread == 0) loss_ = 0;
        for (std::size_t begin = 0; begin < positions.size(); begin += batch) {
            // All of them have to see the same answer.
            if (thread == 0) is_stopped_ = stop.stop_requested();
            meeting_.arrive_and_wait();
            if (is_stopped_) return;
            const auto part = positions.subspan(begin, std::min(batch, positions.size() - begin));
            for (std::size_t at = 0; at < part.size(); at += kGroup)
                work_on_group(part.subspan(at, std::min<std::size_t>(kGroup, part.size() - at)),
                              thread, rate != nullptr);
            if (rate == nullptr) continue;
            step(rate(state_.steps), static_cast<float>(part.size()), thread);
            meeting_.arrive_and_wait();
            if (thread == 0) ++state_.steps;
        }
        meeting_.arrive_and_wait();
    }

    void work_on_group(std::span<const NetworkPosition> group, int thread, bool learns) {
        const auto threads = static_cast<std::size_t>(options_.threads);
        const auto own = static_cast<std::size_t>(thread);
        for (std::size_t i = own; i < group.size(); i += threads)
            samples_[i] = {features_of(group[i], state_.shape.king_buckets),
                           nnue::output_bucket(std::popcount(group[i].occupied)),
                           static_cast<float>(target_of(group[i], options_))};
        meeting_.arrive_and_wait();
        for (std::size_t tile = own; tile < layout_.tiles; tile += threads)
            forward(tile, group.size());
        meeting_.arrive_and_wait();
        if (thread == 0) judge(group.size(), learns);
        meeting_.arrive_and_wait();
        if (!learns) return;
        for (std::size_t tile = own; tile < layout_.tiles; tile += threads)
            backward(tile, group.size());
        meeting_.arrive_and_wait();
    }

    const Lanes* row(std::size_t tile, std::size_t index) const {
        return reinterpret_cast<const Lanes*>(state_.weights.data() + layout_.at(tile, index));
    }
    Lanes* gradient(std::size_t tile, std::size_t index) {
        return reinterpret_cast<Lanes*>(gradients_.data() + layout_.at(tile, index));
    }
    std::size_t output_row(const Sample& sample, std::size_t side) const {
        return layout_.output_row + 2 * static_cast<std::size_t>(sample.bucket) + side;
    }

    void forward(std::size_t tile, std::size_t count) {
        TileWork& work = works_[tile];
        const Lanes* const biases = row(tile, layout_.bias_row);
        for (std::size_t i = 0; i < count; ++i) {
            const Sample& sample = samples_[i];
            Lanes output{};
            for (std::size_t side = 0; side < 2; ++side) {
                Lanes sums[kTileLanes];
                for (int c = 0; c < kTileLanes; ++c) sums[c] = biases[c];
                for (int f = 0; f < sample.features.count; ++f) {
                    const Lanes* const weights =
                        row(tile, sample.features.indices[side][static_cast<std::size_t>(f)]);
                    for (int c = 0; c < kTileLanes; ++c) sums[c] += weights[c];
                }
                Lanes* const layer = work.layer_of(i, side);
                const Lanes* const out = row(tile, output_row(sample, side));
                for (int c = 0; c < kTileLanes; ++c) {
                    const Lanes active = clipped(sums[c]);
                    output += active * active * out[c];
                    layer[c] = sums[c];
                }
            }
            work.outputs[i] = sum_of(output);
        }
    }

    /// The loss, and which way the outputs should go.
    void judge(std::size_t count, bool learns) {
        const float* const biases = state_.weights.data() + layout_.output_biases;
        float* const bias_gradients = gradients_.data() + layout_.output_biases;
        for (std::size_t i = 0; i < count; ++i) {
            const Sample& sample = samples_[i];
            float output = biases[sample.bucket];
            for (const TileWork& work : works_) output += work.outputs[i];
            const double chance = sigmoid(output);
            const double error = chance - sample.target;
            loss_ += error * error;
            slopes_[i] = static_cast<float>(2 * error * chance * (1 - chance));
            if (learns) bias_gradients[sample.bucket] += slopes_[i];
        }
    }

    void backward(std::size_t tile, std::size_t count) {
        TileWork& work = works_[tile];
        Lanes* const bias = gradient(tile, layout_.bias_row);
        for (std::size_t i = 0; i < count; ++i) {
            const Sample& sample = samples_[i];
            const float slope = slopes_[i];
            for (std::size_t side = 0; side < 2; ++side) {
                const Lanes* const layer = work.layer_of(i, side);
                const Lanes* const out = row(tile, output_row(sample, side));
                Lanes* const out_gradient = gradient(tile, output_row(sample, side));
                Lanes wish[kTileLanes];
                for (int c = 0; c < kTileLanes; ++c) {
                    const Lanes active = clipped(layer[c]);
                    // Where the layer is clipped, nothing can be learnt.
                    const Lanes pull = layer[c] == active ? 2 * slope * active * out[c] : Lanes{};
                    out_gradient[c] += slope * active * active;
                    bias[c] += pull;
                    wish[c] = pull;
                }
                for (int f = 0; f < sample.features.count; ++f) {
                    Lanes* const weights =
                        gradient(tile, sample.features.indices[side][static_cast<std::size_t>(f)]);
                    for (int c = 0; c < kTileLanes; ++c) weights[c] += wish[c];
                }
            }
        }
    }

    /// AdamW, each thread for its tiles; the first also for the last few numbers.
    void step(float rate, float count, int thread) {
        const auto threads = static_cast<std::size_t>(options_.threads);
        for (std::size_t tile = static_cast<std::size_t>(thread); tile < layout_.tiles;
             tile += threads)
            step_range(layout_.at(tile, 0), layout_.tile_size, rate, count);
        if (thread == 0) step_range(layout_.output_biases, nnue::kBucketCount, rate, count);
    }
    void step_range(std::size_t begin, std::size_t size, float rate, float count) {
        float* const weights = state_.weights.data() + begin;
        float* const firsts = state_.first_moments.data() + begin;
        float* const seconds = state_.second_moments.data() + begin;
        float* const gradients = gradients_.data() + begin;
        for (std::size_t i = 0; i < size; ++i) {
            const float g = gradients[i] / count;
            firsts[i] = kBeta1 * firsts[i] + (1 - kBeta1) * g;
            seconds[i] = kBeta2 * seconds[i] + (1 - kBeta2) * g * g;
            const float next = weights[i] * (1 - kWeightDecay * rate) -
                               rate * firsts[i] / (std::sqrt(seconds[i]) + kTiny);
            weights[i] = std::clamp(next, -kGreatestWeight, kGreatestWeight);
            gradients[i] = 0;
        }
    }

    NetworkState& state_;
    const NetworkOptions& options_;
    NetworkLayout layout_;
    AlignedVector<float> gradients_;
    std::vector<TileWork> works_;
    std::vector<Sample> samples_;
    std::vector<float> slopes_;
    double loss_ = 0;
    bool is_stopped_ = false;
    std::barrier<> meeting_;
};

float cosine_rate(const NetworkOptions& options, std::uint64_t step, std::uint64_t steps) {
    const double share =
        static_cast<double>(step) / static_cast<double>(std::max<std::uint64_t>(steps, 1));
    const double height = 0.5 * (1 + std::cos(std::numbers::pi * std::min(share, 1.0)));
    return static_cast<float>(options.last_rate +
                              (options.first_rate - options.last_rate) * height);
}

}  // namespace

void train_network(NetworkState& state, NetworkData& data, const NetworkOptions& options,
                   const std::function<void(const NetworkEpoch&)>& on_epoch,
                   const std::stop_token& stop) {
    Trainer trainer{state, options};
    const auto batch = static_cast<std::size_t>(options.batch);
    const std::uint64_t steps =
        (data.training.size() + batch - 1) / batch * static_cast<std::uint64_t>(options.epochs);
    const auto rate = [&](std::size_t step) { return cosine_rate(options, step, steps); };
    // Whoever goes on from a file comes to the same order.
    for (int epoch = 0; epoch < state.epochs_done; ++epoch)
        shuffle(data.training, Random::stream(options.seed, static_cast<std::uint64_t>(epoch)));
    while (state.epochs_done < options.epochs && !stop.stop_requested()) {
        shuffle(data.training,
                Random::stream(options.seed, static_cast<std::uint64_t>(state.epochs_done)));
        const auto begin = std::chrono::steady_clock::now();
        const double loss = trainer.run(data.training, rate, stop);
        if (stop.stop_requested()) return;
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
        const double held_out = trainer.run(data.held_out, nullptr, stop);
        ++state.epochs_done;
        on_epoch({state.epochs_done, loss, held_out,
                  static_cast<double>(data.training.size()) / time.count()});
    }
}

}  // namespace castellan::training
