// Any text as an EPD line: refused, or written and read again without change.
#include "chess/notation/epd.h"
#include "fuzz/fuzz_check.h"

using namespace castellan;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto record = parse_epd(text_of(data, size));
    if (!record) {
        FUZZ_CHECK(!record.error().message.empty());
        return 0;
    }
    for (const char* const opcode : {"bm", "am", "sm", "pv"})
        if (const auto moves = epd_moves(*record, opcode); !moves)
            FUZZ_CHECK(!moves.error().message.empty());
    const std::string text = to_epd(*record);
    const auto again = parse_epd(text);
    FUZZ_CHECK(again);
    FUZZ_CHECK(to_epd(*again) == text);
    return 0;
}
