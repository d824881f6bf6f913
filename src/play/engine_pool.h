// EnginePool: a few Castellans that many games share, so that what a server remembers is bounded. A
// game meets its own engine again, with all that it has learnt, unless too many others have played
// since.
#pragma once

#include <mutex>

#include "play/castellan_player.h"

namespace castellan {

struct EnginePoolSettings {
    // Of either, never fewer than think at the same time.
    int engines = 4;  // at full strength, each with a table of its own
    int levels = 4;   // which remember nothing
    EngineSettings engine{};
};

class EnginePool {
  public:
    explicit EnginePool(EnginePoolSettings settings);

    /// One side of one game; without an Elo, full strength. It must not outlive the pool.
    std::unique_ptr<Player> player(std::optional<int> elo);

  private:
    class Guest;
    class Lease;

    /// A player that is kept, and the guest whose game it knows.
    struct Place {
        std::uint64_t guest = 0;
        std::unique_ptr<CastellanPlayer> player;  // made when it is first needed
        std::uint64_t last_used = 0;
        bool is_busy = false;
    };

    Place& borrow(const Guest& guest);
    void give_back(Place& place) noexcept;

    EnginePoolSettings settings_;
    std::mutex mutex_;  // guards what follows; whoever has borrowed a place has it alone
    std::vector<Place> engines_;
    std::vector<Place> levels_;
    std::uint64_t clock_ = 0;
    std::uint64_t guests_ = 0;
};

}  // namespace castellan
