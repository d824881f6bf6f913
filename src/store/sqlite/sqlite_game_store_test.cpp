#include "store/sqlite/sqlite_game_store.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "chess/notation/fen.h"
#include "chess/notation/san.h"
#include "play/opponents.h"
#include "store/game_import.h"
#include "store/game_keeper.h"
#include "store/game_pgn.h"
#include "tests/support/failing_files.h"
#include "tests/support/full_disk.h"
#include "tests/support/temporary_folder.h"

namespace castellan {
namespace {

class GameStoreTest : public testing::Test {
  protected:
    std::string path() const { return folder_ / "games.db"; }
    SqliteGameStore open() const {
        auto store = SqliteGameStore::open(path());
        EXPECT_TRUE(store) << store.error().message;
        return std::move(*store);
    }
    static GameSetup setup() {
        GameSetup setup;
        setup.seats = {person_seat("Ann"), level_seat(1400)};
        setup.controls[0] = *parse_time_control("300+3");
        setup.seed = ~0ULL;
        return setup;
    }

  private:
    const TemporaryFolder folder_;
};

TEST_F(GameStoreTest, AGameComesBackAsItWas) {
    GameId id = 0;
    {
        SqliteGameStore store = open();
        id = store.create(setup()).value();
        GameVersion version{id};
        ASSERT_TRUE(store.append(version, 0, {"e2e4", Milliseconds{1'500}}));
        ASSERT_TRUE(store.append(version, 1, {"e7e5", Milliseconds{20}}));
    }
    SqliteGameStore store = open();
    EXPECT_EQ(store.open_game().value(), id);
    const auto game = store.load(id);
    ASSERT_TRUE(game) << game.error().message;
    EXPECT_EQ(game->moves.size(), 2U);
    EXPECT_EQ(game->moves[0].spent, Milliseconds{1'500});
    EXPECT_EQ(game->setup.seats[1].strength, 1400);
    EXPECT_EQ(game->setup.seed, ~0ULL);
    EXPECT_EQ(to_text(game->setup.controls[0]), "300+3");
    EXPECT_TRUE(game->setup.controls[1].is_unlimited());
    EXPECT_FALSE(game->end);
}

TEST_F(GameStoreTest, AGroupIsOnTheDiskWhenItIsEnded) {
    SqliteGameStore store = open();
    const GameId id = store.create(setup()).value();
    GameVersion version{id};
    ASSERT_TRUE(store.begin_group());
    ASSERT_TRUE(store.append(version, 0, {"e2e4", {}}));
    const StoredPly other[] = {{"d2d4", {}}, {"d7d5", {}}};
    ASSERT_TRUE(store.rewrite(version, other));
    SqliteGameStore reader = *SqliteGameStore::open_to_read(path());
    EXPECT_TRUE(reader.load(id)->moves.empty());
    ASSERT_TRUE(store.end_group());
    EXPECT_EQ(reader.load(id)->moves.size(), 2U);
    EXPECT_EQ(store.groups_lost(), 0U);
}

TEST_F(GameStoreTest, WhatIsNoMoveEndsTheGroupBeforeIt) {
    SqliteGameStore store = open();
    const GameId id = store.create(setup()).value();
    GameVersion version{id};
    ASSERT_TRUE(store.begin_group());
    ASSERT_TRUE(store.append(version, 0, {"e2e4", {}}));
    ASSERT_TRUE(store.create(setup()));
    SqliteGameStore reader = *SqliteGameStore::open_to_read(path());
    EXPECT_EQ(reader.load(id)->moves.size(), 1U);
    EXPECT_EQ(reader.list()->size(), 2U);
}

TEST_F(GameStoreTest, AGroupThatFindsNoRoomIsLostAsAWholeAndSaysSo) {
    SqliteGameStore store = open();
    const GameId id = store.create(setup()).value();
    GameVersion version{id};
    {
        const FullDisk full;
        ASSERT_TRUE(store.begin_group());
        (void)store.append(version, 0, {"e2e4", {}});
        EXPECT_FALSE(store.end_group());
    }
    EXPECT_EQ(store.groups_lost(), 1U);
    EXPECT_TRUE(store.load(id)->moves.empty());
    version.revision = store.load(id)->revision;
    EXPECT_TRUE(store.append(version, 0, {"e2e4", {}}));
}

TEST_F(GameStoreTest, MovesTakenBackAreGoneAndTheEndWithThem) {
    SqliteGameStore store = open();
    const GameId id = store.create(setup()).value();
    GameVersion version{id};
    for (std::size_t ply = 0; const char* const move : {"f2f3", "e7e5", "g2g4", "d8h4"})
        ASSERT_TRUE(store.append(version, ply++, {move, Milliseconds{1}}));
    ASSERT_TRUE(store.finish(version, {PgnResult::black_wins, "Checkmate", "normal"}));
    EXPECT_FALSE(store.open_game().value());
    EXPECT_EQ(store.load(id)->end->result, PgnResult::black_wins);
    const StoredPly left[] = {{"f2f3", Milliseconds{1}}, {"e7e5", Milliseconds{1}}};
    ASSERT_TRUE(store.rewrite(version, left));
    EXPECT_EQ(store.load(id)->moves.size(), 2U);
    EXPECT_EQ(store.open_game().value(), id);
    ASSERT_TRUE(store.append(version, 2, {"d2d4", Milliseconds{1}}));
    EXPECT_EQ(store.load(id)->moves.size(), 3U);
    EXPECT_FALSE(store.append(version, 2, {"e2e4", Milliseconds{1}})) << "there is one already";
}

TEST_F(GameStoreTest, ListsAreFiltered) {
    SqliteGameStore store = open();
    const GameId first = store.create(setup()).value();
    GameSetup other = setup();
    other.seats[0].name = "100%_Bob";
    const GameId second = store.create(other).value();
    GameVersion version{second};
    ASSERT_TRUE(store.name_opening(version, "B20", "Sicilian Defence"));
    ASSERT_TRUE(store.finish(version, {PgnResult::draw, "", "normal"}));
    const auto ids = [&](const GameFilter& filter) {
        std::vector<GameId> found;
        const auto games = store.list(filter);
        for (const GameSummary& game : *games) found.push_back(game.id);
        return found;
    };
    using Ids = std::vector<GameId>;
    EXPECT_EQ(ids({}), (Ids{second, first}));
    EXPECT_EQ(ids({.player = "ann"}), Ids{first});
    EXPECT_EQ(ids({.player = "%_"}), Ids{second}) << "SQL's signs mean themselves";
    EXPECT_EQ(ids({.player = "' OR 1=1 --"}), Ids{});
    EXPECT_EQ(ids({.opening = "sicil"}), Ids{second});
    EXPECT_EQ(ids({.opening = "B20"}), Ids{second});
    EXPECT_EQ(ids({.result = "*"}), Ids{first});
    EXPECT_EQ(ids({.since = "2999-01-01"}), Ids{});
    EXPECT_EQ(ids({.until = "1999-01-01"}), Ids{});
    EXPECT_EQ(ids({.limit = 1}), Ids{second});
    ASSERT_TRUE(store.remove(Ids{first}));
    EXPECT_EQ(ids({}), Ids{second});
    EXPECT_FALSE(store.load(first));
    EXPECT_FALSE(store.open_game().value()) << "nor is it continued";
    ASSERT_TRUE(store.restore(Ids{first}));
    EXPECT_EQ(ids({}), (Ids{second, first}));
    EXPECT_FALSE(store.remove(Ids{first, 77})) << "there is none";
    EXPECT_EQ(ids({}), (Ids{second, first})) << "all of them or none";
}

TEST_F(GameStoreTest, AFileOfTheFirstFormatIsBroughtUpToDate) {
    {
        // As it was before formats had numbers, and before there were people.
        SqliteGameStore store = open();
        ASSERT_TRUE(store.create(setup()));
        auto database = Database::open(path());
        ASSERT_TRUE(
            database->execute("ALTER TABLE games DROP COLUMN deleted;"
                              "ALTER TABLE games DROP COLUMN pgn;"
                              "ALTER TABLE games DROP COLUMN revision;"
                              "DROP INDEX games_by_owner; DROP INDEX games_by_link;"
                              "ALTER TABLE games DROP COLUMN owner;"
                              "ALTER TABLE games DROP COLUMN link;"
                              "ALTER TABLE games DROP COLUMN may_be_watched;"
                              "ALTER TABLE games DROP COLUMN turn_spent;"
                              "DROP TABLE company; DROP TABLE keys; DROP TABLE people;"
                              "PRAGMA user_version = 0;"));
    }
    SqliteGameStore store = open();
    EXPECT_EQ(store.list().value().size(), 1U);
    EXPECT_TRUE(store.remove(std::vector<GameId>{1}));
}

TEST_F(GameStoreTest, HowLongSomebodyHasThoughtIsKeptUntilTheMove) {
    SqliteGameStore store = open();
    GameVersion version{store.create(setup()).value()};
    ASSERT_TRUE(store.append(version, 0, {"e2e4", Milliseconds{10}}));
    ASSERT_TRUE(store.note_turn(version, Milliseconds{7'000}));
    EXPECT_EQ(store.load(version.game)->turn_spent, Milliseconds{7'000});
    ASSERT_TRUE(store.append(version, 1, {"e7e5", Milliseconds{8'000}}));
    EXPECT_EQ(store.load(version.game)->turn_spent, Milliseconds{0});
}

TEST_F(GameStoreTest, WhatIsCutShortByAnExceptionIsUndone) {
    auto database = Database::open(path());
    ASSERT_TRUE(database->execute("CREATE TABLE numbers (n INTEGER); BEGIN"));
    const auto cut_short = [&] {
        return database->in_transaction([&]() -> Result<void, StoreError> {
            EXPECT_TRUE(database->execute("INSERT INTO numbers VALUES (1)"));
            throw std::bad_alloc{};
        });
    };
    EXPECT_THROW((void)cut_short(), std::bad_alloc);
    ASSERT_TRUE(database->execute("COMMIT"));
    EXPECT_EQ(database->number("SELECT COUNT(*) FROM numbers").value(), 0);
}

TEST_F(GameStoreTest, AFileOfANewerCastellanIsLeftAlone) {
    {
        SqliteGameStore store = open();
        ASSERT_TRUE(Database::open(path())->execute("PRAGMA user_version = 1000"));
    }
    const auto store = SqliteGameStore::open(path());
    ASSERT_FALSE(store);
    EXPECT_NE(store.error().message.find("newer"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(path() + ".bad"));
}

TEST_F(GameStoreTest, GamesFromElsewhereKeepEverythingThatWasInThem) {
    SqliteGameStore store = open();
    const OpeningNames names;
    PgnReader reader{
        source_of("[White \"Ann\"]\n[Black \"Bo\"]\n[Date \"1999.12.31\"]\n"
                  "[Result \"0-1\"]\n\n1. e4 c5 {sharp} 2. Nf3 (2. c3) 2... d6 0-1\n\n"
                  "[White \"Cy\"]\n\n1. e4 e5 2. Ke3 *\n")};
    GameImport games{store, reader, names};
    EXPECT_EQ(games.step().value(), false) << "that was all";
    const ImportReport& report = games.report();
    EXPECT_EQ(report.games, 2U);
    EXPECT_EQ(report.games_with_problems, 1U);
    ASSERT_EQ(report.problems.size(), report.problem_count);
    EXPECT_EQ(report.problems.front().reason, PgnError::illegal_move);
    const auto list = store.list({.player = "ann"});
    ASSERT_EQ(list->size(), 1U);
    EXPECT_EQ(list->front().plies, 4);
    EXPECT_EQ(list->front().result, "0-1");
    EXPECT_EQ(list->front().started.substr(0, 10), "1999-12-31");
    EXPECT_NE(list->front().opening.find("Sicilian"), std::string::npos);
    const std::string pgn = to_pgn(*store.load(list->front().id), names);
    for (const char* const part : {"sharp", "(2. c3", "[Black \"Bo\"]"})
        EXPECT_NE(pgn.find(part), std::string::npos) << part << "\n" << pgn;
    EXPECT_FALSE(store.open_game().value()) << "an unfinished game from elsewhere is not ours";
}

TEST_F(GameStoreTest, WhatCouldNotBeWrittenIsWrittenLater) {
    SqliteGameStore store = open();
    const OpeningNames names;
    GameKeeper keeper{&store, names};
    GameSetup two;
    two.seats = {person_seat("Ann"), person_seat("Bo")};
    ASSERT_TRUE(keeper.begin(two));
    std::vector<bool> kept;
    std::optional<Session> session;
    SessionHost host;
    host.post = [](const std::function<void()>&) {};
    host.listener = [&](const SessionEvent& event) {
        kept.push_back(keeper.keep(*session, event).has_value());
    };
    session.emplace(two, std::move(host));
    session->start();
    const auto play = [&](std::string_view san) {
        session->handle(MakeMove{*parse_san(session->game().position(), san)});
    };
    play("e4");
    auto other = Database::open(path());
    ASSERT_TRUE(other->execute("BEGIN EXCLUSIVE"));
    play("c5");
    ASSERT_TRUE(other->execute("COMMIT"));
    play("Nf3");
    EXPECT_EQ(kept, (std::vector{true, false, true}));
    EXPECT_EQ(store.load(1)->moves.size(), 3U);
    EXPECT_NE(store.load(1)->opening.find("Sicilian"), std::string::npos);
}

TEST_F(GameStoreTest, ADamagedFileIsPutAside) {
    {
        SqliteGameStore store = open();
        ASSERT_TRUE(store.create(setup()));
    }
    std::ofstream{path(), std::ios::binary} << "this is no database, but a text of some length";
    SqliteGameStore store = open();
    EXPECT_NE(store.notice().find(".bad"), std::string::npos) << store.notice();
    EXPECT_TRUE(std::filesystem::exists(path() + ".bad"));
    EXPECT_TRUE(store.list().value().empty());
    EXPECT_TRUE(store.create(setup()));
}

TEST_F(GameStoreTest, ADamagedPageIsDamage) {
    {
        SqliteGameStore store = open();
        for (int i = 0; i < 100; ++i) ASSERT_TRUE(store.create(setup()));
    }
    constexpr std::streamoff kInTheSecondHalf = -6'000;
    std::fstream file{path(), std::ios::binary | std::ios::in | std::ios::out};
    file.seekp(kInTheSecondHalf, std::ios::end) << std::string(4'000, '\xff');
    file.close();
    EXPECT_NE(open().notice().find(".bad"), std::string::npos);
}

TEST_F(GameStoreTest, WhatWasPutAsideIsNeverOverwritten) {
    for (const char* const text : {"the first", "the second", "the third"}) {
        std::ofstream{path(), std::ios::binary} << text << " damaged file, which is no database";
        EXPECT_NE(open().notice(), "");
    }
    for (const char* const aside : {".bad", ".bad.2", ".bad.3"})
        EXPECT_TRUE(std::filesystem::exists(path() + aside)) << aside;
    std::string word;
    std::ifstream{path() + ".bad"} >> word >> word;
    EXPECT_EQ(word, "first");
}

TEST_F(GameStoreTest, WhatCannotBeReadForAMomentIsNotDamaged) {
    const FailingFiles files;
    {
        SqliteGameStore store = open();
        ASSERT_TRUE(store.create(setup()));
    }
    FailingFiles::work_again();
    { const SqliteGameStore store = open(); }
    const std::int64_t operations = FailingFiles::operations();
    ASSERT_GT(operations, 10);
    for (const bool for_good : {false, true})
        for (std::int64_t n = 0; n < operations; ++n) {
            FailingFiles::fail_after(n, for_good);
            { const auto store = SqliteGameStore::open(path()); }
            FailingFiles::work_again();
            ASSERT_FALSE(std::filesystem::exists(path() + ".bad")) << "operation " << n;
            ASSERT_EQ(open().list()->size(), 1U) << "operation " << n;
        }
}

TEST_F(GameStoreTest, NothingIsHalfWrittenWhateverFails) {
    const FailingFiles files;
    { const SqliteGameStore store = open(); }
    std::int64_t failures = 0;
    for (std::int64_t n = 0;; ++n) {
        SqliteGameStore store = open();
        const GameId id = store.create(setup()).value();
        GameVersion version{id};
        FailingFiles::fail_after(n);
        std::size_t kept = 0;
        for (const char* const move : {"e2e4", "e7e5"}) {
            if (!store.append(version, kept, {move, {}})) break;
            ++kept;
        }
        const bool has_failed = FailingFiles::operations() > n;
        FailingFiles::work_again();
        if (!has_failed) break;
        failures += kept < 2;
        const auto game = store.load(id);
        ASSERT_TRUE(game) << game.error().message;
        // A write that reports an error may have reached the disk; one that was reported has.
        EXPECT_GE(game->moves.size(), kept) << "operation " << n;
    }
    EXPECT_GT(failures, 0);
}

TEST_F(GameStoreTest, ASecondProgramIsToldWhoHasTheGames) {
    auto first = SqliteGameStore::open(path(), "castellan serve");
    ASSERT_TRUE(first);
    const GameId id = first->create(setup()).value();
    const auto second = SqliteGameStore::open(path(), "castellan play");
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().reason, StoreError::busy);
    EXPECT_EQ(second.error().message,
              "castellan serve (process " + std::to_string(getpid()) + ") has the games open");
    auto reader = SqliteGameStore::open_to_read(path());
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ(reader->list()->size(), 1U);
    GameVersion version{id};
    EXPECT_FALSE(reader->append(version, 0, {"e2e4", {}}));
    EXPECT_TRUE(first->append(version, 0, {"e2e4", {}}));
    EXPECT_EQ(reader->load(id)->moves.size(), 1U);
}

TEST_F(GameStoreTest, AStaleWriteIsRefusedAndNothingOfItKept) {
    SqliteGameStore store = open();
    GameVersion one{store.create(setup()).value()};
    GameVersion other = one;
    ASSERT_TRUE(store.append(one, 0, {"e2e4", {}}));
    const StoredPly rest[] = {{"d2d4", {}}};
    for (const auto& status :
         {store.append(other, 0, {"d2d4", {}}), store.rewrite(other, rest),
          store.finish(other, {PgnResult::draw, "", ""}), store.name_opening(other, "A00", "Other"),
          store.set_seat(other, Color::white, person_seat("Eve"))}) {
        ASSERT_FALSE(status);
        EXPECT_EQ(status.error().reason, StoreError::stale);
        EXPECT_EQ(status.error().message, "another program has gone on with this game");
    }
    const auto game = store.load(one.game);
    EXPECT_EQ(game->moves.size(), 1U);
    EXPECT_FALSE(game->end);
    EXPECT_EQ(game->setup.seats[0].name, "Ann");
    other.revision = game->revision;
    EXPECT_TRUE(store.append(other, 1, {"e7e5", {}})) << "who knows the newest may go on";
}

TEST_F(GameStoreTest, TheFilesAreTheirOwnersAlone) {
    std::ofstream{path()} << "";
    std::filesystem::permissions(path(), std::filesystem::perms{0644});
    SqliteGameStore store = open();
    ASSERT_TRUE(store.create(setup()));
    int files = 0;
    for (const auto& file :
         std::filesystem::directory_iterator{std::filesystem::path{path()}.parent_path()}) {
        EXPECT_EQ(static_cast<int>(file.status().permissions()), 0600) << file.path();
        ++files;
    }
    EXPECT_GE(files, 3);
}

TEST_F(GameStoreTest, ABackupIsAWholeStoreAndOverwritesNothing) {
    SqliteGameStore store = open();
    GameVersion version{store.create(setup()).value()};
    ASSERT_TRUE(store.append(version, 0, {"e2e4", {}}));
    const std::string copy = path() + ".copy";
    {
        auto reader = SqliteGameStore::open_to_read(path());
        ASSERT_TRUE(store.begin_group());
        ASSERT_TRUE(store.append(version, 1, {"e7e5", {}}));
        ASSERT_TRUE(reader->back_up(copy)) << "while another writes";
        ASSERT_TRUE(store.end_group());
        const auto again = reader->back_up(copy);
        ASSERT_FALSE(again);
        EXPECT_NE(again.error().message.find("is there already"), std::string::npos);
    }
    EXPECT_EQ(static_cast<int>(std::filesystem::status(copy).permissions()), 0600);
    auto copied = SqliteGameStore::open(copy);
    ASSERT_TRUE(copied) << copied.error().message;
    EXPECT_EQ(copied->load(version.game)->moves.size(), 1U);
}

TEST_F(GameStoreTest, AMissingFolderIsAnErrorWithAReason) {
    const auto store = SqliteGameStore::open("/nonexistent/folder/games.db");
    ASSERT_FALSE(store);
    EXPECT_EQ(store.error().reason, StoreError::cannot_open);
}

TEST_F(GameStoreTest, SettingsAreKept) {
    SqliteGameStore store = open();
    EXPECT_FALSE(store.setting("pieces"));
    ASSERT_TRUE(store.set_setting("pieces", "unicode"));
    ASSERT_TRUE(store.set_setting("pieces", "letters"));
    EXPECT_EQ(store.setting("pieces"), "letters");
}

TEST_F(GameStoreTest, AStoredGameIsPgnWithClocks) {
    SqliteGameStore store = open();
    const GameId id = store.create(setup()).value();
    GameVersion version{id};
    for (std::size_t ply = 0; const char* const move : {"e2e4", "c7c5"})
        ASSERT_TRUE(store.append(version, ply++, {move, Milliseconds{2'000}}));
    ASSERT_TRUE(
        store.finish(version, {PgnResult::white_wins, "Black resigns: White wins", "normal"}));
    const std::string pgn = to_pgn(*store.load(id), OpeningNames{});
    for (const char* const part :
         {"[White \"Ann\"]", "[BlackElo \"1400\"]", "[WhiteTimeControl \"300+3\"]",
          "[BlackType \"program\"]", "[Result \"1-0\"]", "Sicilian", "[%clk 0:05:01]", "resigns"})
        EXPECT_NE(pgn.find(part), std::string::npos) << part << "\n" << pgn;
}

}  // namespace
}  // namespace castellan
