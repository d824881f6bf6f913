#include "fuzz/fuzz_conversation.h"
#include "uci/uci_server.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    castellan::converse<castellan::UciServer>(text_of(data, size));
    return 0;
}
