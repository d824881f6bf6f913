// GameRoom: one game and those who watch it. Commands come in as JSON; every event gets a number,
// is written to the store, and then told to all.
#pragma once

#include <deque>
#include <set>

#include "house/client.h"
#include "house/game_json.h"
#include "store/game_keeper.h"

namespace castellan {

/// What a room needs from the house. All of it outlives the room.
struct RoomHost {
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
    /// A game that begins, or one that goes on.
    GameRoom(GameId number, const StoredGame& game, RoomHost host);
    GameRoom(const GameRoom&) = delete;
    GameRoom& operator=(const GameRoom&) = delete;

    GameId number() const { return number_; }
    ThinkingFor whom() const { return host_.whom; }
    const Session& session() const { return *session_; }

    /// One of the commands that docs/web.md lists for a game.
    CommandResult<void> handle(const std::string& word, const Json& command);

    /// First what was missed, or everything; then what happens.
    void join(Client& client, std::optional<std::int64_t> since);
    void leave(Client& client) noexcept;
    const std::set<Client*>& watchers() const { return watchers_; }

    /// Something could not be done to its end, for want of memory: what the store has is the game.
    bool is_broken() const { return is_broken_; }

    /// When tick() has something to do.
    std::optional<SteadyTime> next_deadline() const { return session_->next_deadline(); }
    void tick();
    /// What was written since the store's last group could not be kept.
    void writes_lost(const std::string& reason);

  private:
    CommandResult<SessionCommand> command_from(const std::string& word, const Json& command) const;
    CommandResult<SessionCommand> move_from(const Json& command, bool is_typed) const;
    /// Whatever is cut short leaves the room broken.
    template <typename Action>
    auto guarded(Action action);
    /// What has happened in the session since, told to all.
    void tell();
    void tell_all(Json event);
    Json event_json(const SessionEvent& event) const;
    Json snapshot() const;
    void add_common(Json& event, std::int64_t number) const;

    GameId number_;
    RoomHost host_;
    GameKeeper keeper_;
    std::set<Client*> watchers_;
    std::vector<SessionEvent> untold_;
    std::string trouble_with_store_;
    std::int64_t last_event_ = 0;
    bool is_broken_ = false;
    std::deque<Message> recent_;  // the last of them, the newest behind
    std::shared_ptr<bool> is_here_ = std::make_shared<bool>(true);  // for what engines post late
    std::optional<Session> session_;
};

}  // namespace castellan
