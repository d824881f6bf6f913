// Mailbox: a queue between threads; many put in, one takes out.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

namespace castellan {

template <typename T>
class Mailbox {
  public:
    void put(T item) {
        {
            const std::lock_guard lock{mutex_};
            items_.push_back(std::move(item));
        }
        arrived_.notify_one();
    }

    /// Blocks until there is something to take.
    T take() {
        std::unique_lock lock{mutex_};
        arrived_.wait(lock, [this] { return !items_.empty(); });
        T item = std::move(items_.front());
        items_.pop_front();
        return item;
    }

  private:
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::deque<T> items_;
};

}  // namespace castellan
