// GameRoom: one game and those who watch it. Commands come in as JSON; every event gets a number,
// is written to the store, and then told to all.
#pragma once

#include <deque>
#include <set>

#include "house/client.h"
#include "house/game_json.h"
#include "house/people.h"
#include "house/presence.h"
#include "store/game_keeper.h"

namespace castellan {

/// What a room needs from the house. All of it outlives the room.
struct RoomHost {
    const People& people;
    Thinkers& thinkers;
    ThinkingFor whom;
    Post post;
    GameStore* store;  // or nullptr
    const OpeningNames& names;
    std::span<const EngineChoice> engines;
    MakePlayer make_player;
    std::function<SteadyTime()> now = SteadyClock::now;
};

class GameRoom {
  public:
    /// A game that begins, or one that goes on. `address` is that of its link, if it has one; its
    /// events are numbered on from the last that anybody can have heard of.
    GameRoom(GameId number, const StoredGame& game, RoomHost host, Json address,
             std::int64_t last_event);
    GameRoom(const GameRoom&) = delete;
    GameRoom& operator=(const GameRoom&) = delete;

    GameId number() const { return number_; }
    ThinkingFor whom() const { return host_.whom; }
    const Session& session() const { return *session_; }
    std::int64_t last_event() const { return last_event_; }

    const GameAccess& access() const { return access_; }
    /// The seat that waits for somebody, in a game between people apart.
    std::optional<Color> free_seat() const;
    /// Somebody whom the store has admitted already.
    void admit(PersonId person, GameRole role);

    /// One of the commands that docs/web.md lists for a game, by somebody who may see it.
    CommandResult<void> handle(PersonId person, const std::string& word, const Json& command);
    /// True if the other one has offered it before: both want another game.
    CommandResult<bool> offer_rematch(PersonId person);
    /// The setup of that game, and whose it is.
    StoredGame rematch() const;
    void tell_rematch(GameId next);
    /// By the host.
    void break_off();

    /// First what was missed, or everything; then what happens.
    void join(Client& client, std::optional<std::int64_t> since);
    void leave(Client& client) noexcept;
    const std::set<Client*>& watchers() const { return watchers_; }

    /// Something could not be done to its end, for want of memory: what the store has is the game.
    bool is_broken() const { return is_broken_; }

    /// When tick() has something to do.
    std::optional<SteadyTime> next_deadline() const { return session_->next_deadline(); }
    void tick();
    /// For the clocks after a crash.
    bool has_turn_to_note() const;
    void note_turn();
    /// Something of it could not be written yet.
    bool is_behind() const { return keeper_.is_behind(); }
    void catch_up();
    /// What was written since the store's last group could not be kept.
    void writes_lost(const std::string& reason);

  private:
    CommandResult<void> claim(Color by, const Json& command);
    /// Somebody has come or gone.
    void update_presence();
    Json presence_json() const;
    CommandResult<SessionCommand> command_from(const std::string& word, const Json& command) const;
    CommandResult<SessionCommand> move_from(const Json& command, bool is_typed) const;
    /// Whatever is cut short leaves the room broken.
    template <typename Action>
    auto guarded(Action action);
    /// What has happened in the session since, told to all.
    void tell();
    void tell_all(Json event);
    Json event_json(const SessionEvent& event) const;
    Json snapshot(PersonId person) const;
    void add_common(Json& event, std::int64_t number) const;

    GameId number_;
    RoomHost host_;
    GameAccess access_;
    Json address_;
    GameKeeper keeper_;
    std::set<Client*> watchers_;
    Presence presence_;
    std::optional<Color> rematch_offer_;
    bool has_rematch_ = false;
    std::vector<SessionEvent> untold_;
    std::string trouble_with_store_;
    std::int64_t last_event_;
    std::int64_t first_event_;  // what was before it, another room told
    bool is_broken_ = false;
    std::deque<Message> recent_;  // the last of them, the newest behind
    std::shared_ptr<bool> is_here_ = std::make_shared<bool>(true);  // for what engines post late
    std::optional<Session> session_;
};

}  // namespace castellan
