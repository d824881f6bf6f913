// GameKeeper: writes what happens in a session to the store, before anybody is told.
#pragma once

#include "chess/openings/opening_names.h"
#include "store/game_store.h"

namespace castellan {

/// When what was written is on the disk.
enum class Keeping {
    at_once,
    in_groups,  // when the store's group is ended, by somebody else
};

class GameKeeper {
  public:
    /// Both are lent. Without a store nothing is kept.
    GameKeeper(GameStore* store, const OpeningNames& names, Keeping keeping = Keeping::at_once)
        : store_{store}, names_{names}, keeping_{keeping} {}

    /// A new game. After an error everything is written when the next event comes.
    Result<void, StoreError> begin(const GameSetup& setup);
    /// A game of the store; without one a new one is made.
    void resume(std::optional<GameVersion> version);

    /// After an error, what is missing is written as soon as that is possible again.
    Result<void, StoreError> keep(const Session& session, const SessionEvent& event);
    /// Something is not in the store, for an error that may have passed.
    bool is_behind() const { return store_ != nullptr && is_behind_; }
    Result<void, StoreError> catch_up(const Session& session);
    /// How long the one to move has thought so far. What cannot be kept is tried again soon.
    void note_turn(Microseconds spent);
    /// What was written has been lost, with its group.
    void fall_behind();

  private:
    Result<void, StoreError> begin_group();
    Result<void, StoreError> write(const Session& session, const SessionEvent& event);
    Result<void, StoreError> write_everything(const Session& session);
    Result<void, StoreError> write_opening(const Session& session);

    GameStore* store_;
    const OpeningNames& names_;
    Keeping keeping_;
    std::optional<GameVersion> version_;
    std::optional<GameVersion> settled_;  // before the group that is being written
    std::uint64_t group_ = 0;
    bool is_behind_ = false;                // something has not been written
    const OpeningLine* opening_ = nullptr;  // the last that was written
};

}  // namespace castellan
