#include "play/engine_pool.h"

#include <algorithm>
#include <tuple>

namespace castellan {

/// One side of one game; it has an engine only while it thinks.
class EnginePool::Guest final : public Player {
  public:
    Guest(EnginePool& pool, std::uint64_t number, std::optional<int> elo, PoolClient client)
        : number_{number}, elo_{elo}, client_{client}, pool_{pool} {}

    std::uint64_t number() const { return number_; }
    std::optional<int> elo() const { return elo_; }
    PoolClient client() const { return client_; }

    PlayerStatus start_game(const GameStart& start) override {
        seed_ = start.seed;
        is_new_game_ = true;
        return {};
    }
    Answer answer(const Turn& turn) override {
        Place* const place = pool_.borrow(*this, turn.stop);
        if (place == nullptr) return {.kind = AnswerKind::interrupted};
        // It may have played another game since, or none yet.
        if (std::exchange(is_new_game_, false) || place->guest != number_)
            (void)place->player->start_game({turn.game.start(), {}, seed_});
        place->guest = number_;
        Answer answer = place->player->answer(turn);
        pool_.give_back(*place);
        return answer;
    }
    bool end_game(PgnResult, std::string_view) override { return true; }

  private:
    std::uint64_t number_;
    std::optional<int> elo_;
    PoolClient client_;
    EnginePool& pool_;
    std::uint64_t seed_ = 0;
    bool is_new_game_ = true;
};

EnginePool::EnginePool(EnginePoolSettings settings)
    : settings_{std::move(settings)},
      places_(static_cast<std::size_t>(std::max(settings_.engines, settings_.searches))) {}

std::unique_ptr<Player> EnginePool::player(std::optional<int> elo, PoolClient client) {
    const std::lock_guard lock{mutex_};
    return std::make_unique<Guest>(*this, ++guests_, elo, client);
}

EnginePool::Place* EnginePool::borrow(const Guest& guest, const std::stop_token& stop) {
    std::unique_lock lock{mutex_};
    Ticket ticket{guest, ++clock_};
    waiting_.push_back(&ticket);
    serve_waiting();
    if (!ticket.served.wait(lock, stop, [&] { return ticket.place != nullptr; })) {
        std::erase(waiting_, &ticket);
        return nullptr;
    }
    lock.unlock();
    Place& place = *ticket.place;
    if (place.player == nullptr || place.elo != guest.elo()) {
        place.player.reset();  // before the next one wants memory, too
        place.player = std::make_unique<CastellanPlayer>(guest.elo(), settings_.engine);
        place.elo = guest.elo();
        place.guest = 0;
    }
    return &place;
}

void EnginePool::give_back(Place& place) {
    const std::lock_guard lock{mutex_};
    place.is_busy = false;
    place.last_used = ++clock_;
    --searching_;
    serve_waiting();
}

/// Only those who get an engine are woken: hundreds may be waiting.
void EnginePool::serve_waiting() {
    const auto rank = [&](const Ticket* ticket) {
        const auto served = last_served_.find(ticket->guest.client());
        return std::tuple{served == last_served_.end() ? 0 : served->second, ticket->number};
    };
    while (!waiting_.empty() && searching_ < settings_.searches) {
        const auto next = std::ranges::min_element(waiting_, {}, rank);
        Ticket& ticket = **next;
        ticket.place = free_place(ticket.guest);
        ticket.place->is_busy = true;
        ++searching_;
        waiting_.erase(next);
        last_served_[ticket.guest.client()] = ++clock_;
        ticket.served.notify_one();
    }
    // Clients come and go; who has not been here for long needs no record.
    constexpr std::uint64_t kRemembered = 10'000;
    if (last_served_.size() > kRemembered)
        std::erase_if(last_served_,
                      [&](const auto& one) { return one.second + kRemembered < clock_; });
}

/// The guest's own; else one that knows nothing worth keeping, as levels never do, of the same
/// strength if it can be; else the one that nobody has used for longest. There are at least as many
/// as searches, so that one is always free.
EnginePool::Place* EnginePool::free_place(const Guest& guest) {
    const auto rank = [&](const Place& place) {
        const bool is_made = place.player != nullptr;
        const bool is_own = is_made && place.guest == guest.number();
        const bool has_learnt = is_made && !place.elo;
        const bool fits = is_made && place.elo == guest.elo();
        return std::tuple{place.is_busy, !is_own, has_learnt, !fits, place.last_used};
    };
    return &*std::ranges::min_element(places_, {}, rank);
}

}  // namespace castellan
