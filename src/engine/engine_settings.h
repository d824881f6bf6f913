// EngineSettings: what an engine thinks with, chosen once for all its games.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "book/polyglot_book.h"
#include "eval/nnue/network_file.h"
#include "tablebase/tablebase.h"

namespace castellan {

struct EngineSettings {
    int hash_megabytes = 16;
    int threads = 1;
    std::shared_ptr<const nnue::Network> network = nnue::embedded_network();  // none: classical
    Tablebase::Pointer tables{};                                              // none: not used
    std::shared_ptr<const PolyglotBook> book{};                               // none: not used
    std::optional<std::uint64_t> nodes{};  // no move takes more; a game can then be repeated
};

}  // namespace castellan
