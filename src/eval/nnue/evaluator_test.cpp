#include "eval/nnue/evaluator.h"

#include <gtest/gtest.h>

#include <set>

#include "base/random.h"
#include "chess/movegen.h"
#include "chess/notation/fen.h"
#include "eval/nnue/kernels.h"

namespace castellan::nnue {
namespace {

Network random_network(Shape shape, std::uint64_t seed) {
    Network network{shape};
    const int width = shape.width;
    Random random{seed};
    const auto within = [&](int limit) {
        return static_cast<std::int16_t>(
            static_cast<int>(random.below(static_cast<std::uint32_t>(2 * limit + 1))) - limit);
    };
    for (int f = 0; f < shape.feature_count(); ++f)
        for (int i = 0; i < width; ++i) network.row(f)[i] = within(60);
    for (int i = 0; i < width; ++i) network.bias()[i] = within(100);
    for (int bucket = 0; bucket < kBucketCount; ++bucket) {
        for (int i = 0; i < 2 * width; ++i)
            network.output(bucket)[i] = within(kGreatestOutputWeight);
        network.set_output_bias(bucket, within(1'000));
    }
    return network;
}

TEST(EvaluatorTest, EveryLineGivesWhatThePlainWayGives) {
    for (const int king_buckets : {1, 4, 8}) {
        const auto network = std::make_shared<const Network>(
            random_network({.width = 128, .king_buckets = king_buckets}, 1));
        Evaluator evaluator{network, 64};
        Random random{7};
        for (int game = 0; game < 20; ++game) {
            std::vector<Position> line{Position{}};
            // Forth and back as a search goes, with plies that are not looked at.
            for (int step = 0; step < 200; ++step) {
                const MoveList moves = legal_moves(line.back());
                if (moves.empty() || line.size() > 60 || random.below(4) == 0) {
                    if (line.size() > 1) line.pop_back();
                } else {
                    line.push_back(line.back().after(
                        moves[random.below(static_cast<std::uint32_t>(moves.size()))]));
                }
                if (random.below(3) == 0) continue;
                ASSERT_EQ(evaluator.evaluate(line.back(), static_cast<int>(line.size()) - 1),
                          evaluate_plainly(*network, line.back()));
            }
        }
    }
}

TEST(FeaturesTest, KingBucketsTellApartWhereTheOwnKingStands) {
    const auto bucket = [](Color view, Square king, int buckets) {
        return perspective_of(view, king, buckets).king_bucket;
    };
    std::set<int> seen;
    for (int square = 0; square < kSquareCount; ++square) {
        const auto king = static_cast<Square>(square);
        const auto mirrored = static_cast<Square>(square ^ 7);
        const auto turned_over = static_cast<Square>(square ^ 56);
        seen.insert(bucket(Color::white, king, 8));
        EXPECT_EQ(bucket(Color::white, king, 8), bucket(Color::white, mirrored, 8));
        EXPECT_EQ(bucket(Color::white, king, 8), bucket(Color::black, turned_over, 8));
        EXPECT_EQ(bucket(Color::white, king, 4), bucket(Color::white, king, 8) / 2);
        EXPECT_EQ(bucket(Color::white, king, 1), 0);
    }
    EXPECT_EQ(seen, (std::set<int>{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_NE(bucket(Color::white, Square::g1, 8), bucket(Color::white, Square::e1, 8));
}

TEST(EvaluatorTest, BothKernelsAgreeBitForBit) {
    Random random{3};
    for (const int width : {64, 256, 1'024}) {
        const Network network = random_network({.width = width}, static_cast<std::uint64_t>(width));
        AlignedVector<std::int16_t> values(static_cast<std::size_t>(width));
        for (std::int16_t& value : values) value = static_cast<std::int16_t>(random.next());
        AlignedVector<std::int16_t> plain(values.size());
        AlignedVector<std::int16_t> fast(values.size());
        const std::int16_t* const added[] = {network.row(1), network.row(20)};
        const std::int16_t* const removed[] = {network.row(300), network.row(301),
                                               network.row(302)};
        for (std::size_t more = 0; more <= std::size(added); ++more)
            for (std::size_t less = 0; less <= std::size(removed); ++less) {
                ScalarKernel::update(plain.data(), values.data(), Rows{added, more},
                                     Rows{removed, less}, width);
                Kernel::update(fast.data(), values.data(), Rows{added, more}, Rows{removed, less},
                               width);
                EXPECT_EQ(plain, fast) << more << " added, " << less << " removed";
            }
        EXPECT_EQ(ScalarKernel::output(values.data(), network.output(3), width),
                  Kernel::output(values.data(), network.output(3), width));
    }
}

TEST(EvaluatorTest, TheLargestNumbersFit) {
    for (const int width : {64, kGreatestWidth}) {
        AlignedVector<std::int16_t> values(static_cast<std::size_t>(width), 32'000);
        for (const int sign : {-1, 1}) {
            const AlignedVector<std::int16_t> weights(
                static_cast<std::size_t>(width),
                static_cast<std::int16_t>(sign * kGreatestOutputWeight));
            EXPECT_EQ(Kernel::output(values.data(), weights.data(), width),
                      std::int64_t{sign} * width * kUnit * kUnit * kGreatestOutputWeight);
        }
    }
}

TEST(EvaluatorTest, ATurnedOrMirroredBoardIsWorthTheSame) {
    const Network network = random_network({.width = 64}, 9);
    const auto value = [&](const char* fen) { return evaluate_plainly(network, *parse_fen(fen)); };
    const int white = value("r3k3/8/8/3q4/8/2N5/4P3/4K2R w - - 0 1");
    EXPECT_EQ(value("4k2r/4p3/2n5/8/3Q4/8/8/R3K3 b - - 0 1"), white) << "colours changed";
    EXPECT_EQ(value("3k3r/8/8/4q3/8/5N2/3P4/R2K4 w - - 0 1"), white) << "left and right changed";
    EXPECT_NE(value("r3k3/8/8/3q4/8/2N5/4P3/4K2R b - - 0 1"), white)
        << "it matters whose turn it is";
}

TEST(NetworkTest, ComesBackFromItsBytes) {
    Network network = random_network({.width = 64, .king_buckets = 2}, 5);
    network.description = "made for a test";
    const auto again = Network::parse(network.to_bytes());
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->description, "made for a test");
    EXPECT_EQ(again->to_bytes(), network.to_bytes());
    EXPECT_EQ(evaluate_plainly(*again, Position{}), evaluate_plainly(network, Position{}));
}

TEST(NetworkTest, DamageIsRefusedWithAReason) {
    const Bytes good = random_network({.width = 64}, 5).to_bytes();
    Random random{1};
    for (int i = 0; i < 200; ++i) {
        Bytes bad = good;
        bad[random.below(static_cast<std::uint32_t>(bad.size()))] ^=
            static_cast<std::uint8_t>(1 + random.below(255));
        const auto network = Network::parse(bad);
        ASSERT_FALSE(network);
        EXPECT_FALSE(network.error().message.empty());
    }
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{7}, std::size_t{23}, good.size() / 2, good.size() - 1})
        EXPECT_FALSE(Network::parse(std::span{good}.first(size))) << size;
    Bytes longer = good;
    longer.push_back(0);
    EXPECT_FALSE(Network::parse(longer));
}

}  // namespace
}  // namespace castellan::nnue
