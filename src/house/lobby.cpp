#include "house/lobby.h"

#include <algorithm>

#include "chess/notation/fen.h"
#include "play/absent_player.h"
#include "play/opponents.h"

namespace castellan {
namespace {

constexpr std::size_t kAnswersKept = 4'096;
constexpr std::size_t kLongestId = 64;
constexpr std::size_t kLongestKey = 64;
constexpr std::size_t kLongestValue = 2'000;
constexpr std::size_t kMostPreferences = 200;
constexpr int kMostListed = 200;
constexpr int kMostOpenShown = 5;
constexpr std::string_view kPreferencePrefix = "web.";
constexpr auto kBetweenSweeps = std::chrono::seconds{30};
constexpr auto kBetweenMending = std::chrono::seconds{1};
constexpr const char* kNoMemory = "there is not enough memory for that just now: try again";

Message message_of(const Json& json) { return std::make_shared<const std::string>(to_text(json)); }

std::string id_of(const Json& command) {
    return command.is_object() ? text_field(command, "id").value_or("") : "";
}

Json levels_json(std::span<const NamedLevel> levels) {
    Json list = Json::array();
    for (const NamedLevel& level : levels)
        list.push_back({{"name", level.name}, {"elo", level.elo}});
    return list;
}

}  // namespace

std::span<const Lobby::Command> Lobby::commands() {
    static constexpr Command kTable[] = {
        {"new", &Lobby::begin, true},       {"watch", &Lobby::watch},
        {"unwatch", &Lobby::unwatch},       {"games", &Lobby::list},
        {"record", &Lobby::record},         {"delete", &Lobby::remove, true},
        {"restore", &Lobby::restore, true}, {"set", &Lobby::set, true},
    };
    return kTable;
}

Lobby::Lobby(LobbySettings settings, const OpeningNames& names, GameStore* store,
             std::string notice, Post post)
    : settings_{std::move(settings)},
      names_{names},
      store_{store},
      notice_{std::move(notice)},
      post_{std::move(post)},
      next_sweep_{SteadyClock::now() + kBetweenSweeps},
      no_memory_{message_of({{"re", ""}, {"ok", false}, {"error", kNoMemory}})},
      pool_{settings_.pool},
      thinkers_{settings_.thinkers} {
    if (store_ != nullptr) preferences_ = store_->settings(kPreferencePrefix);
}

void Lobby::connect(Client& client) {
    clients_.insert(&client);
    Json engines = Json::array();
    for (const EngineChoice& engine : settings_.engines) engines.push_back(engine.name);
    client.send(message_of({{"type", "hello"},
                            {"version", CASTELLAN_VERSION},
                            {"opponents", levels_json(named_opponents())},
                            {"presets", levels_json(presets())},
                            {"engines", std::move(engines)},
                            {"lowest", kLowestElo},
                            {"highest", kHighestElo},
                            {"settings", preferences_},
                            {"open", open_games()},
                            {"notice", notice_.empty() ? trouble_with_store_ : notice_}}));
}

void Lobby::disconnect(Client& client) noexcept {
    clients_.erase(&client);
    for (const auto& [number, room] : rooms_) room->leave(client);
}

Json Lobby::open_games() {
    Json games = Json::array();
    if (store_ == nullptr) return games;
    GameFilter filter;
    filter.result = "*";
    filter.limit = kMostOpenShown;
    filter.is_played_here = true;
    const auto list = store_->list(filter);
    if (!list) return games;
    for (const GameSummary& summary : *list) {
        const auto game = store_->load(summary.id);
        if (!game) continue;
        Position position = game->setup.start;
        for (const auto& played : game->moves) position = position.after(played.move);
        Json json = to_json(summary);
        json["isLive"] = rooms_.contains(summary.id);
        json["fen"] = to_fen(position);
        games.push_back(std::move(json));
    }
    return games;
}

// ---- commands

void Lobby::receive(Client& client, std::string_view text) noexcept {
    try {
        const Json command = Json::parse(text, nullptr, false);
        answer(client, id_of(command), command);
    } catch (const std::exception&) {
        refuse(client, text);
    }
}

void Lobby::refuse(Client& client, std::string_view text) noexcept {
    try {
        const std::string id = id_of(Json::parse(text, nullptr, false));
        client.send(message_of({{"re", id}, {"ok", false}, {"error", kNoMemory}}));
    } catch (const std::exception&) {
        client.send(no_memory_);
    }
}

void Lobby::answer(Client& client, const std::string& id, const Json& command) {
    if (id.empty() || id.size() > kLongestId)
        return client.send(message_of(
            {{"re", ""}, {"ok", false}, {"error", "a command is an object with an id"}}));
    const std::string own_id = client.name() + ' ' + id;
    if (const auto known = answers_.find(own_id); known != answers_.end())
        return client.send(known->second);
    auto answer = carry_out(client, command);
    Json json = answer ? std::move(*answer) : Json{{"error", answer.error().message}};
    json["re"] = id;
    json["ok"] = answer.has_value();
    const Message message = message_of(json);
    if (changes_something(command)) remember(own_id, message);
    client.send(message);
}

/// All commands in a game do.
bool Lobby::changes_something(const Json& command) {
    const std::string name = text_field(command, "do").value_or("");
    const auto word = std::ranges::find(commands(), name, &Command::name);
    return word == commands().end() || word->changes_something;
}

/// What is asked again after a lost connection is not done again.
void Lobby::remember(const std::string& id, const Message& answer) {
    answers_.emplace(id, answer);
    answered_.push_back(id);
    if (answered_.size() <= kAnswersKept) return;
    answers_.erase(answered_.front());
    answered_.pop_front();
}

Lobby::Answer Lobby::carry_out(Client& client, const Json& command) {
    const std::string name = text_field(command, "do").value_or("");
    const auto word = std::ranges::find(commands(), name, &Command::name);
    if (word != commands().end()) return (this->*word->run)(client, command);
    return in_game(client, name, command);
}

Lobby::Answer Lobby::begin(Client& client, const Json& command) {
    StoredGame game;
    auto setup = setup_from(command, settings_.engines);
    if (!setup) return tl::unexpected(setup.error());
    if (const auto room = check_capacity(*setup); !room) return tl::unexpected(room.error());
    game.setup = std::move(*setup);
    GameId number = next_unkept_;
    if (store_ != nullptr) {
        const auto kept = store_->create(game.setup);
        if (!kept) {
            trouble_with_store_ = "Games cannot be saved just now: " + kept.error().message;
            return refused("the game cannot be saved: " + kept.error().message);
        }
        trouble_with_store_.clear();
        number = *kept;
    } else {
        --next_unkept_;
    }
    open_room(number, game, client.number()).join(client, std::nullopt);
    return Json{{"game", number}};
}

Lobby::Answer Lobby::watch(Client& client, const Json& command) {
    const auto found = room(command, client);
    if (!found) return tl::unexpected(found.error());
    (*found)->join(client, number_field(command, "since"));
    return Json::object();
}

Lobby::Answer Lobby::unwatch(Client& client, const Json& command) {
    if (const auto found = rooms_.find(number_field(command, "game").value_or(0));
        found != rooms_.end())
        found->second->leave(client);
    return Json::object();
}

Lobby::Answer Lobby::list(Client&, const Json& command) {
    if (store_ == nullptr) return refused(notice_);
    GameFilter filter;
    filter.player = text_field(command, "player").value_or("");
    filter.opening = text_field(command, "opening").value_or("");
    filter.result = text_field(command, "result").value_or("");
    filter.since = text_field(command, "since").value_or("");
    filter.until = text_field(command, "until").value_or("");
    filter.limit = static_cast<int>(
        std::clamp<std::int64_t>(number_field(command, "limit").value_or(50), 1, kMostListed));
    filter.before = number_field(command, "before").value_or(0);
    const auto games = store_->list(filter);
    if (!games) return refused(games.error().message);
    Json list = Json::array();
    for (const GameSummary& summary : *games) {
        list.push_back(to_json(summary));
        list.back()["isLive"] = rooms_.contains(summary.id);
    }
    return Json{{"games", std::move(list)}};
}

Lobby::Answer Lobby::record(Client&, const Json& command) {
    if (store_ == nullptr) return refused(notice_);
    const auto game = store_->load(number_field(command, "game").value_or(0));
    if (!game) return refused(game.error().message);
    return record_json(*game, names_);
}

CommandResult<std::vector<GameId>> Lobby::games_named(const Json& command) const {
    if (store_ == nullptr) return refused(notice_);
    const Json list = command.value("games", Json::array());
    if (!list.is_array() || !std::ranges::all_of(list, &Json::is_number_integer))
        return refused("games are a list of numbers");
    return list.get<std::vector<GameId>>();
}

Lobby::Answer Lobby::remove(Client&, const Json& command) {
    const auto games = games_named(command);
    if (!games) return tl::unexpected(games.error());
    if (const auto status = store_->remove(*games); !status) return refused(status.error().message);
    for (const GameId game : *games) rooms_.erase(game);
    return Json::object();
}

Lobby::Answer Lobby::restore(Client&, const Json& command) {
    const auto games = games_named(command);
    if (!games) return tl::unexpected(games.error());
    const auto status = store_->restore(*games);
    if (!status) return refused(status.error().message);
    return Json::object();
}

Lobby::Answer Lobby::set(Client&, const Json& command) {
    const auto key = text_field(command, "key");
    const auto value = text_field(command, "value");
    if (!key || !value || key->empty() || key->size() > kLongestKey ||
        value->size() > kLongestValue)
        return refused("a setting has a short key and a value");
    if (!preferences_.contains(*key) && preferences_.size() >= kMostPreferences)
        return refused("there are too many settings");
    preferences_[*key] = *value;
    if (store_ != nullptr) {
        const auto status = store_->set_setting(std::string{kPreferencePrefix} + *key, *value);
        if (!status) return refused(status.error().message);
    }
    const Message news = message_of({{"type", "settings"}, {"settings", preferences_}});
    for (Client* const one : clients_) one->send(news);
    return Json::object();
}

Lobby::Answer Lobby::in_game(Client& client, const std::string& word, const Json& command) {
    const auto found = room(command, client);
    if (!found) return tl::unexpected(found.error());
    if (word == "seat" && command.value("seat", Json{}).value("kind", "") == "engine")
        if (const auto room = check_programs(1); !room) return tl::unexpected(room.error());
    const auto status = (*found)->handle(word, command);
    if (!status) return tl::unexpected(status.error());
    return Json::object();
}

// ---- rooms

CommandResult<GameRoom*> Lobby::room(const Json& command, Client& client) {
    const auto number = number_field(command, "game");
    if (!number) return refused("which game?");
    if (const auto found = rooms_.find(*number); found != rooms_.end()) {
        if (found->second->is_broken() && !mend(found->second)) return refused(kNoMemory);
        return found->second.get();
    }
    if (store_ == nullptr) return refused("there is no game " + std::to_string(*number));
    const auto game = store_->load(*number);
    if (!game) return refused(game.error().message);
    if (!game->pgn.empty()) return refused("this game was played elsewhere");
    if (const auto room = check_capacity(game->setup); !room) return tl::unexpected(room.error());
    return &open_room(*number, *game, client.number());
}

namespace {

std::size_t programs_in(const GameSetup& setup) {
    return static_cast<std::size_t>(std::ranges::count(setup.seats, SeatKind::engine, &Seat::kind));
}

}  // namespace

CommandResult<void> Lobby::check_capacity(const GameSetup& setup) {
    if (rooms_.size() >= settings_.most_rooms) {
        sweep();
        if (rooms_.size() >= settings_.most_rooms)
            return refused("too many games are being played here");
    }
    return check_programs(programs_in(setup));
}

CommandResult<void> Lobby::check_programs(std::size_t more) const {
    std::size_t playing = 0;
    for (const auto& [number, room] : rooms_)
        if (!room->session().end()) playing += programs_in(room->session().setup());
    if (more == 0 || playing + more <= settings_.most_programs) return {};
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
        auto mended = make_room(room->number(), *game, room->whom());
        for (Client* const watcher : room->watchers()) mended->join(*watcher, std::nullopt);
        room = std::move(mended);
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

bool Lobby::has_broken_rooms() const {
    return std::ranges::any_of(rooms_, [](const auto& entry) { return entry.second->is_broken(); });
}

std::unique_ptr<GameRoom> Lobby::make_room(GameId number, const StoredGame& game,
                                           ThinkingFor whom) {
    const RoomHost host{
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
    return std::make_unique<GameRoom>(number, game, host);
}

std::optional<SteadyTime> Lobby::next_deadline() const {
    SteadyTime next = next_sweep_;
    if (has_broken_rooms()) next = std::min(next, SteadyClock::now() + kBetweenMending);
    for (const auto& [number, room] : rooms_)
        if (const auto deadline = room->next_deadline()) next = std::min(next, *deadline);
    return next;
}

void Lobby::tick() {
    const SteadyTime now = SteadyClock::now();
    for (auto& [number, room] : rooms_)
        if (room->is_broken()) mend(room);
    for (const auto& [number, room] : rooms_)
        if (const auto deadline = room->next_deadline(); deadline && *deadline <= now) room->tick();
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
        return session.end() || (!session.is_thinking() && !session.next_deadline());
    });
}

}  // namespace castellan
