// GameKeeper: writes what happens in a session to the store, before anybody is told.
#pragma once

#include "chess/openings/opening_names.h"
#include "play/game_store.h"

namespace castellan {

class GameKeeper {
  public:
    /// Both are lent. Without a store nothing is kept.
    GameKeeper(GameStore* store, const OpeningNames& names) : store_{store}, names_{names} {}

    /// A new game. An error means that this one is not kept.
    Result<void, DatabaseError> begin(const GameSetup& setup);
    void resume(GameId game) { game_ = game; }

    /// After an error the rest of the game is not kept.
    Result<void, DatabaseError> keep(const Session& session, const SessionEvent& event);

  private:
    Result<void, DatabaseError> write(const Session& session, const SessionEvent& event);

    GameStore* store_;
    const OpeningNames& names_;
    std::optional<GameId> game_;
    const OpeningLine* opening_ = nullptr;  // the last that was written
};

}  // namespace castellan
