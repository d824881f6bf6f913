#include "store/sqlite/sqlite_game_store.h"

#include <cstdio>

#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"

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
)sql"};

/// To check a larger file would be felt at every start; its damage shows where it is read.
constexpr std::int64_t kMostPagesChecked = 4'000;

/// A part of a name, with SQL's own signs taken literally.
std::string like_pattern(std::string_view part) {
    std::string pattern = "%";
    for (const char c : part) {
        if (c == '%' || c == '_' || c == '\\') pattern += '\\';
        pattern += c;
    }
    return pattern + '%';
}

PgnResult result_of(std::string_view text) {
    for (const PgnResult result : {PgnResult::white_wins, PgnResult::black_wins, PgnResult::draw})
        if (to_text(result) == text) return result;
    return PgnResult::unknown;
}

void bind_seat(Statement& statement, int index, const Seat& seat) {
    statement.bind(index, static_cast<std::int64_t>(seat.kind))
        .bind(index + 1, seat.name)
        .bind(index + 2, seat.strength)
        .bind(index + 3, seat.command);
}

/// False if what stands there cannot be.
bool read_seat(const Statement& row, int column, Seat& seat, TimeControl& control) {
    const std::int64_t kind = row.number(column);
    if (kind < 0 || kind > static_cast<std::int64_t>(SeatKind::engine)) return false;
    seat = {static_cast<SeatKind>(kind), row.text(column + 1),
            static_cast<int>(row.number(column + 2)), row.text(column + 3)};
    const auto read = parse_time_control(row.text(column + 4));
    if (read) control = *read;
    return read.has_value();
}

tl::unexpected<Error<StoreError>> damaged(GameId game) {
    return fail(StoreError::damaged, "game " + std::to_string(game) + " cannot be read");
}

tl::unexpected<Error<StoreError>> no_such_game(GameId game) {
    return fail(StoreError::failed, "there is no game " + std::to_string(game));
}

}  // namespace

Result<SqliteGameStore, StoreError> SqliteGameStore::open_sound(const std::string& path) {
    auto database = Database::open(path);
    if (!database) return tl::unexpected(database.error());
    SqliteGameStore store{std::move(*database)};
    if (const Status status = store.bring_up_to_date(); !status)
        return tl::unexpected(status.error());
    const auto pages = store.database_.number("PRAGMA page_count");
    if (!pages || (*pages <= kMostPagesChecked && !store.database_.is_sound()))
        return fail(StoreError::damaged, path + " is damaged");
    // A folder that cannot be written to is no reason not to read.
    (void)store.database_.execute(
        "DELETE FROM games WHERE deleted != '' AND deleted < datetime('now', '-30 days')");
    return store;
}

Status SqliteGameStore::bring_up_to_date() {
    const auto format = [&] { return database_.number("PRAGMA user_version"); };
    const auto found = format();
    if (!found) return tl::unexpected(found.error());
    constexpr auto kNewest = static_cast<std::int64_t>(std::size(kFormats));
    if (*found > kNewest)
        return fail(StoreError::failed, "the games were kept by a newer Castellan");
    if (*found == kNewest) return {};
    return in_transaction([&]() -> Status {
        // Another program may have been faster.
        for (auto now = format(); !now || *now < kNewest; now = format()) {
            if (!now) return tl::unexpected(now.error());
            const auto next = static_cast<std::size_t>(*now);
            if (const Status status = database_.execute(kFormats[next]); !status) return status;
            const std::string number = "PRAGMA user_version = " + std::to_string(next + 1);
            if (const Status status = database_.execute(number.c_str()); !status) return status;
        }
        return {};
    });
}

Result<SqliteGameStore, StoreError> SqliteGameStore::open(const std::string& path) {
    auto store = open_sound(path);
    if (store || store.error().reason != StoreError::damaged) return store;
    const std::string aside = path + ".bad";
    for (const char* const suffix : {"", "-wal", "-shm"})
        std::rename((path + suffix).c_str(), (aside + suffix).c_str());
    store = open_sound(path);
    if (store) store->notice_ = path + " was damaged; it is kept as " + aside;
    return store;
}

