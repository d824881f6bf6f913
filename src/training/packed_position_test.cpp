#include "training/packed_position.h"

#include <gtest/gtest.h>

#include "chess/notation/fen.h"
#include "tests/support/test_files.h"

namespace castellan::training {
namespace {

TEST(PackedPosition, HoldsWhatAFenHolds) {
    for (const std::string_view fen :
         {kStartFen,
          std::string_view{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 13 57"},
          std::string_view{"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"},
          std::string_view{"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 5 40"},
          std::string_view{"8/8/8/4k3/8/8/8/K6Q w - - 99 1000000"}}) {
        const Position position = parse_fen(fen).value();
        const auto unpacked = unpack(pack(position));
        ASSERT_TRUE(unpacked) << fen;
        EXPECT_EQ(to_fen(*unpacked), to_fen(position));
        EXPECT_EQ(unpacked->key(), position.key());
        EXPECT_TRUE(unpacked->is_consistent());
    }
}

TEST(PackedPosition, HoldsEveryPositionOfManyGames) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const TrainingGame game = random_game(seed, 200);
        Position position = game.start;
        for (const ScoredMove& played : game.moves) {
            position = position.after(played.move);
            const auto unpacked = unpack(pack(position));
            ASSERT_TRUE(unpacked) << to_fen(position);
            ASSERT_EQ(to_fen(*unpacked), to_fen(position));
        }
    }
}

TEST(PackedPosition, AnyBytesGiveASanePositionOrNone) {
    Random random{9};
    int sane = 0;
    for (int i = 0; i < 20'000; ++i) {
        PackedPosition packed = pack(Position{});
        for (int changes = 0; changes < 3; ++changes)
            packed[random.below(kPackedPositionSize)] ^=
                static_cast<std::uint8_t>(1U << random.below(8));
        const auto position = unpack(packed);
        if (!position) continue;
        ++sane;
        ASSERT_TRUE(position->is_consistent()) << to_fen(*position);
    }
    EXPECT_GT(sane, 0);
    EXPECT_FALSE(unpack(PackedPosition{}));
}

}  // namespace
}  // namespace castellan::training
