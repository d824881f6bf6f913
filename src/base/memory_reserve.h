// MemoryReserve: memory set aside for the moment when there is none. What fails then gets it, so
// that what has begun can end; and nothing more should be begun until it is there again. Not
// everything can be cut short: nlohmann's JSON allocates even in its destructors.
#pragma once

#include <cstddef>

namespace castellan {

/// One in a program. While it lives it is the handler of failed allocations.
class MemoryReserve {
  public:
    explicit MemoryReserve(std::size_t bytes);
    MemoryReserve(const MemoryReserve&) = delete;
    MemoryReserve& operator=(const MemoryReserve&) = delete;
    ~MemoryReserve();

    /// Sets it aside again if it was used; false if it cannot be had.
    bool refill() noexcept;

  private:
    std::size_t bytes_;
};

}  // namespace castellan
