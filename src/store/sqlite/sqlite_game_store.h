// SqliteGameStore: games and settings in one file on the disk.
#pragma once

#include <functional>

#include "store/game_store.h"
#include "store/sqlite/games_database.h"

namespace castellan {

class SqliteGameStore final : public GameStore {
  public:
    /// `holder` is what other programs are told that want to write into the same file; if one of
    /// them has it, the error is StoreError::busy. notice() tells of damage.
    static Result<SqliteGameStore, StoreError> open(const std::string& path,
                                                    std::string_view holder = "castellan");
    /// The same, but beside a program that has it nothing can be written.
    static Result<SqliteGameStore, StoreError> open_to_read(const std::string& path,
                                                            std::string_view holder = "castellan");

    /// A copy of everything as of now, while others write. The file must not be there yet.
    Result<void, StoreError> back_up(const std::string& path) {
        return file_.database.copy_to(path);
    }

    const std::string& notice() const override { return file_.notice; }
    Result<std::uint64_t, StoreError> begin_group() override;
    Result<void, StoreError> end_group() override;
    std::uint64_t groups_lost() const override { return groups_lost_; }
    std::uint64_t groups_kept() const override { return groups_kept_; }
    Result<GameId, StoreError> create(const GameSetup& setup,
                                      const GameAccess& access = {}) override;
    Result<std::vector<GameId>, StoreError> add(std::span<const StoredGame> games) override;
    Result<void, StoreError> admit(GameId game, PersonId person, GameRole role) override;
    Result<GameId, StoreError> find_link(std::string_view link) override;
    Result<void, StoreError> append(GameVersion& version, std::size_t ply,
                                    const StoredPly& played) override;
    Result<void, StoreError> rewrite(GameVersion& version,
                                     std::span<const StoredPly> plies) override;
    Result<void, StoreError> finish(GameVersion& version, const GameEnd& end) override;
    Result<void, StoreError> name_opening(GameVersion& version, std::string_view eco,
                                          std::string_view name) override;
    Result<void, StoreError> set_seat(GameVersion& version, Color side, const Seat& seat) override;
    Result<void, StoreError> note_turn(const GameVersion& version, Microseconds spent) override;
    Result<void, StoreError> remove(std::span<const GameId> games,
                                    std::optional<PersonId> person = {}) override;
    Result<void, StoreError> restore(std::span<const GameId> games,
                                     std::optional<PersonId> person = {}) override;
    Result<StoredGame, StoreError> load(GameId game) override;
    Result<std::vector<GameSummary>, StoreError> list(const GameFilter& filter = {}) override;
    Result<std::vector<GameId>, StoreError> numbers(std::optional<PersonId> person) override;
    Result<std::optional<GameId>, StoreError> open_game() override;
    std::optional<std::string> setting(std::string_view key) override;
    std::map<std::string, std::string> settings(std::string_view prefix) override;
    Result<void, StoreError> set_setting(std::string_view key, std::string_view value) override;

    // In sqlite_people_store.cpp:
    Result<std::vector<StoredPerson>, StoreError> people() override;
    Result<std::map<std::string, PersonId>, StoreError> keys() override;
    Result<StoredPerson, StoreError> add_person(std::string_view name) override;
    Result<void, StoreError> rename_person(PersonId person, std::string_view name) override;
    Result<void, StoreError> remove_person(PersonId person) override;
    Result<void, StoreError> add_key(PersonId person, std::string_view key) override;
    Result<void, StoreError> remove_key(std::string_view key) override;
    Result<std::map<PersonId, std::int64_t>, StoreError> games_of_people() override;

  private:
    explicit SqliteGameStore(GamesDatabase file) : file_{std::move(file)} {}
    /// The next revision of a game, by `work`; all of it or nothing.
    Result<void, StoreError> revise(GameVersion& version,
                                    const std::function<Result<void, StoreError>()>& work);
    Result<GameId, StoreError> add_one(const StoredGame& game);
    Result<void, StoreError> add_plies(GameId game, std::span<const StoredPly> plies);
    Result<void, StoreError> add_ply(GameId game, std::size_t ply, const StoredPly& played);
    Result<void, StoreError> set_end(GameId game, const GameEnd& end);
    Result<void, StoreError> set_opening(GameId game, std::string_view eco, std::string_view name);
    Result<void, StoreError> mark_deleted(std::span<const GameId> games,
                                          std::optional<PersonId> person, bool is_deleted);
    Result<void, StoreError> load_company(GameId game, GameAccess& access);

    GamesDatabase file_;
    bool is_in_group_ = false;
    std::uint64_t groups_begun_ = 0;
    std::uint64_t groups_lost_ = 0;
    std::uint64_t groups_kept_ = 0;
};

}  // namespace castellan
