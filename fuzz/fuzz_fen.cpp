// Any text as a FEN: refused with a reason, or a position that holds together and round-trips.
#include "chess/legality.h"
#include "chess/movegen.h"
#include "chess/notation/fen.h"
#include "fuzz/fuzz_check.h"

using namespace castellan;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto position = parse_fen(text_of(data, size));
    if (!position) {
        FUZZ_CHECK(!position.error().message.empty());
        return 0;
    }
    FUZZ_CHECK(position->is_consistent());
    for (const CastlingStyle castling : {CastlingStyle::xfen, CastlingStyle::shredder}) {
        const std::string fen = to_fen(*position, {.castling = castling});
        const auto again = parse_fen(fen);
        FUZZ_CHECK(again && again->repeats(*position));
        FUZZ_CHECK(to_fen(*again, {.castling = castling}) == fen);
    }
    const MoveList moves = legal_moves(*position);
    FUZZ_CHECK(static_cast<int>(moves.size()) == count_legal_moves(*position));
    for (const Move move : moves) {
        FUZZ_CHECK(is_legal(*position, move));
        const Position next = position->after(move);
        FUZZ_CHECK(next.is_consistent());
        FUZZ_CHECK(gives_check(*position, move) == next.in_check());
    }
    return 0;
}
