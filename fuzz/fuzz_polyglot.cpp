// Any bytes as a Polyglot book: refused, or a book that offers legal moves only and round-trips.
#include "book/polyglot_book.h"
#include "book/polyglot_key.h"
#include "chess/legality.h"
#include "fuzz/fuzz_check.h"

using namespace castellan;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto book = PolyglotBook::from_bytes(text_of(data, size));
    if (!book) {
        FUZZ_CHECK(size < 16 && !book.error().message.empty());
        return 0;
    }
    FUZZ_CHECK(book->entries().size() == size / 16);
    // Under the start's key every entry gets its chance to be a move.
    std::vector<PolyglotEntry> entries = book->entries();
    for (PolyglotEntry& entry : entries) entry.key = polyglot_key(Position{});
    const auto again = PolyglotBook::from_bytes(to_polyglot(entries));
    FUZZ_CHECK(again && again->note().empty() && again->entries().size() == entries.size());
    const std::vector<BookMove> moves = again->moves(Position{});
    for (const BookMove& each : moves) FUZZ_CHECK(is_legal(Position{}, each.move));
    Random random{size};
    const auto chosen = choose(moves, random);
    FUZZ_CHECK(!chosen || is_legal(Position{}, *chosen));
    return 0;
}
