// SqliteGameStore: games and settings in one file on the disk.
#pragma once

#include <functional>

#include "store/game_store.h"
#include "store/sqlite/database.h"

namespace castellan {

class SqliteGameStore final : public GameStore {
  public:
    /// A damaged file is put aside as FILE.bad, and notice() tells of it.
    static Result<SqliteGameStore, StoreError> open(const std::string& path);

    const std::string& notice() const override { return notice_; }
    Result<void, StoreError> begin_group() override;
    Result<void, StoreError> end_group() override;
    std::uint64_t groups_lost() const override { return groups_lost_; }
    Result<GameId, StoreError> create(const GameSetup& setup) override;
    Result<std::vector<GameId>, StoreError> add(std::span<const StoredGame> games) override;
    Result<void, StoreError> append(GameId game, std::size_t ply, const StoredPly& played) override;
    Result<void, StoreError> rewrite(GameId game, std::span<const StoredPly> plies) override;
    Result<void, StoreError> finish(GameId game, const GameEnd& end) override;
    Result<void, StoreError> name_opening(GameId game, std::string_view eco,
                                          std::string_view name) override;
    Result<void, StoreError> set_seat(GameId game, Color side, const Seat& seat) override;
    Result<void, StoreError> remove(GameId game) override;
    Result<void, StoreError> restore(GameId game) override;
    Result<StoredGame, StoreError> load(GameId game) override;
    Result<std::vector<GameSummary>, StoreError> list(const GameFilter& filter = {}) override;
    Result<std::optional<GameId>, StoreError> open_game() override;
    std::optional<std::string> setting(std::string_view key) override;
    std::map<std::string, std::string> settings(std::string_view prefix) override;
    Result<void, StoreError> set_setting(std::string_view key, std::string_view value) override;

  private:
    explicit SqliteGameStore(Database database) : database_{std::move(database)} {}
    static Result<SqliteGameStore, StoreError> open_sound(const std::string& path);
    /// All of it or nothing.
    Result<void, StoreError> in_transaction(const std::function<Result<void, StoreError>()>& work);
    Result<void, StoreError> bring_up_to_date();
    Result<GameId, StoreError> add_one(const StoredGame& game);
    Result<void, StoreError> append_all(GameId game, std::span<const StoredPly> plies);
    Result<void, StoreError> mark_deleted(GameId game, bool is_deleted);

    Database database_;
    std::string notice_;
    bool is_in_group_ = false;
    std::uint64_t groups_lost_ = 0;
};

}  // namespace castellan
