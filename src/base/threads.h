// Starting threads where the system may have none left to give.
#pragma once

#include <atomic>
#include <cstddef>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace castellan {

/// Starts work(0), work(1), … on threads of their own: `count` of them, or as many as can be had.
template <typename Work>
std::vector<std::jthread> start_threads(std::size_t count, const Work& work) {
    std::vector<std::jthread> threads;
    threads.reserve(count);
    try {
        for (std::size_t i = 0; i < count; ++i) threads.emplace_back([work, i] { work(i); });
    } catch (const std::system_error&) {
        // Whoever asked gets fewer, and counts them.
    } catch (const std::bad_alloc&) {
        // The same: those that run already may wait for somebody who counts.
    }
    return threads;
}

/// How many of `count` threads could run at the same time now.
inline std::size_t startable_threads(std::size_t count) {
    std::atomic<bool> may_end{false};
    const auto threads = start_threads(count, [&](std::size_t) { may_end.wait(false); });
    may_end.store(true);
    may_end.notify_all();
    return threads.size();
}

}  // namespace castellan
