// GameStore: games and settings that outlive the program. An interface: SQLite is behind it where
// there is a disk (store/sqlite). A move that has been appended survives whatever happens
// afterwards.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "play/session.h"
#include "store/people_store.h"

namespace castellan {

using GameId = std::int64_t;

/// Whose a game is, and who else may come near it.
struct GameAccess {
    PersonId owner = kHost;                             // of a game at one board
    std::array<PersonId, 2> players{kNobody, kNobody};  // of one between two people apart
    std::set<PersonId> watchers{};                      // who came by its link
    std::string link{};                                 // the secret in it; only apart
    bool may_be_watched = false;

    /// Of a game between two people apart.
    std::optional<Color> side_of(PersonId person) const {
        if (players[0] == person) return Color::white;
        if (players[1] == person) return Color::black;
        return std::nullopt;
    }
    bool is_of(PersonId person) const {
        return owner == person || players[0] == person || players[1] == person;
    }
    bool may_be_seen_by(PersonId person) const {
        return is_of(person) || (may_be_watched && watchers.contains(person));
    }
};

/// How somebody comes near a game between two people apart.
enum class GameRole { white, black, watcher };

/// A game as somebody knows it. Each write makes a new revision; who knows an older one may not
/// write, since another program has gone on with the game.
struct GameVersion {
    GameId game;
    std::int64_t revision = 0;
};

struct StoredGame {
    GameSetup setup;
    std::vector<Session::TimedMove> moves;
    std::optional<GameEnd> end;  // none: it can be continued
    std::string started;         // UTC, "2026-05-01 18:30:00"
    std::string eco{};
    std::string opening{};
    std::string pgn{};  // of a game from elsewhere, with all that was in it
    std::int64_t revision = 0;
    GameAccess access{};
    Microseconds turn_spent{0};  // by the one to move, as far as it is known
};

/// A move in coordinate notation.
struct StoredPly {
    std::string move;
    Microseconds spent;
};

/// One line of a list.
struct GameSummary {
    GameId id;
    std::string started;
    std::string white;
    std::string black;
    std::string result;  // "*" while it is open
    std::string opening;
    std::int64_t plies;
    std::string eco;
    bool is_over;  // also without a result
};

/// Empty fields allow everything.
struct GameFilter {
    std::string player{};   // a part of a name
    std::string opening{};  // a part of its name, or an ECO code
    std::string result{};   // "1-0"
    std::string since{};    // "2026-05-01"
    std::string until{};
    int limit = -1;
    GameId before = 0;                 // only older ones than this
    bool is_played_here = false;       // none from elsewhere
    std::optional<PersonId> person{};  // whose they are
};

class GameStore : public PeopleStore {
  public:
    /// Something that people should know about what was found, such as damage; mostly empty.
    virtual const std::string& notice() const = 0;

    /// The moves of many games are on the disk sooner if they are written together: those from here
    /// on are kept for good by end_group(), all of them or none. The number of the group, which is
    /// that of the one before as long as that has not ended.
    virtual Result<std::uint64_t, StoreError> begin_group() = 0;
    /// Whatever is no move of a game ends the group before it, too.
    virtual Result<void, StoreError> end_group() = 0;
    /// How many could not be written.
    virtual std::uint64_t groups_lost() const = 0;
    /// And how many could.
    virtual std::uint64_t groups_kept() const = 0;

    virtual Result<GameId, StoreError> create(const GameSetup& setup,
                                              const GameAccess& access = {}) = 0;
    /// Whole games, all of them or none; their numbers in the same order.
    virtual Result<std::vector<GameId>, StoreError> add(std::span<const StoredGame> games) = 0;
    /// Somebody has opened the game's link.
    virtual Result<void, StoreError> admit(GameId game, PersonId person, GameRole role) = 0;
    /// The game with this secret in its link.
    virtual Result<GameId, StoreError> find_link(std::string_view link) = 0;
    /// These make the next revision of the game, or fail as StoreError::stale.
    /// `ply` is the number of moves before it.
    virtual Result<void, StoreError> append(GameVersion& version, std::size_t ply,
                                            const StoredPly& played) = 0;
    /// Moves were taken back or redone: these are all there are, and the game is on.
    virtual Result<void, StoreError> rewrite(GameVersion& version,
                                             std::span<const StoredPly> plies) = 0;
    virtual Result<void, StoreError> finish(GameVersion& version, const GameEnd& end) = 0;
    virtual Result<void, StoreError> name_opening(GameVersion& version, std::string_view eco,
                                                  std::string_view name) = 0;
    virtual Result<void, StoreError> set_seat(GameVersion& version, Color side,
                                              const Seat& seat) = 0;
    /// How long the one to move has thought so far, for the clocks after a crash. No new revision.
    virtual Result<void, StoreError> note_turn(const GameVersion& version, Microseconds spent) = 0;
    /// Out of a person's sight at once, for good after a month; until then it can be brought back.
    /// All of them or none. Of nobody in particular: out of everybody's, as the owner of the file.
    virtual Result<void, StoreError> remove(std::span<const GameId> games,
                                            std::optional<PersonId> person = {}) = 0;
    virtual Result<void, StoreError> restore(std::span<const GameId> games,
                                             std::optional<PersonId> person = {}) = 0;

    virtual Result<StoredGame, StoreError> load(GameId game) = 0;
    /// The newest first.
    virtual Result<std::vector<GameSummary>, StoreError> list(const GameFilter& filter = {}) = 0;
    /// All of them, or a person's; the oldest first.
    virtual Result<std::vector<GameId>, StoreError> numbers(std::optional<PersonId> person) = 0;
    /// The host's newest game played here that is not over.
    virtual Result<std::optional<GameId>, StoreError> open_game() = 0;

    virtual std::optional<std::string> setting(std::string_view key) = 0;
    /// Those whose key begins like this, without that beginning.
    virtual std::map<std::string, std::string> settings(std::string_view prefix) = 0;
    virtual Result<void, StoreError> set_setting(std::string_view key, std::string_view value) = 0;
};

}  // namespace castellan
