// GameStore: games and settings on the disk. A move that has been appended survives whatever
// happens to the program afterwards.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "play/session.h"
#include "store/sqlite/database.h"

namespace castellan {

using GameId = std::int64_t;

struct StoredGame {
    GameSetup setup;
    std::vector<Session::TimedMove> moves;
    std::optional<GameEnd> end;  // none: it can be continued
    std::string started;         // UTC, "2026-05-01 18:30:00"
    std::string eco{};
    std::string opening{};
    std::string pgn{};  // of a game from elsewhere, with all that was in it
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
};

/// Empty fields allow everything.
struct GameFilter {
    std::string player{};   // a part of a name
    std::string opening{};  // a part of its name, or an ECO code
    std::string result{};   // "1-0"
    std::string since{};    // "2026-05-01"
    std::string until{};
    int limit = -1;
    GameId before = 0;            // only older ones than this
    bool is_played_here = false;  // none from elsewhere
};

class GameStore {
  public:
    /// A damaged file is put aside as FILE.bad, and notice() tells of it.
    static Result<GameStore, DatabaseError> open(const std::string& path);
    const std::string& notice() const { return notice_; }

    /// The moves of many games are on the disk sooner if they are written together: those from here
    /// on are kept for good by end_group(), all of them or none. Within a group nothing happens.
    Result<void, DatabaseError> begin_group();
    /// Whatever is no move of a game ends the group before it, too.
    Result<void, DatabaseError> end_group();
    /// How many could not be written.
    std::uint64_t groups_lost() const { return groups_lost_; }

    Result<GameId, DatabaseError> create(const GameSetup& setup);
    /// Whole games, all of them or none; their numbers in the same order.
    Result<std::vector<GameId>, DatabaseError> add(std::span<const StoredGame> games);
    /// `ply` is the number of moves before it.
    Result<void, DatabaseError> append(GameId game, std::size_t ply, const StoredPly& played);
    /// Moves were taken back or redone: these are all there are, and the game is on.
    Result<void, DatabaseError> rewrite(GameId game, std::span<const StoredPly> plies);
    Result<void, DatabaseError> finish(GameId game, const GameEnd& end);
    Result<void, DatabaseError> name_opening(GameId game, std::string_view eco,
                                             std::string_view name);
    Result<void, DatabaseError> set_seat(GameId game, Color side, const Seat& seat);
    /// Out of sight at once, for good after a month; until then it can be brought back.
    Result<void, DatabaseError> remove(GameId game);
    Result<void, DatabaseError> restore(GameId game);

    Result<StoredGame, DatabaseError> load(GameId game);
    /// The newest first.
    Result<std::vector<GameSummary>, DatabaseError> list(const GameFilter& filter = {});
    /// The newest game played here that is not over.
    Result<std::optional<GameId>, DatabaseError> open_game();

    std::optional<std::string> setting(std::string_view key);
    /// Those whose key begins like this, without that beginning.
    std::map<std::string, std::string> settings(std::string_view prefix);
    Result<void, DatabaseError> set_setting(std::string_view key, std::string_view value);

  private:
    /// All of it or nothing.
    Result<void, DatabaseError> in_transaction(
        const std::function<Result<void, DatabaseError>()>& work);
    Result<void, DatabaseError> bring_up_to_date();
    Result<GameId, DatabaseError> add_one(const StoredGame& game);
    Result<void, DatabaseError> append_all(GameId game, std::span<const StoredPly> plies);
    Result<void, DatabaseError> mark_deleted(GameId game, bool is_deleted);
    explicit GameStore(Database database) : database_{std::move(database)} {}
    static Result<GameStore, DatabaseError> open_sound(const std::string& path);

    Database database_;
    std::string notice_;
    bool is_in_group_ = false;
    std::uint64_t groups_lost_ = 0;
};

}  // namespace castellan
