// How much memory this machine has.
#pragma once

#include <unistd.h>

#include <cstdint>

namespace castellan {

inline std::int64_t physical_memory_megabytes() {
    const auto pages = static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES));
    const auto page_size = static_cast<std::int64_t>(sysconf(_SC_PAGESIZE));
    return pages * page_size / (1024 * 1024);
}

}  // namespace castellan
