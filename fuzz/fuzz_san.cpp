// A FEN on the first line, and any text behind it as moves in SAN and coordinate notation.
#include "base/text.h"
#include "chess/legality.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"
#include "fuzz/fuzz_check.h"

using namespace castellan;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = text_of(data, size);
    const auto line_end = text.find('\n');
    Position position = parse_fen(text.substr(0, line_end)).value_or(Position{});
    if (line_end == std::string_view::npos) return 0;

    // Each line behind the first is one move, so that blanks inside a move are tried too.
    std::string_view rest = text.substr(line_end + 1);
    while (!rest.empty()) {
        const auto end = rest.find('\n');
        const std::string_view move_text = rest.substr(0, end);
        rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);

        const auto coordinate = parse_coordinate(position, move_text);
        FUZZ_CHECK(!coordinate || is_legal(position, *coordinate));
        const auto move = parse_san(position, move_text);
        if (!move) {
            FUZZ_CHECK(!move.error().message.empty());
            continue;
        }
        FUZZ_CHECK(is_legal(position, *move));
        const auto again = parse_san(position, to_san(position, *move));
        FUZZ_CHECK(again && *again == *move);
        position = position.after(*move);
    }
    return 0;
}
