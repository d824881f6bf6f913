// AlignedVector: numbers that vector instructions can load, each array on a cache line of its own.
#pragma once

#include <new>
#include <vector>

namespace castellan {

inline constexpr std::size_t kCacheLine = 64;

template <typename Value>
struct AlignedAllocator {
    using value_type = Value;

    AlignedAllocator() = default;
    template <typename Other>
    AlignedAllocator(const AlignedAllocator<Other>&) {}

    Value* allocate(std::size_t count) {
        return static_cast<Value*>(
            ::operator new (count * sizeof(Value), std::align_val_t{kCacheLine}));
    }
    void deallocate(Value* memory, std::size_t) {
        ::operator delete (memory, std::align_val_t{kCacheLine});
    }
    friend bool operator==(const AlignedAllocator&, const AlignedAllocator&) { return true; }
};

template <typename Value>
using AlignedVector = std::vector<Value, AlignedAllocator<Value>>;

}  // namespace castellan
