#include "training/network_trainer.h"

#include <algorithm>
#include <barrier>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <numbers>
#include <thread>

namespace castellan::training {
namespace {

using nnue::kBucketCount;

constexpr int kTile = nnue::kWidthStep;  // columns that are worked on together
/// Numbers that the processor works on at once; a tile of them stays in its registers.
using Lanes [[gnu::vector_size(32), gnu::may_alias]] = float;
constexpr int kLaneCount = sizeof(Lanes) / sizeof(float);
constexpr int kTileLanes = kTile / kLaneCount;
constexpr int kGroup = 512;  // positions between two meetings of the threads
// So that rounding never leaves 16 bits.
constexpr float kGreatestWeight = 1.98F;
constexpr float kDecayOfFirst = 0.9F;
constexpr float kDecayOfSecond = 0.999F;
constexpr float kTiny = 1e-8F;
constexpr float kWeightDecay = 0.01F;

/// Where all weights lie: tile after tile, in each the rows of features, of biases, and of outputs
/// for the mover and for the other; then the outputs' biases.
struct Layout {
    explicit Layout(nnue::Shape shape)
        : tiles{static_cast<std::size_t>(shape.width / kTile)},
          bias_row{static_cast<std::size_t>(shape.feature_count())} {}

    std::size_t tiles;
    std::size_t bias_row;
    std::size_t output_row = bias_row + 1;
    std::size_t tile_rows = output_row + 2 * kBucketCount;
    std::size_t tile_size = tile_rows * kTile;
    std::size_t output_biases = tiles * tile_size;
    std::size_t weight_count = output_biases + kBucketCount;
};

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
          layout_{options.shape},
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
            samples_[i] = {features_of(group[i], options_.shape.king_buckets),
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
        return reinterpret_cast<const Lanes*>(state_.weights.data() + tile * layout_.tile_size +
                                              index * kTile);
    }
    Lanes* gradient(std::size_t tile, std::size_t index) {
        return reinterpret_cast<Lanes*>(gradients_.data() + tile * layout_.tile_size +
                                        index * kTile);
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
            step_range(tile * layout_.tile_size, layout_.tile_size, rate, count);
        if (thread == 0) step_range(layout_.output_biases, kBucketCount, rate, count);
    }
    void step_range(std::size_t begin, std::size_t size, float rate, float count) {
        float* const weights = state_.weights.data() + begin;
        float* const firsts = state_.first_moments.data() + begin;
        float* const seconds = state_.second_moments.data() + begin;
        float* const gradients = gradients_.data() + begin;
        for (std::size_t i = 0; i < size; ++i) {
            const float g = gradients[i] / count;
            firsts[i] = kDecayOfFirst * firsts[i] + (1 - kDecayOfFirst) * g;
            seconds[i] = kDecayOfSecond * seconds[i] + (1 - kDecayOfSecond) * g * g;
            const float next = weights[i] * (1 - kWeightDecay * rate) -
                               rate * firsts[i] / (std::sqrt(seconds[i]) + kTiny);
            weights[i] = std::clamp(next, -kGreatestWeight, kGreatestWeight);
            gradients[i] = 0;
        }
    }

