// How people come into the lobby, and what its host can do about them.
#include <algorithm>

#include "base/secret.h"
#include "house/lobby.h"

namespace castellan {

// ---- coming in

CommandResult<Lobby::Entry> Lobby::enter(const Json& wish, const std::string& key) {
    if (!wish.is_object()) return refused("who comes in says by what");
    const auto known = people_.person_with(key);
    if (!people_.are_several()) return Entry{{{"isKnown", true}}};
    if (const auto token = text_field(wish, "token")) return enter_by_token(*token, wish, known);
    if (const auto pass = text_field(wish, "device")) {
        const auto person = people_.person_with_pass(*pass);
        if (!person) return refused("this link was good for ten minutes: make a new one");
        return become(*person, wish, known);
    }
    const auto game = find_link(text_field(wish, "game").value_or(""));
    if (!game) return tl::unexpected(game.error());
    const auto host = who_invites(*game);
    if (!known && !host) return refused("nobody else can come to this game: ask for a new link");
    return welcome(wish, known, host.value_or(kHost));
}

CommandResult<Lobby::Entry> Lobby::enter_by_token(const std::string& token, const Json& wish,
                                                  std::optional<PersonId> known) {
    if (people_.is_host_secret(token)) return become(kHost, wish, known);
    if (people_.is_invitation(token)) return welcome(wish, known, kHost);
    log(LogLevel::warning, "somebody came with an invitation that is not good");
    return refused("this invitation is not good any more: ask for a new one");
}

/// Whoever is somebody else in this browser is asked first: the link may be a stranger's.
CommandResult<Lobby::Entry> Lobby::become(PersonId person, const Json& wish,
                                          std::optional<PersonId> known) {
    if (known == person) return Entry{{{"isKnown", true}}};
    if (known && wish.value("switch", Json(false)) != true)
        return Entry{
            {{"isKnown", false}, {"from", people_.name(person)}, {"isNow", people_.name(*known)}}};
    return let_in(people_.add_browser(person), person);
}

CommandResult<Lobby::Entry> Lobby::welcome(const Json& wish, std::optional<PersonId> known,
                                           PersonId from) {
    if (known) return Entry{{{"isKnown", true}}};
    const auto name = name_from(wish, "");
    if (!name) return tl::unexpected(name.error());
    if (name->empty()) return Entry{{{"isKnown", false}, {"from", people_.own_name(from)}}};
    auto key = people_.welcome(*name);
    if (!key) return tl::unexpected(key.error());
    const PersonId person = people_.person_with(*key).value_or(kNobody);
    preferences_of(person)["name"] = *name;
    if (store_ != nullptr)
        (void)store_->set_setting("person." + std::to_string(person) + ".name", *name);
    return let_in(std::move(key), person);
}

CommandResult<Lobby::Entry> Lobby::let_in(CommandResult<std::string> key, PersonId person) {
    if (!key) return tl::unexpected(key.error());
    log(LogLevel::info, describe(person) + " comes in");
    return Entry{{{"isKnown", true}}, std::move(*key)};
}

std::string Lobby::describe(PersonId person) const {
    return person == kHost ? "the host"
                           : people_.name(person) + " (person " + std::to_string(person) + ')';
}

/// Nobody, if it is over, or the seats are taken and nobody may look on.
std::optional<PersonId> Lobby::who_invites(GameId number) {
    const auto host_of = [](const GameAccess& access, bool has_seat, bool is_over) {
        const bool takes_others = !is_over && (has_seat || access.may_be_watched);
        const PersonId host = access.players[access.players[0] == kNobody ? 1 : 0];
        return takes_others ? std::optional{host} : std::nullopt;
    };
    if (const auto found = rooms_.find(number); found != rooms_.end()) {
        const GameRoom& room = *found->second;
        return host_of(room.access(), room.free_seat().has_value(),
                       room.session().end().has_value());
    }
    const auto game = store_ == nullptr
                          ? Result<StoredGame, StoreError>{fail(StoreError::failed, "no store")}
                          : store_->load(number);
    if (!game) return std::nullopt;
    const bool has_seat = std::ranges::any_of(game->setup.seats, &Seat::is_free);
    return host_of(game->access, has_seat, game->end.has_value());
}

bool Lobby::is_way_in(std::string_view query) {
    const std::size_t equals = query.find('=');
    if (equals == std::string_view::npos) return false;
    const std::string_view kind = query.substr(0, equals);
    const std::string_view secret = query.substr(equals + 1);
    if (kind == "token") return people_.is_invitation(secret) || people_.is_host_secret(secret);
    if (kind == "device") return people_.person_with_pass(secret).has_value();
    const auto game = kind == "game" ? find_link(secret) : CommandResult<GameId>{refused("")};
    return game && who_invites(*game);
}

Json Lobby::way_in(const std::string& kind, const std::string& secret) const {
    const std::string base = settings_.address ? settings_.address() : "";
    const std::string url = base + "/?" + kind + '=' + secret;
    return {{"url", url}, {"qr", settings_.make_qr ? settings_.make_qr(url) : ""}};
}

// ---- one's own browsers

Lobby::Answer Lobby::add_device(Client& client, const Json&) {
    return way_in("device", people_.make_pass(client.person()));
}

Lobby::Answer Lobby::forget(Client& client, const Json&) {
    const std::string key = client.key();
    if (const auto forgotten = people_.forget(key); !forgotten)
        return tl::unexpected(forgotten.error());
    for (Client* const one : clients_)
        if (one->key() == key) one->hang_up();
    return Json::object();
}

// ---- the host

Lobby::Answer Lobby::list_people(Client&, const Json&) {
    const auto games = store_ == nullptr
                           ? std::map<PersonId, std::int64_t>{}
                           : store_->games_of_people().value_or(std::map<PersonId, std::int64_t>{});
    const auto is_here = [&](PersonId person) {
        return std::ranges::any_of(clients_, [&](auto* one) { return one->person() == person; });
    };
    Json answer = invitation();
    answer["people"] = Json::array();
    for (const auto& [number, person] : people_.all())
        answer["people"].push_back({{"person", number},
                                    {"name", person.name},
                                    {"since", person.since},
                                    {"isHere", is_here(number)},
                                    {"games", games.contains(number) ? games.at(number) : 0}});
    answer["playing"] = Json::array();
    for (const auto& [number, room] : rooms_) {
        const Session& session = room->session();
        if (session.end()) continue;
        answer["playing"].push_back({{"game", number},
                                     {"white", session.seat(Color::white).name},
                                     {"black", session.seat(Color::black).name},
                                     {"plies", session.game().ply()},
                                     {"watchers", room->watchers().size()}});
    }
    return answer;
}

Lobby::Answer Lobby::remove_person(Client&, const Json& command) {
    const PersonId person = number_field(command, "person").value_or(kNobody);
    const std::string who = describe(person);
    if (const auto removed = people_.remove(person); !removed)
        return tl::unexpected(removed.error());
    preferences_.erase(person);
    hints_.erase(person);
    for (Client* const one : clients_)
        if (one->person() == person) one->hang_up();
    log(LogLevel::info, who + " was removed");
    return Json::object();
}

Lobby::Answer Lobby::end_game(Client&, const Json& command) {
    const GameId number = number_field(command, "game").value_or(0);
    const auto found = rooms_.find(number);
    if (found == rooms_.end() || found->second->session().end())
        return refused("game " + std::to_string(number) + " is not being played");
    found->second->break_off();
    log(LogLevel::info, "the host ends " + describe(number, found->second->session().setup()));
    return Json::object();
}

Lobby::Answer Lobby::revoke(Client&, const Json&) {
    people_.renew_invitation();
    log(LogLevel::info, "the invitation was revoked; there is a new one");
    return invitation();
}

// ---- numbers

std::string Lobby::metrics() const {
    std::size_t playing = 0;
    std::size_t watched = 0;
    for (const auto& [number, room] : rooms_) {
        playing += room->session().end() ? 0 : 1;
        watched += room->watchers().empty() ? 0 : 1;
    }
    std::string text;
    const auto add = [&](const char* name, const char* type, const char* help, auto value) {
        const std::string full = std::string{"castellan_"} + name;
        text += "# HELP " + full + ' ' + help + "\n# TYPE " + full + ' ' + type + '\n' + full +
                ' ' + std::to_string(value) + '\n';
    };
    add("people", "gauge", "People who have come in, without the host.", people_.all().size());
    add("clients", "gauge", "Pages that are connected.", clients_.size());
    add("rooms", "gauge", "Games in memory.", rooms_.size());
    add("games_playing", "gauge", "Games that are not over.", playing);
    add("games_watched", "gauge", "Games that somebody looks at.", watched);
    add("games_begun_total", "counter", "Games begun since the start.", games_begun_);
    add("quick_waiting", "gauge", "Weak levels that wait for a thread.",
        thinkers_.waiting(Lane::quick));
    add("deep_waiting", "gauge", "Strong ones that wait for a thread.",
        thinkers_.waiting(Lane::deep));
    add("groups_kept_total", "counter", "Times that moves were brought to the disk.", groups_kept_);
    add("groups_lost_total", "counter", "Times that the disk did not take them.", groups_lost_);
    return text;
}

}  // namespace castellan
