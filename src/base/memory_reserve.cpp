#include "base/memory_reserve.h"

#include <atomic>
#include <new>

namespace castellan {
namespace {

/// The handler has no other way to know it.
std::atomic<void*> reserve = nullptr;

void release_reserve() {
    void* const memory = reserve.exchange(nullptr);
    if (memory == nullptr) throw std::bad_alloc{};
    ::operator delete(memory);
}

}  // namespace

MemoryReserve::MemoryReserve(std::size_t bytes) : bytes_{bytes} {
    refill();
    std::set_new_handler(release_reserve);
}

MemoryReserve::~MemoryReserve() {
    std::set_new_handler(nullptr);
    ::operator delete(reserve.exchange(nullptr));
}

bool MemoryReserve::refill() noexcept {
    if (reserve.load() == nullptr) reserve = ::operator new(bytes_, std::nothrow);
    return reserve.load() != nullptr;
}

}  // namespace castellan
