// LargeMemory: one big zeroed block for tables, on huge pages where the system grants them.
#pragma once

#include <cstddef>

namespace castellan {

class LargeMemory {
  public:
    LargeMemory() = default;
    /// Empty if the system does not have that much; nothing throws.
    explicit LargeMemory(std::size_t bytes);
    ~LargeMemory();
    LargeMemory(LargeMemory&& other) noexcept;
    LargeMemory& operator=(LargeMemory&& other) noexcept;
    LargeMemory(const LargeMemory&) = delete;
    LargeMemory& operator=(const LargeMemory&) = delete;

    void* data() const { return data_; }
    std::size_t size() const { return size_; }
    explicit operator bool() const { return data_ != nullptr; }

  private:
    void* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace castellan
