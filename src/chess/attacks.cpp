#include "chess/attacks.h"

namespace castellan::detail {
namespace {

constexpr int kRookSteps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
constexpr int kBishopSteps[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

Bitboard walk(Square square, int files, int ranks, Bitboard occupied) {
    Bitboard reached;
    Bitboard next = step(square, files, ranks);
    while (next.any()) {
        reached |= next;
        if ((next & occupied).any()) break;
        next = step(next.first(), files, ranks);
    }
    return reached;
}

Bitboard walk_all(Square square, const int (&steps)[4][2], Bitboard occupied) {
    Bitboard reached;
    for (const auto& [files, ranks] : steps) reached |= walk(square, files, ranks, occupied);
    return reached;
}

/// A piece on the last square of a ray changes nothing, so the border does not belong to the mask,
/// except the border that the slider itself stands on.
Bitboard relevant_squares(Square square, const int (&steps)[4][2]) {
    const Bitboard ranks =
        (squares_of(Rank::r1) | squares_of(Rank::r8)) & ~squares_of(rank_of(square));
    const Bitboard files =
        (squares_of(File::a) | squares_of(File::h)) & ~squares_of(file_of(square));
    return walk_all(square, steps, {}) & ~(ranks | files);
}

}  // namespace

SliderTables::SliderTables() {
    std::uint32_t rook_start = 0;
    std::uint32_t bishop_start = 0;
    for (std::size_t i = 0; i < kSquareCount; ++i) {
        const auto square = static_cast<Square>(i);
        rook_masks[i] = relevant_squares(square, kRookSteps);
        bishop_masks[i] = relevant_squares(square, kBishopSteps);
        rook_starts[i] = rook_start;
        bishop_starts[i] = bishop_start;
        rook_start += 1U << rook_masks[i].count();
        bishop_start += 1U << bishop_masks[i].count();

        // Counting down through the mask visits each of its subsets, the empty one last.
        const auto fill = [&](auto& table, std::size_t start, Bitboard mask, const auto& steps,
                              auto index) {
            std::uint64_t subset = mask.bits();
            for (;;) {
                table[start + index(square, Bitboard{subset}, mask)] =
                    walk_all(square, steps, Bitboard{subset});
                if (subset == 0) break;
                subset = (subset - 1) & mask.bits();
            }
        };
        fill(rook_attacks, rook_starts[i], rook_masks[i], kRookSteps, rook_index);
        fill(bishop_attacks, bishop_starts[i], bishop_masks[i], kBishopSteps, bishop_index);

        between[i].fill({});
        line[i].fill({});
        for (const auto* steps : {&kRookSteps, &kBishopSteps})
            for (const auto& [files, ranks] : *steps)
                for (const Square other : walk(square, files, ranks, {})) {
                    const auto j = index_of(other);
                    between[i][j] = walk(square, files, ranks, other) & ~Bitboard{other};
                    line[i][j] =
                        walk(square, files, ranks, {}) | walk(square, -files, -ranks, {}) | square;
                }
    }
}

const SliderTables kSliders;

}  // namespace castellan::detail
