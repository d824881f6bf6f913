#include "house/game_room.h"

#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"

namespace castellan {
namespace {

constexpr std::size_t kEventsKept = 100;  // for those who were away for a moment

}  // namespace

template <typename Action>
auto GameRoom::guarded(Action action) {
    try {
        return action();
    } catch (...) {
        is_broken_ = true;
        throw;
    }
}

GameRoom::GameRoom(GameId number, const StoredGame& game, RoomHost host)
    : number_{number},
      host_{std::move(host)},
      keeper_{host_.store, host_.names, Keeping::in_groups} {
    keeper_.resume(GameVersion{number, game.revision});
    SessionHost session_host;
    session_host.thinkers = &host_.thinkers;
    session_host.whom = host_.whom;
    // What engines post ends with an event or without; either way it is told at once.
    session_host.post = [this, post = host_.post,
                         here = std::weak_ptr{is_here_}](std::function<void()> work) {
        post([this, here, work = std::move(work)] {
            if (here.expired()) return;
            guarded([&] {
                work();
                tell();
            });
        });
    };
    session_host.listener = [this](const SessionEvent& event) {
        const auto status = keeper_.keep(*session_, event);
        trouble_with_store_ = status ? "" : "The game is not saved: " + status.error().message;
        untold_.push_back(event);
    };
    session_host.make_player = host_.make_player;
    session_host.now = host_.now;
    session_.emplace(game.setup, std::move(session_host));
    session_->restore(game.moves, game.end);
    session_->start();
    tell();
}

CommandResult<void> GameRoom::handle(const std::string& word, const Json& command) {
    const auto wish = command_from(word, command);
    if (!wish) return tl::unexpected(wish.error());
    return guarded([&]() -> CommandResult<void> {
        const auto status = session_->handle(*wish);
        tell();
        if (!status) return refused(status.error().message);
        return {};
    });
}

CommandResult<SessionCommand> GameRoom::command_from(const std::string& word,
                                                     const Json& command) const {
    if (word == "move" || word == "type") return move_from(command, word == "type");
    if (word == "takeback") return TakeBack{};
    if (word == "redo") return Redo{};
    if (word == "hint") return AskHint{};
    if (word == "draw") return OfferDraw{};
    if (word == "decline") return DeclineDraw{};
    if (word == "resign") return Resign{};
    if (word == "step") return Step{};
    if (word == "pause") return Pause{command.value("on", Json(true)) == true};
    if (word == "pace") {
        constexpr std::int64_t kSlowest = 60'000;
        const auto ms = number_field(command, "ms");
        if (!ms || *ms < 0 || *ms > kSlowest) return refused("a pace is at most a minute");
        return SetPace{Milliseconds{*ms}};
    }
    if (word == "seat") {
        const auto side = color_from(command.value("side", Json{}));
        if (!side) return tl::unexpected(side.error());
        const auto seat = seat_from(command.value("seat", Json{}), host_.engines);
        if (!seat) return tl::unexpected(seat.error());
        return ChangeSeat{*side, *seat};
    }
    return fail(CommandError::malformed, "'" + word.substr(0, 20) + "' is no command");
}

CommandResult<SessionCommand> GameRoom::move_from(const Json& command, bool is_typed) const {
    const auto ply = number_field(command, "ply");
    if (!ply || static_cast<std::size_t>(*ply) != session_->game().ply())
        return refused("the game has moved on");
    const auto text = text_field(command, is_typed ? "text" : "move");
    if (!text) return refused("no move was given");
    const Position& position = session_->game().position();
    const auto move = is_typed ? parse_san(position, *text) : parse_coordinate(position, *text);
    if (!move) return refused(move.error().message);
    return MakeMove{*move};
}

void GameRoom::tick() {
    guarded([&] {
        session_->tick();
        tell();
    });
}

void GameRoom::join(Client& client, std::optional<std::int64_t> since) {
    if (watchers_.empty())
        guarded([&] {
            session_->set_watched(true);
            tell();
        });
    watchers_.insert(&client);
    const auto missed = since && *since >= 0 && *since <= last_event_
                            ? std::optional{static_cast<std::size_t>(last_event_ - *since)}
                            : std::nullopt;
    if (missed && *missed <= recent_.size())
        for (std::size_t i = recent_.size() - *missed; i < recent_.size(); ++i)
            client.send(recent_[i]);
    else
        client.send(std::make_shared<const std::string>(to_text(snapshot())));
}

void GameRoom::leave(Client& client) noexcept {
    if (watchers_.erase(&client) == 0 || !watchers_.empty()) return;
    try {
        session_->set_watched(false);
        tell();
    } catch (const std::exception&) {
        is_broken_ = true;
    }
}

void GameRoom::writes_lost(const std::string& reason) {
    keeper_.fall_behind();
    trouble_with_store_ = "The game is not saved: " + reason;
    tell_all({{"type", "unsaved"}});
}

void GameRoom::tell() {
    for (const SessionEvent& event : std::exchange(untold_, {})) tell_all(event_json(event));
}

void GameRoom::tell_all(Json event) {
    add_common(event, ++last_event_);
    const auto message = std::make_shared<const std::string>(to_text(event));
    recent_.push_back(message);
    if (recent_.size() > kEventsKept) recent_.pop_front();
    for (Client* const watcher : watchers_) watcher->send(message);
}

void GameRoom::add_common(Json& event, std::int64_t number) const {
    event["game"] = number_;
    event["seq"] = number;
    event["state"] = state_json(*session_, host_.names);
    if (!trouble_with_store_.empty()) event["notice"] = trouble_with_store_;
}

Json GameRoom::event_json(const SessionEvent& event) const {
    const auto visit = [&]<typename Event>(const Event& one) -> Json {
        if constexpr (std::is_same_v<Event, MoveMade>) {
            const Position& before = session_->game().position_at(one.ply);
            const ClockedPly& played = session_->ply_at(one.ply);
            return {{"type", "move"},
                    {"move", move_json(before, played.move,
                                       played.clocks[index_of(one.by)].reading().left)}};
        } else if constexpr (std::is_same_v<Event, MovesTakenBack>) {
            return {{"type", "back"}, {"moves", moves_json(*session_)}};
        } else if constexpr (std::is_same_v<Event, GameEnded>) {
            return {{"type", "end"}};
        } else if constexpr (std::is_same_v<Event, DrawOffered>) {
            return {{"type", "drawOffered"}, {"by", word_for(one.by)}};
        } else if constexpr (std::is_same_v<Event, DrawDeclined>) {
            return {{"type", "drawDeclined"}, {"by", word_for(one.by)}};
        } else if constexpr (std::is_same_v<Event, HintGiven>) {
            Json hint{{"type", "hint"}, {"from", to_string(one.from)}};
            if (one.move) hint["move"] = to_coordinate(session_->game().position(), *one.move);
            return hint;
        } else if constexpr (std::is_same_v<Event, PauseChanged>) {
            return {{"type", "paused"}, {"on", one.is_paused}};
        } else if constexpr (std::is_same_v<Event, SeatChanged>) {
            return {{"type", "seat"},
                    {"side", word_for(one.side)},
                    {"seat", to_json(session_->seat(one.side))}};
        } else {
            return {{"type", "trouble"}, {"side", word_for(one.side)}, {"message", one.message}};
        }
    };
    return std::visit(visit, event);
}

Json GameRoom::snapshot() const {
    const GameSetup& setup = session_->setup();
    Json json{
        {"type", "snapshot"},
        {"white", to_json(setup.seats[0])},
        {"black", to_json(setup.seats[1])},
        {"start", to_fen(setup.start)},
        {"clocks",
         {{"white", casual_text(setup.controls[0])}, {"black", casual_text(setup.controls[1])}}},
        {"moves", moves_json(*session_)}};
    add_common(json, last_event_);
    return json;
}

}  // namespace castellan
