#include "base/large_memory.h"

#include <sys/mman.h>

#include <utility>

namespace castellan {

LargeMemory::LargeMemory(std::size_t bytes) {
    void* const block =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) return;
    madvise(block, bytes, MADV_HUGEPAGE);  // only a wish: small pages work too
    data_ = block;
    size_ = bytes;
}

LargeMemory::~LargeMemory() {
    if (data_ != nullptr) munmap(data_, size_);
}

LargeMemory::LargeMemory(LargeMemory&& other) noexcept
    : data_{std::exchange(other.data_, nullptr)}, size_{std::exchange(other.size_, 0)} {}

LargeMemory& LargeMemory::operator=(LargeMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
}

}  // namespace castellan
