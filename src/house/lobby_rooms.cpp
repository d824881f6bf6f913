// The rooms of the lobby: how they are opened, mended, told the time, brought to the disk and
// closed.
#include <algorithm>

#include "house/lobby.h"
#include "play/absent_player.h"

namespace castellan {
namespace {

constexpr auto kBetweenNotes = std::chrono::milliseconds{500};
constexpr auto kBetweenMending = std::chrono::seconds{1};

}  // namespace

std::string Lobby::no_game(GameId number) { return "there is no game " + std::to_string(number); }

ThinkingFor Lobby::whom(const Client& client) const {
    return people_.are_several() ? static_cast<ThinkingFor>(client.person()) : client.number();
}

CommandResult<GameRoom*> Lobby::room(const Json& command, Client& client) {
    const auto number = number_field(command, "game");
    if (!number) return refused("which game?");
    return room_of(*number, client, false);
}

/// What is somebody else's is not there, unless they have its link.
CommandResult<GameRoom*> Lobby::room_of(GameId number, Client& client, bool has_link) {
    if (const auto found = rooms_.find(number); found != rooms_.end()) {
        if (!has_link && !found->second->access().may_be_seen_by(client.person()))
            return refused(no_game(number));
        if (found->second->is_broken() && !mend(found->second)) return refused(kNoMemory);
        return found->second.get();
    }
    if (store_ == nullptr) return refused(no_game(number));
    const auto game = store_->load(number);
    if (!game) return refused(game.error().message);
    if (!has_link && !game->access.may_be_seen_by(client.person())) return refused(no_game(number));
    if (!game->pgn.empty()) return refused("this game was played elsewhere");
    if (const auto room = check_capacity(game->setup, whom(client)); !room)
        return tl::unexpected(room.error());
    return &open_room(number, *game, whom(client));
}

namespace {

std::size_t programs_in(const GameSetup& setup) {
    return static_cast<std::size_t>(std::ranges::count(setup.seats, SeatKind::engine, &Seat::kind));
}

}  // namespace

CommandResult<void> Lobby::check_capacity(const GameSetup& setup, ThinkingFor whom) {
    const auto has_room = [&] { return rooms_.size() < settings_.most_rooms; };
    const auto has_room_for_one = [&] {
        return !people_.are_several() ||
               std::ranges::count_if(rooms_, [&](const auto& entry) {
                   return entry.second->whom() == whom;
               }) < static_cast<std::ptrdiff_t>(settings_.most_rooms_of_one);
    };
    if (!has_room() || !has_room_for_one()) sweep();
    if (!has_room()) return refused("too many games are being played here");
    if (!has_room_for_one())
        return refused("you have too many games open: close some of their pages first");
    return check_programs(programs_in(setup), whom);
}

CommandResult<void> Lobby::check_programs(std::size_t more, ThinkingFor whom) const {
    std::size_t playing = 0;
    std::size_t of_one = 0;
    for (const auto& [number, room] : rooms_) {
        if (room->session().end()) continue;
        playing += programs_in(room->session().setup());
        if (room->whom() == whom) of_one += programs_in(room->session().setup());
    }
    if (more == 0) return {};
    if (people_.are_several() && of_one + more > settings_.most_programs_of_one)
        return refused(
            "as many other engines play with you as the server allows: finish a game of theirs "
            "first");
    if (playing + more <= settings_.most_programs) return {};
    return refused(
        "as many other engines are playing here as the server allows: finish a game "
        "of theirs first");
}

GameRoom& Lobby::open_room(GameId number, const StoredGame& game, ThinkingFor whom) {
    auto room = make_room(number, game, whom);
    return *rooms_.insert_or_assign(number, std::move(room)).first->second;
}

bool Lobby::mend(std::unique_ptr<GameRoom>& room) noexcept {
    if (store_ == nullptr) return true;  // nobody knows better than the room itself
    try {
        settle();
        const auto game = store_->load(room->number());
        if (!game) return false;
        last_events_[room->number()] = room->last_event();
        auto mended = make_room(room->number(), *game, room->whom());
        for (Client* const watcher : room->watchers()) mended->join(*watcher, std::nullopt);
        room = std::move(mended);
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

bool Lobby::is_behind() const {
    return std::ranges::any_of(rooms_, [](const auto& entry) { return entry.second->is_behind(); });
}

bool Lobby::has_broken_rooms() const {
    return std::ranges::any_of(rooms_, [](const auto& entry) { return entry.second->is_broken(); });
}

std::unique_ptr<GameRoom> Lobby::make_room(GameId number, const StoredGame& game,
                                           ThinkingFor whom) {
    const RoomHost host{
        people_,
        thinkers_,
        whom,
        post_,
        store_,
        names_,
        settings_.engines,
        [this](const Seat& seat, std::stop_token gone) -> std::unique_ptr<Player> {
            if (seat.kind == SeatKind::level) return pool_.player(seat.strength);
            if (seat.kind == SeatKind::full) return pool_.player(std::nullopt);
            if (seat.kind == SeatKind::engine) {
                if (settings_.make_program_player)
                    return settings_.make_program_player(seat.command, std::move(gone));
                return std::make_unique<AbsentPlayer>("other programs cannot play here");
            }
            return make_own_player(seat, settings_.pool.engine);
        }};
    const auto known = last_events_.find(number);
    return std::make_unique<GameRoom>(
        number, game, host, game.access.link.empty() ? Json{} : way_in("game", game.access.link),
        known == last_events_.end() ? settings_.first_event : known->second);
}

std::optional<SteadyTime> Lobby::next_deadline() const {
    SteadyTime next = next_sweep_;
    if (std::ranges::any_of(rooms_, [](auto& entry) { return entry.second->has_turn_to_note(); }))
        next = std::min(next, next_note_);
    if (has_broken_rooms() || is_behind())
        next = std::min(next, SteadyClock::now() + kBetweenMending);
    for (const auto& [number, room] : rooms_)
        if (const auto deadline = room->next_deadline()) next = std::min(next, *deadline);
    return next;
}

void Lobby::tick() {
    const SteadyTime now = SteadyClock::now();
    for (auto& [number, room] : rooms_)
        if (room->is_broken())
            mend(room);
        else if (room->is_behind())
            room->catch_up();
    for (const auto& [number, room] : rooms_)
        if (const auto deadline = room->next_deadline(); deadline && *deadline <= now) room->tick();
    if (now >= next_note_) {
        next_note_ = now + kBetweenNotes;
        for (const auto& [number, room] : rooms_)
            if (room->has_turn_to_note()) room->note_turn();
    }
    if (now >= next_sweep_) sweep();
}

void Lobby::settle() {
    if (store_ == nullptr) return;
    const auto status = store_->end_group();
    if (std::exchange(groups_kept_, store_->groups_kept()) != store_->groups_kept())
        trouble_with_store_.clear();
    if (store_->groups_lost() == groups_lost_) return;
    groups_lost_ = store_->groups_lost();
    const std::string reason = status ? "it could not be written" : status.error().message;
    trouble_with_store_ = "Games cannot be saved just now: " + reason;
    log(LogLevel::error, trouble_with_store_);
    for (const auto& [number, room] : rooms_) room->writes_lost(reason);
}

/// A game that nobody watches, and in which nothing happens by itself, can wait in the store.
void Lobby::sweep() {
    next_sweep_ = SteadyClock::now() + kBetweenSweeps;
    settle();  // what a room has written is kept before it goes
    std::erase_if(rooms_, [&](const auto& entry) {
        const GameRoom& room = *entry.second;
        if (store_ == nullptr || room.is_broken() || !room.watchers().empty()) return false;
        const Session& session = room.session();
        const bool may_go = session.end() || (!session.is_thinking() && !session.next_deadline());
        if (may_go) last_events_[entry.first] = room.last_event();
        return may_go;
    });
}

}  // namespace castellan
