#include "house/lobby.h"

#include <algorithm>
#include <random>

#include "base/secret.h"
#include "chess/notation/fen.h"
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
constexpr double kHintsPerSecond = 0.5;
constexpr double kHintsAtOnce = 10;

Message message_of(const Json& json) { return std::make_shared<const std::string>(to_text(json)); }

std::string id_of(const Json& command) {
    return command.is_object() ? text_field(command, "id").value_or("") : "";
}

std::string preference_prefix(PersonId person) {
    return person == kHost ? "web." : "person." + std::to_string(person) + '.';
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
        {"new", &Lobby::begin, true},
        {"watch", &Lobby::watch},
        {"unwatch", &Lobby::unwatch},
        {"games", &Lobby::list},
        {"record", &Lobby::record},
        {"delete", &Lobby::remove, true},
        {"restore", &Lobby::restore, true},
        {"set", &Lobby::set, true},
        {"join", &Lobby::join, true, For::people},
        {"device", &Lobby::add_device, true, For::people},
        {"forget", &Lobby::forget, true, For::people},
        {"people", &Lobby::list_people, false, For::host},
        {"remove", &Lobby::remove_person, true, For::host},
        {"end", &Lobby::end_game, true, For::host},
        {"revoke", &Lobby::revoke, true, For::host},
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
      people_{settings_.people, store},
      next_sweep_{SteadyClock::now() + kBetweenSweeps},
      next_note_{SteadyClock::now()},
      no_memory_{message_of({{"re", ""}, {"ok", false}, {"error", kNoMemory}})},
      pool_{settings_.pool},
      thinkers_{settings_.thinkers} {
    if (const auto& own = preferences_of(kHost); own.contains("name") && !own.at("name").empty())
        (void)people_.rename(kHost, own.at("name"));
}

void Lobby::log(LogLevel level, const std::string& line) const {
    if (settings_.log) settings_.log(level, line);
}

std::string Lobby::describe(GameId number, const GameSetup& setup) const {
    const auto name = [](const Seat& seat) { return seat.is_free() ? "a friend" : seat.name; };
    return "game " + std::to_string(number) + " (" + name(setup.seats[0]) + " - " +
           name(setup.seats[1]) + ')';
}

/// The host's have been there since before there were others.
Lobby::Preferences& Lobby::preferences_of(PersonId person) {
    const auto known = preferences_.find(person);
    if (known != preferences_.end()) return known->second;
    return preferences_[person] =
               store_ != nullptr ? store_->settings(preference_prefix(person)) : Preferences{};
}

void Lobby::connect(Client& client) {
    clients_.insert(&client);
    Json engines = Json::array();
    for (const EngineChoice& engine : settings_.engines) engines.push_back(engine.name);
    Json hello{{"type", "hello"},
               {"version", CASTELLAN_VERSION},
               {"opponents", levels_json(named_opponents())},
               {"presets", levels_json(presets())},
               {"engines", std::move(engines)},
               {"lowest", kLowestElo},
               {"highest", kHighestElo},
               {"settings", preferences_of(client.person())},
               {"open", open_games(client.person())},
               {"notice", notice_.empty() ? trouble_with_store_ : notice_}};
    if (people_.are_several()) {
        hello["hasPeople"] = true;
        hello["you"] = {{"person", client.person()},
                        {"name", people_.name(client.person())},
                        {"isHost", client.person() == kHost}};
    }
    client.send(message_of(hello));
}

void Lobby::disconnect(Client& client) noexcept {
    clients_.erase(&client);
    for (const auto& [number, room] : rooms_) room->leave(client);
}

Json Lobby::open_games(PersonId person) {
    Json games = Json::array();
    if (store_ == nullptr) return games;
    GameFilter filter;
    filter.result = "*";
    filter.limit = kMostOpenShown;
    filter.is_played_here = true;
    filter.person = person;
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
    const std::string own_id = std::to_string(client.person()) + ' ' + client.name() + ' ' + id;
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
    if (word != commands().end()) {
        if (word->whom != For::everybody && !people_.are_several())
            return refused("nobody else can come here: start the server with --listen");
        if (word->whom == For::host && client.person() != kHost)
            return refused("only the host can do that");
        return (this->*word->run)(client, command);
    }
    return in_game(client, name, command);
}

Lobby::Answer Lobby::begin(Client& client, const Json& command) {
    StoredGame game;
    auto setup = setup_from(command, settings_.engines);
    if (!setup) return tl::unexpected(setup.error());
    game.setup = std::move(*setup);
    game.access.owner = client.person();
    if (game.setup.is_apart) {
        if (!people_.are_several())
            return refused("no friend can come here: start the server with --listen");
        const std::size_t own = game.setup.seats[0].is_free() ? 1 : 0;
        game.setup.seats[own].name = people_.name(client.person());
        game.access.owner = kNobody;
        game.access.players[own] = client.person();
        game.access.may_be_watched = command.value("mayWatch", Json(false)) == true;
    }
    const auto room = begin_game(std::move(game), client);
    if (!room) return tl::unexpected(room.error());
    (*room)->join(client, std::nullopt);
    return Json{{"game", (*room)->number()}};
}

CommandResult<GameRoom*> Lobby::begin_game(StoredGame game, Client& client) {
    if (const auto room = check_capacity(game.setup, whom(client)); !room)
        return tl::unexpected(room.error());
    if (game.setup.is_apart) game.access.link = make_secret();
    GameId number = next_unkept_;
    if (store_ != nullptr) {
        const auto kept = store_->create(game.setup, game.access);
        if (!kept) {
            trouble_with_store_ = "Games cannot be saved just now: " + kept.error().message;
            log(LogLevel::error, trouble_with_store_);
            return refused("the game cannot be saved: " + kept.error().message);
        }
        trouble_with_store_.clear();
        number = *kept;
    } else {
        --next_unkept_;
    }
    ++games_begun_;
    log(LogLevel::info, describe(number, game.setup) + " begins");
    return &open_room(number, game, whom(client));
}

CommandResult<GameId> Lobby::find_link(std::string_view link) {
    if (link.empty()) return refused("which game?");
    for (const auto& [number, room] : rooms_)
        if (is_same_secret(room->access().link, link)) return number;
    const auto found = store_ == nullptr
                           ? Result<GameId, StoreError>{fail(StoreError::failed, "no such link")}
                           : store_->find_link(link);
    if (!found) return refused("this link leads to no game: ask for a new one");
    return *found;
}

Lobby::Answer Lobby::join(Client& client, const Json& command) {
    const auto number = find_link(text_field(command, "link").value_or(""));
    if (!number) return tl::unexpected(number.error());
    const auto found = room_of(*number, client, true);
    if (!found) return tl::unexpected(found.error());
    GameRoom& room = **found;
    const PersonId person = client.person();
    if (!room.access().is_of(person)) {
        const auto side = room.free_seat();
        if (!side && !room.access().may_be_watched)
            return refused("both seats of this game are taken, and nobody else may look on");
        const GameRole role = !side                   ? GameRole::watcher
                              : *side == Color::white ? GameRole::white
                                                      : GameRole::black;
        if (store_ != nullptr)
            if (const auto kept = store_->admit(*number, person, role); !kept)
                return refused("that cannot be saved: " + kept.error().message);
        room.admit(person, role);
        log(LogLevel::info, people_.name(person) + (side ? " joins " : " watches ") +
                                describe(*number, room.session().setup()));
    }
    room.join(client, std::nullopt);
    return Json{{"game", *number}};
}

Lobby::Answer Lobby::rematch(Client& client, GameRoom& room) {
    const auto agreed = room.offer_rematch(client.person());
    if (!agreed) return tl::unexpected(agreed.error());
    if (!*agreed) return Json::object();
    StoredGame game = room.rematch();
    game.setup.seed = std::random_device{}();
    const auto next = begin_game(std::move(game), client);
    if (!next) return tl::unexpected(next.error());
    room.tell_rematch((*next)->number());
    return Json::object();
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

Lobby::Answer Lobby::list(Client& client, const Json& command) {
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
    filter.person = client.person();
    const auto games = store_->list(filter);
    if (!games) return refused(games.error().message);
    Json list = Json::array();
    for (const GameSummary& summary : *games) {
        list.push_back(to_json(summary));
        list.back()["isLive"] = rooms_.contains(summary.id);
    }
    return Json{{"games", std::move(list)}};
}

Lobby::Answer Lobby::record(Client& client, const Json& command) {
    if (store_ == nullptr) return refused(notice_);
    const GameId number = number_field(command, "game").value_or(0);
    if (const auto found = rooms_.find(number); found != rooms_.end()) {
        if (found->second->is_broken() && !mend(found->second)) return refused(kNoMemory);
        found->second->catch_up();
    }
    const auto game = store_->load(number);
    if (!game) return refused(game.error().message);
    if (!game->access.is_of(client.person())) return refused(no_game(number));
    const auto from = std::max<std::int64_t>(number_field(command, "from").value_or(0), 0);
    return record_json(*game, names_, static_cast<std::size_t>(from));
}

CommandResult<std::vector<GameId>> Lobby::games_named(const Json& command) const {
    if (store_ == nullptr) return refused(notice_);
    const Json list = command.value("games", Json::array());
    if (!list.is_array() || !std::ranges::all_of(list, &Json::is_number_integer))
        return refused("games are a list of numbers");
    return list.get<std::vector<GameId>>();
}

Lobby::Answer Lobby::remove(Client& client, const Json& command) {
    const auto games = games_named(command);
    if (!games) return tl::unexpected(games.error());
    if (const auto status = store_->remove(*games, client.person()); !status)
        return refused(status.error().message);
    for (const GameId game : *games) {
        const auto found = rooms_.find(game);
        if (found == rooms_.end()) continue;
        const GameRoom& room = *found->second;
        // The other one of two people apart goes on, unless there is none yet.
        if (room.access().owner == kNobody && !room.free_seat()) continue;
        if (room.free_seat()) (void)store_->remove(std::span{&game, 1});
        last_events_[game] = room.last_event();
        rooms_.erase(found);
    }
    return Json::object();
}

Lobby::Answer Lobby::restore(Client& client, const Json& command) {
    const auto games = games_named(command);
    if (!games) return tl::unexpected(games.error());
    const auto status = store_->restore(*games, client.person());
    if (!status) return refused(status.error().message);
    return Json::object();
}

Lobby::Answer Lobby::set(Client& client, const Json& command) {
    const auto key = text_field(command, "key");
    auto value = text_field(command, "value");
    if (!key || !value || key->empty() || key->size() > kLongestKey ||
        value->size() > kLongestValue)
        return refused("a setting has a short key and a value");
    const PersonId person = client.person();
    Preferences& preferences = preferences_of(person);
    if (!preferences.contains(*key) && preferences.size() >= kMostPreferences)
        return refused("there are too many settings");
    if (*key == "name" && people_.are_several()) {
        auto name = name_from({{"name", *value}}, people_.name(person));
        if (!name) return tl::unexpected(name.error());
        if (const auto renamed = people_.rename(person, *name); !renamed)
            return tl::unexpected(renamed.error());
        value = std::move(*name);
    }
    preferences[*key] = *value;
    if (store_ != nullptr) {
        const auto status = store_->set_setting(preference_prefix(person) + *key, *value);
        if (!status) return refused(status.error().message);
    }
    const Message news = message_of({{"type", "settings"}, {"settings", preferences}});
    for (Client* const one : clients_)
        if (one->person() == person) one->send(news);
    return Json::object();
}

Lobby::Answer Lobby::in_game(Client& client, const std::string& word, const Json& command) {
    const auto found = room(command, client);
    if (!found) return tl::unexpected(found.error());
    GameRoom& room = **found;
    if (word == "seat" && command.value("seat", Json{}).value("kind", "") == "engine")
        if (const auto place = check_programs(1, room.whom()); !place)
            return tl::unexpected(place.error());
    if (word == "hint")
        if (const auto may = check_hints(client.person()); !may) return tl::unexpected(may.error());
    if (word == "rematch" && room.session().setup().is_apart) return rematch(client, room);
    const bool was_on = !room.session().end();
    const auto status = room.handle(client.person(), word, command);
    if (!status) return tl::unexpected(status.error());
    if (was_on && room.session().end())
        log(LogLevel::info, describe(room.number(), room.session().setup()) +
                                " is over: " + room.session().end()->reason);
    return Json::object();
}

CommandResult<void> Lobby::check_hints(PersonId person) {
    RateLimit& limit = hints_.try_emplace(person, kHintsPerSecond, kHintsAtOnce).first->second;
    if (!limit.take()) return refused("that was a lot of hints: think for a moment");
    return {};
}

}  // namespace castellan