    NetworkState& state_;
    const NetworkOptions& options_;
    Layout layout_;
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

std::int16_t rounded(float value, int unit) {
    return static_cast<std::int16_t>(std::lround(value * static_cast<float>(unit)));
}

}  // namespace

NetworkState new_network_state(const NetworkOptions& options) {
    NetworkState state;
    const Layout layout{options.shape};
    state.weights.resize(layout.weight_count);
    state.first_moments.resize(layout.weight_count);
    state.second_moments.resize(layout.weight_count);
    Random random{options.seed};
    const auto uniform = [&](float limit) {
        return limit *
               (static_cast<float>(random.below(1U << 24)) / static_cast<float>(1U << 23) - 1);
    };
    const float out_limit = 1 / std::sqrt(2.0F * static_cast<float>(options.shape.width));
    for (std::size_t tile = 0; tile < layout.tiles; ++tile)
        for (std::size_t row = 0; row < layout.tile_rows; ++row)
            for (std::size_t c = 0; c < kTile; ++c) {
                // About thirty features are active at a time.
                const float value = row < layout.bias_row    ? uniform(0.1F)
                                    : row == layout.bias_row ? 0.1F
                                                             : uniform(out_limit);
                state.weights[tile * layout.tile_size + row * kTile + c] = value;
            }
    return state;
}

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

nnue::Network quantised(const NetworkState& state, nnue::Shape shape) {
    nnue::Network network{shape};
    const Layout layout{shape};
    for (std::size_t tile = 0; tile < layout.tiles; ++tile) {
        const float* const weights = state.weights.data() + tile * layout.tile_size;
        for (std::size_t c = 0; c < kTile; ++c) {
            const std::size_t column = tile * kTile + c;
            const auto at = [&](std::size_t row) { return weights[row * kTile + c]; };
            for (int f = 0; f < shape.feature_count(); ++f)
                network.row(f)[column] = rounded(at(static_cast<std::size_t>(f)), nnue::kUnit);
            network.bias()[column] = rounded(at(layout.bias_row), nnue::kUnit);
            for (int bucket = 0; bucket < kBucketCount; ++bucket)
                for (std::size_t side = 0; side < 2; ++side)
                    network.output(bucket)[side * static_cast<std::size_t>(shape.width) + column] =
                        rounded(at(layout.output_row + 2 * static_cast<std::size_t>(bucket) + side),
                                nnue::kOutputUnit);
        }
    }
    for (int bucket = 0; bucket < kBucketCount; ++bucket)
        network.set_output_bias(
            bucket, static_cast<std::int32_t>(std::lround(
                        state.weights[layout.output_biases + static_cast<std::size_t>(bucket)] *
                        nnue::kUnit * nnue::kOutputUnit)));
    return network;
}

namespace {

constexpr std::uint64_t kStateMagic = 0x3254'5345'5254'5343;  // "CSTREST2"

}  // namespace

Bytes to_bytes(const NetworkState& state, const NetworkOptions& options) {
    Bytes bytes;
    append_number(bytes, kStateMagic);
    append_number(bytes, static_cast<std::uint64_t>(options.shape.width));
    append_number(bytes, static_cast<std::uint64_t>(options.shape.king_buckets));
    append_number(bytes, state.steps);
    append_number(bytes, static_cast<std::uint64_t>(state.epochs_done));
    for (const auto* const part : {&state.weights, &state.first_moments, &state.second_moments})
        for (const float value : *part) append_number(bytes, std::bit_cast<std::uint32_t>(value));
    append_number(bytes, crc32(bytes));
    return bytes;
}

std::optional<NetworkState> network_state_from(std::span<const std::uint8_t> bytes,
                                               const NetworkOptions& options) {
    const std::size_t count = Layout{options.shape}.weight_count;
    constexpr std::size_t kHead = 5 * 8;
    if (bytes.size() != kHead + 3 * 4 * count + 4 ||
        number_at<std::uint64_t>(bytes, 0) != kStateMagic ||
        number_at<std::uint64_t>(bytes, 8) != static_cast<std::uint64_t>(options.shape.width) ||
        number_at<std::uint64_t>(bytes, 16) !=
            static_cast<std::uint64_t>(options.shape.king_buckets) ||
        number_at<std::uint32_t>(bytes, bytes.size() - 4) != crc32(bytes.first(bytes.size() - 4)))
        return std::nullopt;
    NetworkState state;
    state.steps = number_at<std::uint64_t>(bytes, 24);
    state.epochs_done = static_cast<int>(number_at<std::uint64_t>(bytes, 32));
    std::size_t offset = kHead;
    for (auto* const part : {&state.weights, &state.first_moments, &state.second_moments}) {
        part->resize(count);
        for (float& value : *part) {
            value = std::bit_cast<float>(number_at<std::uint32_t>(bytes, offset));
            offset += 4;
        }
    }
    return state;
}

}  // namespace castellan::training
