// EnginePool: a few Castellans that many games share, so that what a server works and remembers is
// bounded. Whoever was served longest ago comes first; a game meets its own engine again, with all
// that it has learnt, unless too many others have played since.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>

#include "play/castellan_player.h"

namespace castellan {

/// On whose behalf an engine thinks: a connection, or whatever else should get its fair share.
using PoolClient = std::uint64_t;

struct EnginePoolSettings {
    int searches = 2;  // at the same time
    int engines = 4;   // kept for their games, each with a table of its own
    EngineSettings engine{};
};

class EnginePool {
  public:
    explicit EnginePool(EnginePoolSettings settings);

    /// One side of one game; without an Elo, full strength. It must not outlive the pool.
    std::unique_ptr<Player> player(std::optional<int> elo, PoolClient client);

  private:
    class Guest;

    /// A player that is kept, and the guest whose game it knows.
    struct Place {
        std::uint64_t guest = 0;
        std::optional<int> elo{};
        std::unique_ptr<CastellanPlayer> player;  // made when it is first needed
        std::uint64_t last_used = 0;
        bool is_busy = false;
    };
    /// Whoever waits; it lives on the waiting thread.
    struct Ticket {
        const Guest& guest;
        std::uint64_t number;
        Place* place = nullptr;  // the one that it gets
        std::condition_variable_any served{};
    };

    /// Blocks until it is this guest's turn; nullptr if it is stopped before.
    Place* borrow(const Guest& guest, const std::stop_token& stop);
    void give_back(Place& place);
    void serve_waiting();
    Place* free_place(const Guest& guest);

    EnginePoolSettings settings_;
    std::mutex mutex_;  // guards everything below
    std::vector<Place> places_;
    int searching_ = 0;
    std::vector<Ticket*> waiting_;
    std::map<PoolClient, std::uint64_t> last_served_;
    std::uint64_t clock_ = 0;
    std::uint64_t guests_ = 0;
};

}  // namespace castellan
