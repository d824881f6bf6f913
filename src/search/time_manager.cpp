#include "search/time_manager.h"

#include <algorithm>

#include "search/params.h"

namespace castellan {
namespace {

/// What a busy machine may take away at once. Of a clock that is lower, half is kept.
constexpr Milliseconds kReserve{150};
/// So much is thought however long the question has waited, if the move would get as much at all.
constexpr Milliseconds kLeastAfterWaiting{50};

Milliseconds after_waiting(Milliseconds time, Milliseconds waited) {
    return std::max(time - waited, std::min(time, kLeastAfterWaiting));
}

}  // namespace

TimeManager::TimeManager(const Limits& limits, const std::atomic<std::uint64_t>& nodes)
    : watch_{limits.watch}, nodes_{nodes}, nodes_per_second_{limits.nodes_per_second} {
    if (limits.move_time)
        hard_ = after_waiting(std::max(*limits.move_time - limits.overhead, Milliseconds{1}),
                              limits.waited);
    if (!limits.clock) return;

    const ClockLimit& clock = *limits.clock;
    const Milliseconds reserve = std::min(kReserve, clock.left / 2);
    const Milliseconds left = std::max(clock.left - limits.overhead - reserve, Milliseconds{1});
    // Without a control to reach, the rest of the game is taken to be equally long, always anew.
    const int moves = std::clamp(clock.moves_to_go.value_or(params::kMovesToGo), 1, 50);
    // The increment pays for the move, unless the clock has to recover first.
    const Milliseconds share =
        left / moves + std::min(clock.increment * params::kIncrementShare / 100, left / 4);
    // The last move before a control may use what is there; otherwise never more than half of it.
    const Milliseconds most = moves == 1 ? left * 9 / 10 : left / 2;
    const auto allotted = [&](int percent) {
        return after_waiting(std::max(std::min(share * percent / 100, most), Milliseconds{1}),
                             limits.waited);
    };
    soft_ = allotted(params::kSoftShare);
    const Milliseconds hard = allotted(params::kHardShare);
    hard_ = hard_ ? std::min(*hard_, hard) : hard;
}

}  // namespace castellan
