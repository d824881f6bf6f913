// Any text as a PGN file: whatever it holds, what is written from it reads the same again, and all
// levels of detail see the same games.
#include "base/utf8.h"
#include "chess/pgn/annotation.h"
#include "chess/pgn/pgn_reader.h"
#include "chess/pgn/pgn_writer.h"
#include "fuzz/fuzz_check.h"

using namespace castellan;

namespace {

std::size_t count_games(std::string_view text, PgnDetail detail) {
    PgnReader reader{source_of(text), detail};
    std::size_t games = 0;
    while (reader.next()) ++games;
    return games;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = text_of(data, size);
    std::size_t games = 0;
    PgnReader reader{source_of(text)};
    while (const auto game = reader.next()) {
        ++games;
        for (const PgnNode& node : game->nodes) {
            FUZZ_CHECK(is_valid_utf8(node.comment));
            clock_in(node.comment);
            eval_in(node.comment);
            without_commands(node.comment);
        }
        const std::string written = to_pgn(*game);
        PgnReader second{source_of(written)};
        const auto again = second.next();
        FUZZ_CHECK(again);
        FUZZ_CHECK(again->nodes.size() == game->nodes.size());
        FUZZ_CHECK(to_pgn(*again) == written);
        FUZZ_CHECK(!second.next());
    }
    FUZZ_CHECK(count_games(text, PgnDetail::main_line) == games);
    FUZZ_CHECK(count_games(text, PgnDetail::headers) == games);
    return 0;
}
