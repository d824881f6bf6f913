#include "play/engine_pool.h"

#include <algorithm>
#include <tuple>

namespace castellan {

/// One side of one game; it has no engine but while it thinks.
class EnginePool::Guest final : public Player {
  public:
    Guest(EnginePool& pool, std::optional<int> elo, PoolClient client)
        : pool_{pool}, elo_{elo}, client_{client} {}

    ClientStatus start_game(const GameStart& start) override {
        seed_ = start.seed;
        return {};
    }
    Answer answer(const Turn& turn) override {
        Engine* const engine = pool_.borrow(elo_, client_, turn.stop);
        if (engine == nullptr) return {.kind = AnswerKind::interrupted};
        // Another game may have been played with it since.
        (void)engine->player->start_game({turn.game.start(), {}, seed_});
        Answer answer = engine->player->answer(turn);
        pool_.give_back(*engine);
        return answer;
    }
    bool end_game(PgnResult, std::string_view) override { return true; }

  private:
    EnginePool& pool_;
    std::optional<int> elo_;
    PoolClient client_;
    std::uint64_t seed_ = 0;
};

EnginePool::EnginePool(int engines) : engines_(static_cast<std::size_t>(engines)) {}

std::unique_ptr<Player> EnginePool::player(std::optional<int> elo, PoolClient client) {
    return std::make_unique<Guest>(*this, elo, client);
}

EnginePool::Engine* EnginePool::borrow(std::optional<int> elo, PoolClient client,
                                       const std::stop_token& stop) {
    std::unique_lock lock{mutex_};
    const Ticket ticket{client, ++clock_};
    waiting_.push_back(ticket);
    Engine* engine = nullptr;
    const bool is_served = changed_.wait(lock, stop, [&] {
        if (!is_next(ticket)) return false;
        engine = free_engine(elo);
        return engine != nullptr;
    });
    std::erase_if(waiting_, [&](const Ticket& one) { return one.number == ticket.number; });
    if (is_served) {
        engine->is_busy = true;
        last_served_[client] = ++clock_;
        // Clients come and go; who has not been here for long needs no record.
        constexpr std::uint64_t kRemembered = 10'000;
        std::erase_if(last_served_,
                      [&](const auto& one) { return one.second + kRemembered < clock_; });
    }
    changed_.notify_all();
    if (!is_served) return nullptr;
    lock.unlock();
    if (engine->player == nullptr || engine->elo != elo) {
        engine->player = std::make_unique<CastellanPlayer>(elo);
        engine->elo = elo;
    }
    return engine;
}

void EnginePool::give_back(Engine& engine) {
    const std::lock_guard lock{mutex_};
    engine.is_busy = false;
    changed_.notify_all();
}

bool EnginePool::is_next(const Ticket& ticket) const {
    const auto rank = [&](const Ticket& one) {
        const auto served = last_served_.find(one.client);
        return std::tuple{served == last_served_.end() ? 0 : served->second, one.number};
    };
    return std::ranges::all_of(waiting_,
                               [&](const Ticket& other) { return rank(ticket) <= rank(other); });
}

/// One that has played at this level before, if it can be.
EnginePool::Engine* EnginePool::free_engine(std::optional<int> elo) {
    Engine* found = nullptr;
    for (Engine& engine : engines_) {
        if (engine.is_busy) continue;
        if (engine.player != nullptr && engine.elo == elo) return &engine;
        if (found == nullptr) found = &engine;
    }
    return found;
}

}  // namespace castellan
