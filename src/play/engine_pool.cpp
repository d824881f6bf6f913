#include "play/engine_pool.h"

#include <algorithm>
#include <tuple>

namespace castellan {

/// One side of one game; it has an engine only while it thinks.
class EnginePool::Guest final : public Player {
  public:
    Guest(EnginePool& pool, std::uint64_t number, std::optional<int> elo)
        : number_{number}, elo_{elo}, pool_{pool} {}

    std::uint64_t number() const { return number_; }
    std::optional<int> elo() const { return elo_; }

    PlayerStatus start_game(const GameStart& start) override {
        seed_ = start.seed;
        is_new_game_ = true;
        return {};
    }
    Answer answer(const Turn& turn) override;
    bool end_game(PgnResult, std::string_view) override { return true; }

  private:
    std::uint64_t number_;
    std::optional<int> elo_;
    EnginePool& pool_;
    std::uint64_t seed_ = 0;
    bool is_new_game_ = true;
};

/// A place, given back whatever happens.
class EnginePool::Lease {
  public:
    Lease(EnginePool& pool, const Guest& guest) : pool_{pool}, place_{pool.borrow(guest)} {}
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() { pool_.give_back(place_); }

    Place& operator*() const { return place_; }

  private:
    EnginePool& pool_;
    Place& place_;
};

Answer EnginePool::Guest::answer(const Turn& turn) {
    const Lease lease{pool_, *this};
    Place& place = *lease;
    if (place.player == nullptr)
        place.player = std::make_unique<CastellanPlayer>(elo_, pool_.settings_.engine);
    if (elo_) place.player->change_level(*elo_);
    // It may have played another game since, or none yet.
    if (std::exchange(is_new_game_, false) || place.guest != number_)
        (void)place.player->start_game({turn.game.start(), {}, seed_});
    place.guest = number_;
    return place.player->answer(turn);
}

EnginePool::EnginePool(EnginePoolSettings settings)
    : settings_{std::move(settings)},
      engines_(static_cast<std::size_t>(settings_.engines)),
      levels_(static_cast<std::size_t>(settings_.levels)) {}

std::unique_ptr<Player> EnginePool::player(std::optional<int> elo) {
    const std::lock_guard lock{mutex_};
    return std::make_unique<Guest>(*this, ++guests_, elo);
}

/// The guest's own; else the one that nobody has used for longest. Whoever has a place changes all
/// of it but the two fields that are guarded.
EnginePool::Place& EnginePool::borrow(const Guest& guest) {
    const auto rank = [&](const Place& place) {
        if (place.is_busy) return std::tuple{true, true, std::uint64_t{0}};
        return std::tuple{false, place.guest != guest.number(), place.last_used};
    };
    const std::lock_guard lock{mutex_};
    Place& place = *std::ranges::min_element(guest.elo() ? levels_ : engines_, {}, rank);
    place.is_busy = true;
    return place;
}

void EnginePool::give_back(Place& place) noexcept {
    const std::lock_guard lock{mutex_};
    place.is_busy = false;
    place.last_used = ++clock_;
}

}  // namespace castellan
