#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

namespace castellan {

/// The work that engines' threads post, carried out on the test's own thread when it says so.
class PostedWork {
  public:
    /// What a session or a lobby posts with.
    auto poster() {
        return [this](std::function<void()> work) {
            const std::lock_guard lock{mutex_};
            posted_.push_back(std::move(work));
            arrived_.notify_one();
        };
    }

    /// Waits until something has been posted and carries it out; false if nothing comes.
    bool run_one(std::chrono::seconds patience = std::chrono::seconds{20}) {
        std::unique_lock lock{mutex_};
        const bool has_come =
            arrived_.wait_for(lock, patience, [this] { return !posted_.empty(); });
        EXPECT_TRUE(has_come) << "no engine has answered";
        if (!has_come) return false;
        const auto work = std::move(posted_.front());
        posted_.pop_front();
        lock.unlock();
        work();
        return true;
    }

  private:
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::deque<std::function<void()>> posted_;
};

}  // namespace castellan
