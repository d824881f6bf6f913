// Lobby: all games of a server and all who are connected. It understands what clients say and lets
// the rooms do it; it knows nothing of sockets.
#pragma once

#include <unordered_map>

#include "house/game_room.h"
#include "house/log.h"
#include "play/engine_pool.h"
#include "store/game_import.h"

namespace castellan {

struct LobbySettings {
    std::vector<EngineChoice> engines{};  // that clients may choose
    EnginePoolSettings pool{};            // of the Castellans that all games share
    ThinkersSettings thinkers{};          // and the threads
    std::int64_t first_event = 0;         // greater than every one of the lobby before this
    std::size_t most_rooms = 2'000;
    std::size_t most_programs = 8;  // that play at the same time
    // Of one person, where there are several:
    std::size_t most_rooms_of_one = 100;
    std::size_t most_programs_of_one = 2;
    PeopleSettings people{};
    /// Where a browser finds the server: "https://chess.example.org"; asked when it listens.
    std::function<std::string()> address{};
    /// As a QR code, in rows of 0 and 1.
    std::function<std::string(const std::string& text)> make_qr{};
    Log log{};
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

    /// A browser with this key wants to come in, by a secret of an address: docs/web.md, People.
    struct Entry {
        Json answer;
        std::string key{};  // a new one for this browser; empty if it keeps its own
    };
    CommandResult<Entry> enter(const Json& wish, const std::string& key);
    /// Whether an address with this query would let somebody in.
    bool is_way_in(std::string_view query);
    const People& people() const { return people_; }

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
    /// Empty, or why games cannot be kept just now.
    const std::string& trouble() const { return trouble_with_store_; }
    /// As Prometheus reads them.
    std::string metrics() const;

  private:
    using Answer = CommandResult<Json>;
    enum class For { everybody, people, host };  // people: where there are several
    struct Command {
        std::string_view name;
        Answer (Lobby::*run)(Client& client, const Json& command);
        bool changes_something = false;
        For whom = For::everybody;
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
    Answer join(Client& client, const Json& command);
    Answer rematch(Client& client, GameRoom& room);

    /// A new game with a room of its own.
    CommandResult<GameRoom*> begin_game(StoredGame game, Client& client);
    CommandResult<void> check_hints(PersonId person);
    /// The list of a command that is about several.
    CommandResult<std::vector<GameId>> games_named(const Json& command) const;
    static bool changes_something(const Json& command);
    void remember(const std::string& id, const Message& answer);

    // In lobby_people.cpp:
    Answer add_device(Client& client, const Json& command);
    Answer forget(Client& client, const Json& command);
    Answer list_people(Client& client, const Json& command);
    Answer remove_person(Client& client, const Json& command);
    Answer end_game(Client& client, const Json& command);
    Answer revoke(Client& client, const Json& command);
    CommandResult<Entry> enter_by_token(const std::string& token, const Json& wish,
                                        std::optional<PersonId> known);
    CommandResult<Entry> become(PersonId person, const Json& wish, std::optional<PersonId> known);
    CommandResult<Entry> let_in(CommandResult<std::string> key, PersonId person);
    CommandResult<Entry> welcome(const Json& wish, std::optional<PersonId> known, PersonId from);
    /// The address of a secret and its QR code.
    Json way_in(const std::string& kind, const std::string& secret) const;
    Json invitation() const { return way_in("token", people_.invitation()); }

    using Preferences = std::map<std::string, std::string>;
    Preferences& preferences_of(PersonId person);
    void log(LogLevel level, const std::string& line) const;
    std::string describe(GameId number, const GameSetup& setup) const;
    std::string describe(PersonId person) const;
    Json open_games(PersonId person);
    CommandResult<GameId> find_link(std::string_view link);
    /// To come by the game's link: its creator.
    std::optional<PersonId> who_invites(GameId number);

    // In lobby_rooms.cpp:
    /// One that is being played, or one of the store that is brought to life again.
    CommandResult<GameRoom*> room(const Json& command, Client& client);
    CommandResult<GameRoom*> room_of(GameId number, Client& client, bool has_link);
    /// What is somebody else's is not there either.
    static std::string no_game(GameId number);
    static constexpr const char* kNoMemory =
        "there is not enough memory for that just now: try again";
    GameRoom& open_room(GameId number, const StoredGame& game, ThinkingFor whom);
    ThinkingFor whom(const Client& client) const;
    std::unique_ptr<GameRoom> make_room(GameId number, const StoredGame& game, ThinkingFor whom);
    /// Why no room can be opened for such a game, or such a seat be taken.
    CommandResult<void> check_capacity(const GameSetup& setup, ThinkingFor whom);
    CommandResult<void> check_programs(std::size_t more, ThinkingFor whom) const;
    /// From what the store has; false if that cannot be done either.
    bool mend(std::unique_ptr<GameRoom>& room) noexcept;
    static constexpr std::chrono::seconds kBetweenSweeps{30};
    void sweep();
    bool has_broken_rooms() const;
    bool is_behind() const;

    LobbySettings settings_;
    const OpeningNames& names_;
    GameStore* store_;
    std::string notice_;
    Post post_;
    People people_;
    std::map<PersonId, Preferences> preferences_;  // as far as they were asked for
    std::map<PersonId, RateLimit> hints_;
    std::map<GameId, std::int64_t> last_events_;  // of games whose rooms have gone
    std::set<Client*> clients_;
    GameId next_unkept_ = -1;                           // numbers of games that no store has
    std::unordered_map<std::string, Message> answers_;  // by clients and the ids of commands
    std::deque<std::string> answered_;                  // the oldest first
    SteadyTime next_sweep_;
    SteadyTime next_note_;  // of how long those to move have thought
    std::uint64_t games_begun_ = 0;
    Message no_memory_;               // an answer that needs none
    std::string trouble_with_store_;  // since the last group that could not be written
    std::uint64_t groups_kept_ = 0;
    std::uint64_t groups_lost_ = 0;  // of those that the store could not write, how many are known
    EnginePool pool_;
    Thinkers thinkers_;                                  // whose players use the pool
    std::map<GameId, std::unique_ptr<GameRoom>> rooms_;  // they use everything above
};

}  // namespace castellan
