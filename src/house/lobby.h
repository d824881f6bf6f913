// Lobby: all games of a server and all who are connected. It understands what clients say and lets
// the rooms do it; it knows nothing of sockets.
#pragma once

#include <unordered_map>

#include "house/game_room.h"
#include "play/engine_pool.h"
#include "store/game_import.h"

namespace castellan {

struct LobbySettings {
    std::vector<EngineChoice> engines{};  // that clients may choose
    EnginePoolSettings pool{};            // of the Castellans that all games share
    ThinkersSettings thinkers{};          // and the threads
    std::size_t most_rooms = 2'000;
    std::size_t most_programs = 8;  // that play at the same time
    /// For seats of other programs; where there are none, nobody can choose one.
    std::function<std::unique_ptr<Player>(const std::string& command, std::stop_token gone)>
        make_program_player{};
};

class Lobby {
  public:
    /// The names and the store are lent. Without a store games live as long as the lobby; `notice`
    /// says why.
    Lobby(LobbySettings settings, const OpeningNames& names, GameStore* store, std::string notice,
          Post post);
    Lobby(const Lobby&) = delete;
    Lobby& operator=(const Lobby&) = delete;
    ~Lobby() { settle(); }

    void connect(Client& client);
    void disconnect(Client& client) noexcept;
    /// A command; the client gets an answer in any case, or is cut off.
    void receive(Client& client, std::string_view text) noexcept;

    /// A command for which there is no memory.
    void refuse(Client& client, std::string_view text) noexcept;

    /// When tick() has something to do.
    std::optional<SteadyTime> next_deadline() const;
    void tick();
    /// Brings what has happened to the disk; only then may the clients be told. Many things at once
    /// take hardly longer than one.
    void settle();

    GameStore* store() { return store_; }

  private:
    using Answer = CommandResult<Json>;
    struct Command {
        std::string_view name;
        Answer (Lobby::*run)(Client& client, const Json& command);
        bool changes_something = false;
    };
    static std::span<const Command> commands();

    void answer(Client& client, const std::string& id, const Json& command);
    Answer carry_out(Client& client, const Json& command);
    Answer begin(Client& client, const Json& command);
    Answer watch(Client& client, const Json& command);
    Answer unwatch(Client& client, const Json& command);
    Answer list(Client& client, const Json& command);
    Answer record(Client& client, const Json& command);
    Answer remove(Client& client, const Json& command);
    Answer restore(Client& client, const Json& command);
    Answer set(Client& client, const Json& command);
    Answer in_game(Client& client, const std::string& word, const Json& command);

    Json open_games();
    /// One that is being played, or one of the store that is brought to life again.
    CommandResult<GameRoom*> room(const Json& command, Client& client);
    GameRoom& open_room(GameId number, const StoredGame& game, ThinkingFor whom);
    std::unique_ptr<GameRoom> make_room(GameId number, const StoredGame& game, ThinkingFor whom);
    /// Why no room can be opened for such a game, or such a seat be taken.
    CommandResult<void> check_capacity(const GameSetup& setup);
    CommandResult<void> check_programs(std::size_t more) const;
    /// From what the store has; false if that cannot be done either.
    bool mend(std::unique_ptr<GameRoom>& room) noexcept;
    void sweep();
    /// The list of a command that is about several.
    CommandResult<std::vector<GameId>> games_named(const Json& command) const;
    static bool changes_something(const Json& command);
    void remember(const std::string& id, const Message& answer);
    bool has_broken_rooms() const;

    LobbySettings settings_;
    const OpeningNames& names_;
    GameStore* store_;
    std::string notice_;
    Post post_;
    std::map<std::string, std::string> preferences_;
    std::set<Client*> clients_;
    GameId next_unkept_ = -1;                           // numbers of games that no store has
    std::unordered_map<std::string, Message> answers_;  // by clients and the ids of commands
    std::deque<std::string> answered_;                  // the oldest first
    SteadyTime next_sweep_;
    Message no_memory_;               // an answer that needs none
    std::string trouble_with_store_;  // since the last group that could not be written
    std::uint64_t groups_kept_ = 0;
    std::uint64_t groups_lost_ = 0;  // of those that the store could not write, how many are known
    EnginePool pool_;
    Thinkers thinkers_;                                  // whose players use the pool
    std::map<GameId, std::unique_ptr<GameRoom>> rooms_;  // they use everything above
};

}  // namespace castellan
