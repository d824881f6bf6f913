// EnginePool: a few Castellans that many games share, so that what a server works and remembers is
// bounded. Whoever was served longest ago comes first.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>

#include "play/castellan_player.h"

namespace castellan {

/// On whose behalf an engine thinks: a connection, or whatever else should get its fair share.
using PoolClient = std::uint64_t;

class EnginePool {
  public:
    explicit EnginePool(int engines);

    /// Without an Elo, full strength. It must not outlive the pool.
    std::unique_ptr<Player> player(std::optional<int> elo, PoolClient client);

  private:
    class Guest;

    struct Engine {
        std::optional<int> elo;
        std::unique_ptr<CastellanPlayer> player;  // made when it is first needed
        bool is_busy = false;
    };
    /// Whoever waits; it lives on the waiting thread.
    struct Ticket {
        PoolClient client;
        std::optional<int> elo;
        std::uint64_t number;
        Engine* engine = nullptr;  // the one that it gets
        std::condition_variable_any served{};
    };

    /// Blocks until it is this client's turn; nullptr if it is stopped before.
    Engine* borrow(std::optional<int> elo, PoolClient client, const std::stop_token& stop);
    void give_back(Engine& engine);
    void serve_waiting();
    Engine* free_engine(std::optional<int> elo);

    std::mutex mutex_;  // guards everything below
    std::vector<Engine> engines_;
    std::vector<Ticket*> waiting_;
    std::map<PoolClient, std::uint64_t> last_served_;
    std::uint64_t clock_ = 0;
};

}  // namespace castellan
