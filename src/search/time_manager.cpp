#include "search/time_manager.h"

#include <algorithm>

#include "search/params.h"

namespace castellan {
namespace {

/// What a busy machine may take away at once. Of a clock that is lower, half is kept.
constexpr Milliseconds kReserve{150};

}  // namespace

TimeManager::TimeManager(const Limits& limits, const std::atomic<std::uint64_t>& nodes)
    : watch_{limits.watch}, nodes_{nodes}, nodes_per_second_{limits.nodes_per_second} {
    if (limits.move_time) hard_ = std::max(*limits.move_time - limits.overhead, Milliseconds{1});
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
    soft_ = std::max(std::min(share * params::kSoftShare / 100, most), Milliseconds{1});
    const Milliseconds hard =
        std::max(std::min(share * params::kHardShare / 100, most), Milliseconds{1});
    hard_ = hard_ ? std::min(*hard_, hard) : hard;
}

}  // namespace castellan
