#include "store/sqlite/games_database.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace castellan {
namespace {

using Status = Result<void, StoreError>;

/// What each format of the file adds to the one before. Files of the first have no number yet.
constexpr const char* kFormats[] = {R"sql(
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    fen TEXT NOT NULL,
    chess960 INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    fast INTEGER NOT NULL,
    white_kind INTEGER NOT NULL, white_name TEXT NOT NULL, white_strength INTEGER NOT NULL,
    white_command TEXT NOT NULL, white_control TEXT NOT NULL,
    black_kind INTEGER NOT NULL, black_name TEXT NOT NULL, black_strength INTEGER NOT NULL,
    black_command TEXT NOT NULL, black_control TEXT NOT NULL,
    result TEXT NOT NULL DEFAULT '*',
    reason TEXT NOT NULL DEFAULT '',
    termination TEXT NOT NULL DEFAULT '',
    eco TEXT NOT NULL DEFAULT '',
    opening TEXT NOT NULL DEFAULT ''
);
CREATE TABLE IF NOT EXISTS plies (
    game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    move TEXT NOT NULL,
    spent INTEGER NOT NULL,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
)sql",
                                    R"sql(
ALTER TABLE games ADD COLUMN deleted TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN pgn TEXT NOT NULL DEFAULT '';
)sql",
                                    R"sql(
ALTER TABLE games ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
)sql",
                                    R"sql(
CREATE TABLE people (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    since TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE keys (
    key TEXT PRIMARY KEY,
    person INTEGER NOT NULL
) WITHOUT ROWID;
ALTER TABLE games ADD COLUMN owner INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN link TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN may_be_watched INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN turn_spent INTEGER NOT NULL DEFAULT 0;
CREATE TABLE company (
    game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE,
    person INTEGER NOT NULL,
    role INTEGER NOT NULL,
    deleted TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (game, person)
) WITHOUT ROWID;
CREATE INDEX games_by_owner ON games(owner, id);
CREATE INDEX games_by_link ON games(link) WHERE link <> '';
CREATE INDEX company_by_person ON company(person, game);
)sql"};

/// To read through a larger file would be felt at every start; its damage shows where it is read.
constexpr std::int64_t kMostPagesRead = 4'000;

constexpr const char* kSuffixes[] = {"", "-wal", "-shm"};  // of the files that are one database

/// Names and games are nobody else's business. SQLite gives the files beside it the same rights.
void keep_private(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0) close(file);
    for (const char* const suffix : kSuffixes) (void)chmod((path + suffix).c_str(), 0600);
}

Status bring_up_to_date(Database& database) {
    const auto format = [&] { return database.number("PRAGMA user_version"); };
    const auto found = format();
    if (!found) return tl::unexpected(found.error());
    constexpr auto kNewest = static_cast<std::int64_t>(std::size(kFormats));
    if (*found > kNewest)
        return fail(StoreError::failed, "the games were kept by a newer Castellan");
    if (*found == kNewest) return {};
    return database.in_transaction([&]() -> Status {
        // Another program may have been faster.
        for (auto now = format(); !now || *now < kNewest; now = format()) {
            if (!now) return tl::unexpected(now.error());
            const auto next = static_cast<std::size_t>(*now);
            if (const Status status = database.execute(kFormats[next]); !status) return status;
            const std::string number = "PRAGMA user_version = " + std::to_string(next + 1);
            if (const Status status = database.execute(number.c_str()); !status) return status;
        }
        return {};
    });
}

/// Finds what is damaged, and by SQLite's codes alone: its integrity check calls a disk that cannot
/// be read for a moment damage, too.
Status read_through(Database& database) {
    if (const Status status = database.execute("PRAGMA cell_size_check = ON"); !status)
        return status;
    for (const Query query : {Query{"SELECT sum(length(fen) + length(pgn)) FROM games"},
                              Query{"SELECT sum(length(move)) FROM plies"},
                              Query{"SELECT sum(length(value)) FROM settings"}})
        if (const auto read = database.number(query); !read) return tl::unexpected(read.error());
    return {};
}

Result<Database, StoreError> open_sound(const std::string& path) {
    keep_private(path);
    auto database = Database::open(path);
    if (!database) return database;
    if (const Status status = bring_up_to_date(*database); !status)
        return tl::unexpected(status.error());
    const auto pages = database->number("PRAGMA page_count");
    if (!pages) return tl::unexpected(pages.error());
    if (*pages <= kMostPagesRead)
        if (const Status status = read_through(*database); !status)
            return tl::unexpected(status.error());
    // A folder that cannot be written to is no reason not to read.
    (void)database->execute(
        "DELETE FROM games WHERE deleted != '' AND deleted < datetime('now', '-30 days')");
    return database;
}

/// FILE.bad, or the first of FILE.bad.2, FILE.bad.3, ... that is not there yet.
Result<std::string, StoreError> put_aside(const std::string& path) {
    const auto is_there = [](const std::string& name) { return access(name.c_str(), F_OK) == 0; };
    std::string aside = path + ".bad";
    for (int number = 2; is_there(aside); ++number) aside = path + ".bad." + std::to_string(number);
    for (const char* const suffix : kSuffixes)
        if (std::rename((path + suffix).c_str(), (aside + suffix).c_str()) != 0 && errno != ENOENT)
            return fail(StoreError::damaged, path + " is damaged, and cannot be put aside: " +
                                                 std::generic_category().message(errno));
    return aside;
}

}  // namespace

Result<GamesDatabase, StoreError> open_games_database(const std::string& path,
                                                      std::string_view holder) {
    std::optional<FileLock> lock;
    if (auto taken = FileLock::take(path + ".lock", holder))
        lock = std::move(*taken);
    else if (taken.error().reason != StoreError::read_only)
        return tl::unexpected(taken.error());
    auto database = open_sound(path);
    std::string notice;
    if (!database && database.error().reason == StoreError::damaged && lock) {
        const auto aside = put_aside(path);
        if (!aside) return tl::unexpected(aside.error());
        database = open_sound(path);
        notice = path + " was damaged; it is kept as " + *aside;
    }
    if (!database) return tl::unexpected(database.error());
    return GamesDatabase{std::move(*database), std::move(lock), std::move(notice)};
}

Result<GamesDatabase, StoreError> open_games_database_to_read(const std::string& path,
                                                              std::string_view holder) {
    auto opened = open_games_database(path, holder);
    if (opened || opened.error().reason != StoreError::busy) return opened;
    // The program that has it has brought it up to date, too.
    auto database = Database::open(path);
    if (!database) return tl::unexpected(database.error());
    if (const Status status = database->execute("PRAGMA query_only = ON"); !status)
        return tl::unexpected(status.error());
    return GamesDatabase{std::move(*database), std::nullopt};
}

}  // namespace castellan
