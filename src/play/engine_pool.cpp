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
    Ticket ticket{client, elo, ++clock_};
    waiting_.push_back(&ticket);
    serve_waiting();
    if (!ticket.served.wait(lock, stop, [&] { return ticket.engine != nullptr; })) {
        std::erase(waiting_, &ticket);
        return nullptr;
    }
    lock.unlock();
    Engine& engine = *ticket.engine;
    if (engine.player == nullptr || engine.elo != elo) {
        engine.player = std::make_unique<CastellanPlayer>(elo);
        engine.elo = elo;
    }
    return &engine;
}

void EnginePool::give_back(Engine& engine) {
    const std::lock_guard lock{mutex_};
    engine.is_busy = false;
    serve_waiting();
}

/// Only those who get an engine are woken: hundreds may be waiting.
void EnginePool::serve_waiting() {
    const auto rank = [&](const Ticket* ticket) {
        const auto served = last_served_.find(ticket->client);
        return std::tuple{served == last_served_.end() ? 0 : served->second, ticket->number};
    };
    while (!waiting_.empty()) {
        const auto next = std::ranges::min_element(waiting_, {}, rank);
        Ticket& ticket = **next;
        ticket.engine = free_engine(ticket.elo);
        if (ticket.engine == nullptr) return;
        ticket.engine->is_busy = true;
        waiting_.erase(next);
        last_served_[ticket.client] = ++clock_;
        ticket.served.notify_one();
    }
    // Clients come and go; who has not been here for long needs no record.
    constexpr std::uint64_t kRemembered = 10'000;
    if (last_served_.size() > kRemembered)
        std::erase_if(last_served_,
                      [&](const auto& one) { return one.second + kRemembered < clock_; });
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
