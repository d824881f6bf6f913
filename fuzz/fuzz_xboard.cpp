#include "fuzz/fuzz_conversation.h"
#include "xboard/xboard_server.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    castellan::converse<castellan::XboardServer>(text_of(data, size));
    return 0;
}
