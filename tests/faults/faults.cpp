#include "tests/faults/faults.h"

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace castellan::faults {
namespace {

struct Fault {
    std::atomic<bool> is_armed = false;
    std::atomic<long> left = 0;
    std::atomic<long> counted = 0;
};
Fault faults[2];
thread_local bool is_exempt = false;

Fault& fault(Kind kind) { return faults[static_cast<int>(kind)]; }

bool fails_now(Kind kind) {
    Fault& one = fault(kind);
    if (is_exempt || !one.is_armed.load(std::memory_order_relaxed)) return false;
    one.counted.fetch_add(1);
    return one.left.fetch_sub(1) == 0;
}

/// What a heap that is used up still has: what its program gave back. It lasts for a while.
std::atomic<std::ptrdiff_t> left_on_heap = 0;
std::atomic<int> failures_to_come = 0;
constexpr int kFailuresInARow = 300;

bool is_refused(std::size_t size) {
    if (is_exempt) return false;
    if (failures_to_come.load() <= 0 && !fails_now(Kind::allocation)) return false;
    if (failures_to_come.load() <= 0) {
        failures_to_come = kFailuresInARow;
        left_on_heap = 0;
    }
    --failures_to_come;
    return left_on_heap.fetch_sub(static_cast<std::ptrdiff_t>(size)) <
           static_cast<std::ptrdiff_t>(size);
}

}  // namespace

void fail_after(Kind kind, long before) {
    fault(kind).left = before;
    fault(kind).counted = 0;
    fault(kind).is_armed = true;
}

long disarm(Kind kind) {
    fault(kind).is_armed = false;
    return fault(kind).counted;
}

void exempt_this_thread() { is_exempt = true; }

}  // namespace castellan::faults

namespace {

void* allocate(std::size_t size, std::size_t alignment) {
    // As the standard wants it: the handler may find some memory, or throws.
    while (castellan::faults::is_refused(size)) {
        const std::new_handler handler = std::get_new_handler();
        if (handler == nullptr) throw std::bad_alloc{};
        handler();
        constexpr std::ptrdiff_t kReserve = 4 * 1024 * 1024;
        castellan::faults::left_on_heap = kReserve;
    }
    const std::size_t rounded = (size + alignment) / alignment * alignment;
    void* const memory = std::aligned_alloc(alignment, rounded);
    if (memory == nullptr) throw std::bad_alloc{};
    return memory;
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*start)(void*), void* argument) {
    using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
    if (castellan::faults::fails_now(castellan::faults::Kind::thread_start)) return EAGAIN;
    return create(thread, attributes, start, argument);
}
