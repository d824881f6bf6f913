#include "eval/nnue/network_file.h"

#include <cstdio>

// The assembler copies the file into the program.
asm(".pushsection .rodata\n"
    ".balign 64\n"
    ".global castellan_network_begin\n"
    "castellan_network_begin:\n"
    ".incbin \"" CASTELLAN_NETWORK
    "\"\n"
    ".global castellan_network_end\n"
    "castellan_network_end:\n"
    ".byte 0\n"
    ".popsection\n");
extern "C" const std::uint8_t castellan_network_begin[];
extern "C" const std::uint8_t castellan_network_end[];

namespace castellan::nnue {

Result<std::shared_ptr<const Network>, NetworkFileError> load_network(const std::string& path) {
    std::FILE* const file = std::fopen(path.c_str(), "rb");
    if (file == nullptr) return fail(NetworkFileError::cannot_read, "cannot open " + path);
    // A network is a few megabytes; whatever is larger is something else.
    constexpr std::size_t kMostBytes = 16 * 1024 * 1024;
    Bytes bytes(kMostBytes);
    bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file));
    const bool has_failed = std::ferror(file) != 0;
    std::fclose(file);
    if (has_failed) return fail(NetworkFileError::cannot_read, "cannot read " + path);
    auto network = Network::parse(bytes);
    if (!network) return fail(NetworkFileError::unusable, path + ": " + network.error().message);
    return std::make_shared<const Network>(std::move(*network));
}

Result<std::shared_ptr<const Network>, NetworkFileError> network_named(const std::string& name) {
    if (name.empty()) return embedded_network();
    if (name == "classical") return nullptr;
    return load_network(name);
}

std::shared_ptr<const Network> embedded_network() {
    // Read once; whoever asks shares it.
    static const std::shared_ptr<const Network> network = [] {
        const auto parsed = Network::parse({castellan_network_begin, castellan_network_end});
        return parsed ? std::make_shared<const Network>(*parsed) : nullptr;
    }();
    return network;
}

}  // namespace castellan::nnue
