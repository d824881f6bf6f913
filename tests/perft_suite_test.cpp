// Perft against counts that others have found: our own list of the well-known ones, and, where it
// is present, the shared test data. CASTELLAN_PERFT_NODES raises the size of what is counted.
#include <gtest/gtest.h>

#include <cstdlib>

#include "chess/notation/fen.h"
#include "chess/perft.h"
#include "tests/support/position_files.h"

namespace castellan {
namespace {

std::uint64_t node_limit(std::uint64_t usual) {
    const char* const asked = std::getenv("CASTELLAN_PERFT_NODES");
    return asked == nullptr ? usual : std::strtoull(asked, nullptr, 10);
}

/// Counts every case to `full_depth` at least, and deeper as long as the count is small enough.
void expect_counts(const std::vector<PerftCase>& cases, int full_depth, std::uint64_t usual_limit) {
    const std::uint64_t limit = node_limit(usual_limit);
    std::uint64_t counted = 0;
    std::uint64_t nodes = 0;
    for (const PerftCase& suite_case : cases) {
        const auto position = parse_fen(suite_case.fen);
        ASSERT_TRUE(position) << suite_case.fen << ": " << position.error().message;
        for (const auto& [depth, expected] : suite_case.counts) {
            if (depth > full_depth && expected > limit) continue;
            EXPECT_EQ(perft(*position, depth), expected) << suite_case.fen << " depth " << depth;
            ++counted;
            nodes += expected;
        }
    }
    std::printf("%zu positions, %llu counts, %llu nodes\n", cases.size(),
                static_cast<unsigned long long>(counted), static_cast<unsigned long long>(nodes));
}

#ifdef __OPTIMIZE__
constexpr std::uint64_t kUsualLimit = CASTELLAN_IS_SANITIZED ? 20'000 : 200'000'000;
#else
constexpr std::uint64_t kUsualLimit = 20'000;
#endif
constexpr bool kIsFast = kUsualLimit > 1'000'000;

#define SKIP_WITHOUT(path) \
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "not present: " << (path)

TEST(PerftSuite, OurOwnListOfWellKnownCounts) {
    const auto cases = read_perft_file(own_perft_file());
    ASSERT_GE(cases.size(), 12U);
    expect_counts(cases, kIsFast ? 4 : 3, kUsualLimit);
}

TEST(PerftSuite, StandardPositions) {
    SKIP_WITHOUT(shared_perft_folder() / "standard.epd");
    const auto cases = read_perft_file(shared_perft_folder() / "standard.epd");
    ASSERT_EQ(cases.size(), 128U);
    expect_counts(cases, kIsFast ? 4 : 2, kUsualLimit);
}

TEST(PerftSuite, TrickyPositions) {
    SKIP_WITHOUT(shared_perft_folder() / "tricky.perft");
    const auto cases = read_perft_file(shared_perft_folder() / "tricky.perft");
    ASSERT_EQ(cases.size(), 19U);
    expect_counts(cases, kIsFast ? 4 : 2, kUsualLimit);
}

TEST(PerftSuite, RandomPositions) {
    SKIP_WITHOUT(shared_perft_folder() / "random-1000.perft");
    const auto cases = read_perft_file(shared_perft_folder() / "random-1000.perft");
    ASSERT_EQ(cases.size(), 1000U);
    expect_counts(cases, kIsFast ? 3 : 1, kUsualLimit / 10);
}

TEST(PerftSuite, Chess960Positions) {
    SKIP_WITHOUT(shared_perft_folder() / "chess960-even.perft");
    const auto cases = read_perft_file(shared_perft_folder() / "chess960-even.perft");
    ASSERT_EQ(cases.size(), 480U);
    expect_counts(cases, kIsFast ? 3 : 1, kUsualLimit / 10);
}

}  // namespace
}  // namespace castellan
