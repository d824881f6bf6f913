// Many threads make numbered things; one taker gets them in the order of their numbers.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace castellan {

/// Results as they are finished, for one taker who wants them in order.
template <typename Thing>
class FinishedThings {
  public:
    void put(std::uint64_t number, std::optional<Thing> thing) {
        const std::scoped_lock lock{mutex_};
        things_.emplace(number, std::move(thing));
        arrived_.notify_one();
    }

    /// Waits for this one.
    std::optional<Thing> take(std::uint64_t number) {
        std::unique_lock lock{mutex_};
        arrived_.wait(lock, [&] { return things_.contains(number); });
        return std::move(things_.extract(number).mapped());
    }

  private:
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::map<std::uint64_t, std::optional<Thing>> things_;
};

struct NumberRange {
    std::uint64_t first;
    std::uint64_t end;
};

/// Each thread gets a maker of its own from `new_maker()`; `maker(number, stop)` makes a thing, or
/// nothing if it was stopped. `sink(thing)`, on the calling thread, says whether to go on.
template <typename Thing, typename NewMaker, typename Sink>
void make_in_order(NumberRange numbers, int threads, const std::stop_token& stop,
                   const NewMaker& new_maker, const Sink& sink) {
    std::stop_source enough;
    const std::stop_callback pass_on{stop, [&] { enough.request_stop(); }};
    std::atomic<std::uint64_t> next{numbers.first};
    FinishedThings<Thing> finished;

    // A thread that is stopped still puts "nothing" under its number: the taker, who goes through
    // the numbers in order, meets the first of them and ends; nobody waits for ever.
    std::vector<std::jthread> makers;
    for (int i = 0; i < threads; ++i)
        makers.emplace_back([&] {
            auto make = new_maker();
            for (std::uint64_t number = next++; number < numbers.end; number = next++) {
                std::optional<Thing> thing = make(number, enough.get_token());
                const bool was_stopped = !thing;
                finished.put(number, std::move(thing));
                if (was_stopped) return;
            }
        });
    for (std::uint64_t number = numbers.first; number < numbers.end; ++number) {
        const std::optional<Thing> thing = finished.take(number);
        if (!thing || !sink(*thing)) break;
    }
    enough.request_stop();
}

}  // namespace castellan
