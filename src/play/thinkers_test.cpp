#include "play/thinkers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <semaphore>

namespace castellan {
namespace {

using namespace std::chrono_literals;

/// Does what the test says, each time it is its turn.
class Task final : public Thinking {
  public:
    explicit Task(std::function<void(const std::stop_token&)> work) : work_{std::move(work)} {}
    void think() noexcept override { work_(stop_.get_token()); }
    void hurry() noexcept override { stop_.request_stop(); }

  private:
    std::function<void(const std::stop_token&)> work_;
    std::stop_source stop_;
};

std::unique_ptr<Thinking> task(std::function<void(const std::stop_token&)> work) {
    return std::make_unique<Task>(std::move(work));
}

/// Thinks until it is told to hurry, and says so.
class Dreamer {
  public:
    std::unique_ptr<Thinking> thinking() {
        return task([this](const std::stop_token& stop) {
            const Stopwatch watch;
            begun.release();
            while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
            seconds = watch.seconds();
            ended.release();
        });
    }
    std::binary_semaphore begun{0};
    std::binary_semaphore ended{0};
    double seconds = 0;
};

constexpr ThinkersSettings kBounded{.threads = {1, 1, 1}, .longest = 2'000ms, .round = 500ms};

TEST(Thinkers, QuickOnesDoNotWaitBehindDeepOnes) {
    Thinkers thinkers{kBounded};
    Dreamer dreamer;
    std::binary_semaphore done{0};
    auto& deep = thinkers.seat(dreamer.thinking(), Lane::deep, 1);
    auto& quick = thinkers.seat(task([&](const auto&) { done.release(); }), Lane::quick, 2);
    thinkers.call(deep, 1s);
    dreamer.begun.acquire();
    thinkers.call(quick, 1s);
    EXPECT_TRUE(done.try_acquire_for(1s));
    EXPECT_FALSE(dreamer.ended.try_acquire());
    thinkers.leave(quick);
    thinkers.leave(deep);
}

TEST(Thinkers, ASearchIsBoundedAndShorterWhileOthersWait) {
    Thinkers thinkers{kBounded};
    Dreamer alone;
    auto& first = thinkers.seat(alone.thinking(), Lane::deep, 1);
    thinkers.call(first, 1s);
    alone.ended.acquire();
    EXPECT_GE(alone.seconds, 1.9);
    EXPECT_LT(alone.seconds, 4);
    Dreamer before_another;
    auto& second = thinkers.seat(before_another.thinking(), Lane::deep, 2);
    auto& third = thinkers.seat(task([](const auto&) {}), Lane::deep, 3);
    thinkers.call(second, 1s);
    before_another.begun.acquire();
    thinkers.call(third, 1s);
    before_another.ended.acquire();
    EXPECT_GE(before_another.seconds, 0.1);
    EXPECT_LT(before_another.seconds, 1.5) << "half a round, with one thread and one who waits";
    for (auto* desk : {&first, &second, &third}) thinkers.leave(*desk);
}

TEST(Thinkers, WhatNobodyWatchesEndsSoon) {
    Thinkers thinkers{kBounded};
    Dreamer dreamer;
    auto& desk = thinkers.seat(dreamer.thinking(), Lane::deep, 1);
    thinkers.call(desk, 1s);
    dreamer.begun.acquire();
    thinkers.set_watched(desk, false);
    dreamer.ended.acquire();
    EXPECT_LT(dreamer.seconds, 1.5);
    thinkers.leave(desk);
}

/// While one thinks, `calls` are made; in which order do they get their turns?
std::vector<int> order_of(const std::vector<std::pair<ThinkingFor, Milliseconds>>& calls) {
    Thinkers thinkers{{.threads = {1, 1, 1}, .longest = {}, .round = 1'000ms}};
    std::binary_semaphore gate{0};
    std::binary_semaphore closed{0};
    std::counting_semaphore<64> done{0};
    std::vector<int> order;
    auto& blocker = thinkers.seat(task([&](const auto&) {
                                      closed.release();
                                      gate.acquire();
                                  }),
                                  Lane::deep, 1'000);
    thinkers.call(blocker, 0ms);
    closed.acquire();
    std::vector<Thinkers::Desk*> desks;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        desks.push_back(&thinkers.seat(task([&, i](const auto&) {
                                           order.push_back(static_cast<int>(i));
                                           done.release();
                                       }),
                                       Lane::deep, calls[i].first));
        thinkers.call(*desks.back(), calls[i].second);
    }
    EXPECT_EQ(thinkers.waiting(Lane::deep), calls.size());
    gate.release();
    for (std::size_t i = 0; i < calls.size(); ++i) done.acquire();
    thinkers.leave(blocker);
    for (Thinkers::Desk* const desk : desks) thinkers.leave(*desk);
    return order;
}

TEST(Thinkers, WhoAsksMuchWaitsBehindWhoAsksLittle) {
    EXPECT_EQ(order_of({{1, 1s}, {1, 1s}, {1, 1s}, {2, 1s}}), (std::vector{0, 3, 1, 2}));
}

TEST(Thinkers, WhoHasLittleTimeComesFirst) {
    EXPECT_EQ(order_of({{1, 900ms}, {2, 600ms}, {3, 10ms}}), (std::vector{2, 1, 0}));
}

TEST(Thinkers, WhatEndsSlowlyHoldsNobodyUp) {
    Thinkers thinkers{kBounded};
    struct Slow final : Thinking {
        explicit Slow(std::atomic<bool>& gone) : is_gone{gone} {}
        ~Slow() override {
            std::this_thread::sleep_for(300ms);
            is_gone = true;
        }
        void think() noexcept override {}
        void hurry() noexcept override {}
        std::atomic<bool>& is_gone;
    };
    std::atomic<bool> is_gone = false;
    auto& desk = thinkers.seat(std::make_unique<Slow>(is_gone), Lane::program, 1);
    const Stopwatch watch;
    thinkers.leave(desk);
    EXPECT_LT(watch.seconds(), 0.2);
    EXPECT_FALSE(is_gone);
    while (!is_gone && watch.seconds() < 10) std::this_thread::sleep_for(5ms);
    EXPECT_TRUE(is_gone);
}

}  // namespace
}  // namespace castellan
