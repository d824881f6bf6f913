#include "play/thinkers.h"

#include <algorithm>

namespace castellan {
namespace {

/// A search gets as much even if many wait, or if nobody watches.
constexpr Milliseconds kShortest{100};

}  // namespace

class Thinkers::Desk {
  public:
    std::unique_ptr<Thinking> thinking;
    Lane lane;
    ThinkingFor whom;
    SteadyTime due{};    // when it should have had its turn
    SteadyTime began{};  // its turn
    bool is_waiting = false;
    bool is_thinking = false;
    bool is_hurried = false;  // in this turn
    bool is_watched = true;
    bool is_leaving = false;
};

Thinkers::Thinkers(ThinkersSettings settings) : settings_{settings} {
    try {
        for (const Lane lane : {Lane::quick, Lane::deep, Lane::program})
            for (int i = 0; i < settings_.threads[static_cast<std::size_t>(lane)]; ++i)
                threads_.emplace_back([this, lane] { work(lane); });
        if (settings_.longest) threads_.emplace_back([this] { keep_time(); });
    } catch (...) {
        close();
        throw;
    }
}

Thinkers::~Thinkers() { close(); }

void Thinkers::close() noexcept {
    {
        const std::lock_guard lock{mutex_};
        is_closing_ = true;
        for (auto& bell : bells_) bell.notify_all();
        time_changed_.notify_all();
    }
    threads_.clear();
}

Thinkers::Desk& Thinkers::seat(std::unique_ptr<Thinking> thinking, Lane lane, ThinkingFor whom) {
    auto desk = std::make_unique<Desk>(Desk{std::move(thinking), lane, whom});
    const std::lock_guard lock{mutex_};
    desks_.push_back(std::move(desk));
    return *desks_.back();
}

void Thinkers::call(Desk& desk, Milliseconds patience) {
    const std::lock_guard lock{mutex_};
    // Whoever asks for many at a time takes several rounds.
    const auto others = std::ranges::count_if(desks_, [&](const auto& other) {
        return other.get() != &desk && other->whom == desk.whom && other->lane == desk.lane &&
               (other->is_waiting || other->is_thinking);
    });
    desk.due = SteadyClock::now() + std::min(patience, settings_.round) + others * settings_.round;
    desk.is_waiting = true;
    bell(desk.lane).notify_one();
    time_changed_.notify_one();
}

void Thinkers::set_watched(Desk& desk, bool is_watched) {
    const std::lock_guard lock{mutex_};
    desk.is_watched = is_watched;
    time_changed_.notify_one();
}

void Thinkers::leave(Desk& desk) noexcept {
    const std::lock_guard lock{mutex_};
    desk.is_leaving = true;
    if (desk.is_thinking) desk.thinking->hurry();
    bell(desk.lane).notify_one();
}

std::size_t Thinkers::waiting(Lane lane) const {
    const std::lock_guard lock{mutex_};
    return count_waiting(lane);
}

std::size_t Thinkers::count_waiting(Lane lane) const {
    return static_cast<std::size_t>(std::ranges::count_if(desks_, [&](const auto& desk) {
        return desk->lane == lane && desk->is_waiting && !desk->is_leaving;
    }));
}

/// Who leaves makes room first; then whoever is due first.
Thinkers::Desk* Thinkers::next(Lane lane) const {
    Desk* first = nullptr;
    for (const auto& desk : desks_) {
        if (desk->lane != lane || desk->is_thinking) continue;
        if (desk->is_leaving) return desk.get();
        if (desk->is_waiting && (first == nullptr || desk->due < first->due)) first = desk.get();
    }
    return first;
}

void Thinkers::work(Lane lane) {
    std::unique_lock lock{mutex_};
    for (;;) {
        Desk* desk = nullptr;
        bell(lane).wait(lock, [&] { return (desk = next(lane)) != nullptr || is_closing_; });
        if (desk == nullptr) return;
        if (desk->is_leaving) {
            const auto place =
                std::ranges::find(desks_, desk, [](const auto& one) { return one.get(); });
            const std::unique_ptr<Desk> gone = std::exchange(*place, std::move(desks_.back()));
            desks_.pop_back();
            lock.unlock();
            gone->thinking.reset();
            lock.lock();
            continue;
        }
        desk->is_waiting = false;
        desk->is_thinking = true;
        desk->is_hurried = false;
        desk->began = SteadyClock::now();
        time_changed_.notify_one();
        lock.unlock();
        desk->thinking->think();
        lock.lock();
        desk->is_thinking = false;
    }
}

/// Nothing if it may think as long as it likes.
std::optional<SteadyTime> Thinkers::end_of_turn(const Desk& desk) const {
    if (!desk.is_thinking || desk.is_hurried) return std::nullopt;
    Milliseconds longest = *settings_.longest;
    const auto threads =
        static_cast<Milliseconds::rep>(settings_.threads[static_cast<std::size_t>(desk.lane)]);
    const auto waiting = static_cast<Milliseconds::rep>(count_waiting(desk.lane));
    if (waiting > 0) longest = settings_.round * threads / (threads + waiting);
    if (!desk.is_watched) longest = kShortest;
    return desk.began + std::max(longest, kShortest);
}

void Thinkers::keep_time() {
    std::unique_lock lock{mutex_};
    while (!is_closing_) {
        const SteadyTime now = SteadyClock::now();
        std::optional<SteadyTime> next_end;
        for (const auto& desk : desks_) {
            const auto end = end_of_turn(*desk);
            if (!end) continue;
            if (*end <= now) {
                desk->is_hurried = true;
                desk->thinking->hurry();
            } else if (!next_end || *end < *next_end) {
                next_end = end;
            }
        }
        if (next_end)
            time_changed_.wait_until(lock, *next_end);
        else
            time_changed_.wait(lock);
    }
}

}  // namespace castellan
