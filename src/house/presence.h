// Presence: which of two people apart are at their boards, and since when one is not.
#pragma once

#include <array>
#include <optional>

#include "base/stopwatch.h"
#include "chess/color.h"

namespace castellan {

class Presence {
  public:
    /// Whoever has been away so long has left.
    static constexpr std::chrono::seconds kHasLeft{60};

    explicit Presence(SteadyTime now) : since_{now, now} {}

    bool is_here(Color side) const { return is_here_[index_of(side)]; }
    /// True if that is news.
    bool set(Color side, bool is_here, SteadyTime now) {
        if (is_here == is_here_[index_of(side)]) return false;
        is_here_[index_of(side)] = is_here;
        since_[index_of(side)] = now;
        return true;
    }
    /// Somebody sits down who was not expected before.
    void begin(Color side, SteadyTime now) { since_[index_of(side)] = now; }
    /// Nothing if it is here.
    std::optional<Milliseconds> away(Color side, SteadyTime now) const {
        if (is_here(side)) return std::nullopt;
        return std::chrono::duration_cast<Milliseconds>(now - since_[index_of(side)]);
    }
    bool has_left(Color side, SteadyTime now) const {
        return away(side, now).value_or(Milliseconds{0}) >= kHasLeft;
    }

  private:
    std::array<bool, 2> is_here_{};
    std::array<SteadyTime, 2> since_;
};

}  // namespace castellan
