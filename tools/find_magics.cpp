// Finds the multipliers of src/chess/slider_magics.cpp and prints that file's tables.
//   g++ -std=c++20 -O2 -Isrc tools/find_magics.cpp src/chess/attacks.cpp
//   src/chess/slider_magics.cpp
#include <cstdio>
#include <vector>

#include "base/random.h"
#include "chess/attacks.h"

using namespace castellan;

namespace {

using AttackFunction = Bitboard (*)(Square, Bitboard);

bool is_perfect(Square square, Bitboard mask, std::uint64_t magic, AttackFunction attacks) {
    std::vector<Bitboard> seen(std::size_t{1} << mask.count());
    std::uint64_t subset = mask.bits();
    for (;;) {
        const Bitboard reached = attacks(square, Bitboard{subset});
        Bitboard& slot = seen[detail::magic_index(Bitboard{subset}, mask, magic)];
        if (slot.any() && slot != reached) return false;
        slot = reached;
        if (subset == 0) return true;
        subset = (subset - 1) & mask.bits();
    }
}

void print_table(const char* name, const detail::SquareTable& masks, AttackFunction attacks) {
    Random random{20261115};
    std::printf("const std::array<std::uint64_t, kSquareCount> %s = {\n", name);
    for (int i = 0; i < kSquareCount; ++i) {
        const auto square = static_cast<Square>(i);
        const Bitboard mask = masks[static_cast<std::size_t>(i)];
        std::uint64_t magic = 0;
        // Sparse numbers spread the mask's bits without carries, so they succeed more often.
        do magic = random.next() & random.next() & random.next();
        while (!is_perfect(square, mask, magic, attacks));
        std::printf("%s0x%016llX,%s", i % 4 == 0 ? "    " : " ",
                    static_cast<unsigned long long>(magic), i % 4 == 3 ? "\n" : "");
    }
    std::printf("};\n");
}

}  // namespace

int main() {
    print_table("kRookMagics", detail::kSliders.rook_masks, rook_attacks);
    print_table("kBishopMagics", detail::kSliders.bishop_masks, bishop_attacks);
}