Status SqliteGameStore::begin_group() {
    if (is_in_group_) return {};
    const Status status = database_.execute("BEGIN IMMEDIATE");
    is_in_group_ = status.has_value();
    return status;
}

Status SqliteGameStore::end_group() {
    if (!std::exchange(is_in_group_, false)) return {};
    Status status = fail(StoreError::failed, "what was written has been lost");
    if (database_.is_in_transaction()) status = database_.execute("COMMIT");
    if (status) return status;
    ++groups_lost_;
    if (database_.is_in_transaction()) (void)database_.execute("ROLLBACK");
    return status;
}

Result<GameId, StoreError> SqliteGameStore::create(const GameSetup& setup) {
    (void)end_group();
    auto insert = database_.prepare(
        "INSERT INTO games (fen, chess960, seed, fast, "
        "white_kind, white_name, white_strength, white_command, white_control, "
        "black_kind, black_name, black_strength, black_command, black_control) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    if (!insert) return tl::unexpected(insert.error());
    insert->bind(1, to_fen(setup.start))
        .bind(2, setup.start.is_chess960() ? 1 : 0)
        .bind(3, static_cast<std::int64_t>(setup.seed))
        .bind(4, setup.is_fast ? 1 : 0);
    bind_seat(*insert, 5, setup.seats[0]);
    insert->bind(9, to_text(setup.controls[0]));
    bind_seat(*insert, 10, setup.seats[1]);
    insert->bind(14, to_text(setup.controls[1]));
    if (const Status status = insert->run(); !status) return tl::unexpected(status.error());
    return database_.last_row();
}

Result<std::vector<GameId>, StoreError> SqliteGameStore::add(std::span<const StoredGame> games) {
    (void)end_group();
    std::vector<GameId> ids;
    const Status status = in_transaction([&]() -> Status {
        for (const StoredGame& game : games) {
            const auto id = add_one(game);
            if (!id) return tl::unexpected(id.error());
            ids.push_back(*id);
        }
        return {};
    });
    if (!status) return tl::unexpected(status.error());
    return ids;
}

Result<GameId, StoreError> SqliteGameStore::add_one(const StoredGame& game) {
    const auto id = create(game.setup);
    if (!id) return id;
    auto update = database_.prepare(
        "UPDATE games SET started = coalesce(nullif(?, ''), started), pgn = ? WHERE id = ?");
    if (!update) return tl::unexpected(update.error());
    Status status = update->bind(1, game.started).bind(2, game.pgn).bind(3, *id).run();
    std::vector<StoredPly> plies;
    Position position = game.setup.start;
    for (const auto& [move, spent] : game.moves) {
        plies.push_back({to_coordinate(position, move), spent});
        position = position.after(move);
    }
    if (status) status = append_all(*id, plies);
    if (status) status = name_opening(*id, game.eco, game.opening);
    if (status && game.end) status = finish(*id, *game.end);
    if (!status) return tl::unexpected(status.error());
    return *id;
}

Status SqliteGameStore::in_transaction(const std::function<Status()>& work) {
    // SQLite's transactions do not nest; its savepoints do.
    const bool is_part = is_in_group_;
    const Status begun = database_.execute(is_part ? "SAVEPOINT part" : "BEGIN IMMEDIATE");
    if (!begun) return begun;
    Status status = work();
    if (status) status = database_.execute(is_part ? "RELEASE part" : "COMMIT");
    if (!status) (void)database_.execute(is_part ? "ROLLBACK TO part; RELEASE part" : "ROLLBACK");
    return status;
}

Status SqliteGameStore::append(GameId game, std::size_t ply, const StoredPly& played) {
    auto insert = database_.prepare("INSERT INTO plies VALUES (?, ?, ?, ?)");
    if (!insert) return tl::unexpected(insert.error());
    return insert->bind(1, game)
        .bind(2, static_cast<std::int64_t>(ply))
        .bind(3, played.move)
        .bind(4, played.spent.count())
        .run();
}

Status SqliteGameStore::rewrite(GameId game, std::span<const StoredPly> plies) {
    return in_transaction([&]() -> Status {
        auto forget = database_.prepare("DELETE FROM plies WHERE game = ?");
        if (!forget) return tl::unexpected(forget.error());
        if (const Status status = forget->bind(1, game).run(); !status) return status;
        if (const Status status = append_all(game, plies); !status) return status;
        return finish(game, {});
    });
}

Status SqliteGameStore::append_all(GameId game, std::span<const StoredPly> plies) {
    for (std::size_t ply = 0; ply < plies.size(); ++ply)
        if (const Status status = append(game, ply, plies[ply]); !status) return status;
    return {};
}

Status SqliteGameStore::finish(GameId game, const GameEnd& end) {
    auto update =
        database_.prepare("UPDATE games SET result = ?, reason = ?, termination = ? WHERE id = ?");
    if (!update) return tl::unexpected(update.error());
    return update->bind(1, to_text(end.result))
        .bind(2, end.reason)
        .bind(3, end.termination)
        .bind(4, game)
        .run();
}

Status SqliteGameStore::name_opening(GameId game, std::string_view eco, std::string_view name) {
    auto update = database_.prepare("UPDATE games SET eco = ?, opening = ? WHERE id = ?");
    if (!update) return tl::unexpected(update.error());
    return update->bind(1, eco).bind(2, name).bind(3, game).run();
}

Status SqliteGameStore::set_seat(GameId game, Color side, const Seat& seat) {
    constexpr Query kWhite =
        "UPDATE games SET white_kind = ?, white_name = ?, white_strength = ?, white_command = ? "
        "WHERE id = ?";
    constexpr Query kBlack =
        "UPDATE games SET black_kind = ?, black_name = ?, black_strength = ?, black_command = ? "
        "WHERE id = ?";
    auto update = database_.prepare(side == Color::white ? kWhite : kBlack);
    if (!update) return tl::unexpected(update.error());
    bind_seat(*update, 1, seat);
    return update->bind(5, game).run();
}

Status SqliteGameStore::remove(GameId game) { return mark_deleted(game, true); }
Status SqliteGameStore::restore(GameId game) { return mark_deleted(game, false); }

Status SqliteGameStore::mark_deleted(GameId game, bool is_deleted) {
    (void)end_group();
    constexpr Query kDelete = "UPDATE games SET deleted = CURRENT_TIMESTAMP WHERE id = ?";
    constexpr Query kRestore = "UPDATE games SET deleted = '' WHERE id = ?";
    auto update = database_.prepare(is_deleted ? kDelete : kRestore);
    if (!update) return tl::unexpected(update.error());
    if (const Status status = update->bind(1, game).run(); !status) return status;
    if (database_.rows_changed() == 0) return no_such_game(game);
    return {};
}

Result<StoredGame, StoreError> SqliteGameStore::load(GameId game) {
    auto row = database_.prepare(
        "SELECT fen, chess960, seed, fast, "
        "white_kind, white_name, white_strength, white_command, white_control, "
        "black_kind, black_name, black_strength, black_command, black_control, "
        "result, reason, termination, started, eco, opening, pgn FROM games "
        "WHERE id = ? AND deleted = ''");
    if (!row) return tl::unexpected(row.error());
    const auto found = row->bind(1, game).step();
    if (!found) return tl::unexpected(found.error());
    if (!*found) return no_such_game(game);
    StoredGame stored;
    const auto start = parse_fen(row->text(0));
    if (!start || !read_seat(*row, 4, stored.setup.seats[0], stored.setup.controls[0]) ||
        !read_seat(*row, 9, stored.setup.seats[1], stored.setup.controls[1]))
        return damaged(game);
    stored.setup.start = *start;
    stored.setup.start.set_chess960(row->number(1) != 0);
    stored.setup.seed = static_cast<std::uint64_t>(row->number(2));
    stored.setup.is_fast = row->number(3) != 0;
    if (const PgnResult result = result_of(row->text(14)); result != PgnResult::unknown)
        stored.end = GameEnd{result, row->text(15), row->text(16)};
    stored.started = row->text(17);
    stored.eco = row->text(18);
    stored.opening = row->text(19);
    stored.pgn = row->text(20);

    auto plies = database_.prepare("SELECT move, spent FROM plies WHERE game = ? ORDER BY ply");
    if (!plies) return tl::unexpected(plies.error());
    plies->bind(1, game);
    Position position = stored.setup.start;
    for (;;) {
        const auto next = plies->step();
        if (!next) return tl::unexpected(next.error());
        if (!*next) return stored;
        const auto move = parse_coordinate(position, plies->text(0));
        if (!move) return damaged(game);
        stored.moves.push_back({*move, Microseconds{plies->number(1)}});
        position = position.after(*move);
    }
}

Result<std::vector<GameSummary>, StoreError> SqliteGameStore::list(const GameFilter& filter) {
    auto rows = database_.prepare(
        "SELECT id, started, white_name, black_name, result, opening, "
        "(SELECT COUNT(*) FROM plies WHERE game = id), eco FROM games "
        "WHERE deleted = '' AND (white_name LIKE ?1 ESCAPE '\\' OR black_name LIKE ?1 ESCAPE '\\') "
        "AND (opening LIKE ?2 ESCAPE '\\' OR eco = ?3) AND (?4 = '' OR result = ?4) "
        "AND (?5 = '' OR started >= ?5) AND (?6 = '' OR started < ?6 || '~') "
        "AND (?8 = 0 OR id < ?8) AND (?9 = 0 OR pgn = '') "
        "ORDER BY id DESC LIMIT ?7");
    if (!rows) return tl::unexpected(rows.error());
    rows->bind(1, like_pattern(filter.player))
        .bind(2, like_pattern(filter.opening))
        .bind(3, filter.opening)
        .bind(4, filter.result)
        .bind(5, filter.since)
        .bind(6, filter.until)
        .bind(7, filter.limit)
        .bind(8, filter.before)
        .bind(9, filter.is_played_here ? 1 : 0);
    std::vector<GameSummary> games;
    for (;;) {
        const auto next = rows->step();
        if (!next) return tl::unexpected(next.error());
        if (!*next) return games;
        games.push_back({rows->number(0), rows->text(1), rows->text(2), rows->text(3),
                         rows->text(4), rows->text(5), rows->number(6), rows->text(7)});
    }
}

Result<std::optional<GameId>, StoreError> SqliteGameStore::open_game() {
    auto row = database_.prepare(
        "SELECT id FROM games WHERE result = '*' AND deleted = '' AND pgn = '' "
        "ORDER BY id DESC LIMIT 1");
    if (!row) return tl::unexpected(row.error());
    const auto found = row->step();
    if (!found) return tl::unexpected(found.error());
    return *found ? std::optional{row->number(0)} : std::nullopt;
}

std::optional<std::string> SqliteGameStore::setting(std::string_view key) {
    auto row = database_.prepare("SELECT value FROM settings WHERE key = ?");
    if (!row) return std::nullopt;
    const auto found = row->bind(1, key).step();
    if (!found || !*found) return std::nullopt;
    return row->text(0);
}

std::map<std::string, std::string> SqliteGameStore::settings(std::string_view prefix) {
    std::map<std::string, std::string> found;
    auto rows = database_.prepare("SELECT key, value FROM settings WHERE substr(key, 1, ?) = ?");
    if (!rows) return found;
    rows->bind(1, static_cast<std::int64_t>(prefix.size())).bind(2, prefix);
    while (rows->step().value_or(false)) found[rows->text(0).substr(prefix.size())] = rows->text(1);
    return found;
}

Status SqliteGameStore::set_setting(std::string_view key, std::string_view value) {
    (void)end_group();
    auto statement = database_.prepare("INSERT OR REPLACE INTO settings VALUES (?, ?)");
    if (!statement) return tl::unexpected(statement.error());
    return statement->bind(1, key).bind(2, value).run();
}

}  // namespace castellan
