// How much memory this machine has.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdint>

namespace castellan {

inline std::int64_t physical_memory_megabytes() {
    const auto pages = static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES));
    const auto page_size = static_cast<std::int64_t>(sysconf(_SC_PAGESIZE));
    return pages * page_size / (1024 * 1024);
}

/// What one table may take of it without pushing everything else out.
inline int spare_memory_megabytes() {
    return static_cast<int>(std::min<std::int64_t>(physical_memory_megabytes() * 3 / 4, 1 << 20));
}

}  // namespace castellan
