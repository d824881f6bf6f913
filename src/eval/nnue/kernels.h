// The two loops in which a network spends its time, for any CPU and for those with AVX2. Both give
// the same numbers, bit for bit.
#pragma once

#include <cstdint>
#include <span>

#include "eval/nnue/network.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace castellan::nnue {

/// Rows of weights, each as long as the layer is wide.
using Rows = std::span<const std::int16_t* const>;

/// One number after the other: what the others are measured against.
struct ScalarKernel {
    /// target = source + added - removed.
    [[gnu::optimize("no-tree-vectorize")]] static void update(std::int16_t* target,
                                                              const std::int16_t* source,
                                                              Rows added, Rows removed, int width) {
        for (int i = 0; i < width; ++i) {
            int sum = source[i];
            for (const std::int16_t* const row : added) sum += row[i];
            for (const std::int16_t* const row : removed) sum -= row[i];
            target[i] = static_cast<std::int16_t>(sum);
        }
    }
    /// The sum of weight * clipped^2.
    [[gnu::optimize("no-tree-vectorize")]] static std::int64_t output(const std::int16_t* values,
                                                                      const std::int16_t* weights,
                                                                      int width) {
        std::int64_t sum = 0;
        for (int i = 0; i < width; ++i) {
            const std::int32_t clipped = values[i] < 0 ? 0 : values[i] > kUnit ? kUnit : values[i];
            sum += clipped * weights[i] * clipped;
        }
        return sum;
    }
};

#ifdef __AVX2__
struct Avx2Kernel {
    static constexpr int kLanes = 16;
    static constexpr int kRegisters = kWidthStep / kLanes;

    static __m256i load(const std::int16_t* from) {
        return _mm256_load_si256(reinterpret_cast<const __m256i*>(from));
    }

    static void update(std::int16_t* target, const std::int16_t* source, Rows added, Rows removed,
                       int width) {
        // Moves and captures are most of it, and are quicker where their number is known.
        if (added.size() == 1 && removed.size() == 1)
            update_with(target, source, added.first<1>(), removed.first<1>(), width);
        else if (added.size() == 1 && removed.size() == 2)
            update_with(target, source, added.first<1>(), removed.first<2>(), width);
        else
            update_with(target, source, added, removed, width);
    }
    template <typename Added, typename Removed>
    static void update_with(std::int16_t* target, const std::int16_t* source, Added added,
                            Removed removed, int width) {
        for (int begin = 0; begin < width; begin += kWidthStep) {
            __m256i sums[kRegisters];
            for (int i = 0; i < kRegisters; ++i) sums[i] = load(source + begin + i * kLanes);
            for (const std::int16_t* const row : added)
                for (int i = 0; i < kRegisters; ++i)
                    sums[i] = _mm256_add_epi16(sums[i], load(row + begin + i * kLanes));
            for (const std::int16_t* const row : removed)
                for (int i = 0; i < kRegisters; ++i)
                    sums[i] = _mm256_sub_epi16(sums[i], load(row + begin + i * kLanes));
            for (int i = 0; i < kRegisters; ++i)
                _mm256_store_si256(reinterpret_cast<__m256i*>(target + begin + i * kLanes),
                                   sums[i]);
        }
    }

    static std::int64_t output(const std::int16_t* values, const std::int16_t* weights, int width) {
        const __m256i zero = _mm256_setzero_si256();
        const __m256i unit = _mm256_set1_epi16(kUnit);
        // A lane of 32 bits takes 2 * 255 * 255 * 127 at a time: 64 times at most.
        __m256i sum = zero;
        for (int i = 0; i < width; i += kLanes) {
            const __m256i clipped =
                _mm256_min_epi16(_mm256_max_epi16(load(values + i), zero), unit);
            const __m256i product = _mm256_mullo_epi16(clipped, load(weights + i));
            sum = _mm256_add_epi32(sum, _mm256_madd_epi16(product, clipped));
        }
        alignas(32) std::int32_t lanes[8];
        _mm256_store_si256(reinterpret_cast<__m256i*>(lanes), sum);
        std::int64_t total = 0;
        for (const std::int32_t lane : lanes) total += lane;
        return total;
    }
};
using Kernel = Avx2Kernel;
#else
using Kernel = ScalarKernel;
#endif

}  // namespace castellan::nnue
