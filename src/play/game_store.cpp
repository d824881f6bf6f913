#include "play/game_store.h"

#include <cstdio>

#include "chess/coordinate.h"
#include "chess/fen.h"

namespace castellan {
namespace {

using Status = Result<void, DatabaseError>;

constexpr const char* kSchema = R"sql(
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
)sql";

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

void bind_seat(Statement& statement, int index, const Seat& seat, const TimeControl& control) {
    statement.bind(index, static_cast<std::int64_t>(seat.kind))
        .bind(index + 1, seat.name)
        .bind(index + 2, seat.strength)
        .bind(index + 3, seat.command)
        .bind(index + 4, to_text(control));
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

tl::unexpected<Error<DatabaseError>> damaged(GameId game) {
    return fail(DatabaseError::damaged, "game " + std::to_string(game) + " cannot be read");
}

}  // namespace

Result<GameStore, DatabaseError> GameStore::open_sound(const std::string& path) {
    auto database = Database::open(path);
    if (!database) return tl::unexpected(database.error());
    if (const auto status = database->execute(kSchema); !status)
        return tl::unexpected(status.error());
    if (!database->is_sound()) return fail(DatabaseError::damaged, path + " is damaged");
    return GameStore{std::move(*database)};
}

Result<GameStore, DatabaseError> GameStore::open(const std::string& path) {
    auto store = open_sound(path);
    if (store || store.error().reason != DatabaseError::damaged) return store;
    const std::string aside = path + ".bad";
    for (const char* const suffix : {"", "-wal", "-shm"})
        std::rename((path + suffix).c_str(), (aside + suffix).c_str());
    store = open_sound(path);
    if (store) store->notice_ = path + " was damaged; it is kept as " + aside;
    return store;
}

Result<GameId, DatabaseError> GameStore::create(const GameSetup& setup) {
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
    bind_seat(*insert, 5, setup.seats[0], setup.controls[0]);
    bind_seat(*insert, 10, setup.seats[1], setup.controls[1]);
    if (const Status status = insert->run(); !status) return tl::unexpected(status.error());
    return database_.last_row();
}

Status GameStore::in_transaction(const std::function<Status()>& work) {
    if (const Status status = database_.execute("BEGIN IMMEDIATE"); !status) return status;
    Status status = work();
    if (status) status = database_.execute("COMMIT");
    if (!status) (void)database_.execute("ROLLBACK");
    return status;
}

Status GameStore::append(GameId game, std::size_t ply, const StoredPly& played) {
    auto insert = database_.prepare("INSERT INTO plies VALUES (?, ?, ?, ?)");
    if (!insert) return tl::unexpected(insert.error());
    return insert->bind(1, game)
        .bind(2, static_cast<std::int64_t>(ply))
        .bind(3, played.move)
        .bind(4, played.spent.count())
        .run();
}

Status GameStore::rewrite(GameId game, std::span<const StoredPly> plies) {
    return in_transaction([&]() -> Status {
        auto forget = database_.prepare("DELETE FROM plies WHERE game = ?");
        if (!forget) return tl::unexpected(forget.error());
        if (const Status status = forget->bind(1, game).run(); !status) return status;
        for (std::size_t ply = 0; ply < plies.size(); ++ply)
            if (const Status status = append(game, ply, plies[ply]); !status) return status;
        return finish(game, {});
    });
}

Status GameStore::finish(GameId game, const GameEnd& end) {
    auto update =
        database_.prepare("UPDATE games SET result = ?, reason = ?, termination = ? WHERE id = ?");
    if (!update) return tl::unexpected(update.error());
    return update->bind(1, to_text(end.result))
        .bind(2, end.reason)
        .bind(3, end.termination)
        .bind(4, game)
        .run();
}

Status GameStore::name_opening(GameId game, std::string_view eco, std::string_view name) {
    auto update = database_.prepare("UPDATE games SET eco = ?, opening = ? WHERE id = ?");
    if (!update) return tl::unexpected(update.error());
    return update->bind(1, eco).bind(2, name).bind(3, game).run();
}

Status GameStore::remove(GameId game) {
    auto statement = database_.prepare("DELETE FROM games WHERE id = ?");
    if (!statement) return tl::unexpected(statement.error());
    return statement->bind(1, game).run();
}

Result<StoredGame, DatabaseError> GameStore::load(GameId game) {
    auto row = database_.prepare(
        "SELECT fen, chess960, seed, fast, "
        "white_kind, white_name, white_strength, white_command, white_control, "
        "black_kind, black_name, black_strength, black_command, black_control, "
        "result, reason, termination, started FROM games WHERE id = ?");
    if (!row) return tl::unexpected(row.error());
    const auto found = row->bind(1, game).step();
    if (!found) return tl::unexpected(found.error());
    if (!*found) return fail(DatabaseError::failed, "there is no game " + std::to_string(game));
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

Result<std::vector<GameSummary>, DatabaseError> GameStore::list(const GameFilter& filter) {
    auto rows = database_.prepare(
        "SELECT id, started, white_name, black_name, result, opening, "
        "(SELECT COUNT(*) FROM plies WHERE game = id) FROM games "
        "WHERE (white_name LIKE ?1 ESCAPE '\\' OR black_name LIKE ?1 ESCAPE '\\') "
        "AND (opening LIKE ?2 ESCAPE '\\' OR eco = ?3) AND (?4 = '' OR result = ?4) "
        "AND (?5 = '' OR started >= ?5) AND (?6 = '' OR started < ?6 || '~') "
        "ORDER BY id DESC LIMIT ?7");
    if (!rows) return tl::unexpected(rows.error());
    rows->bind(1, like_pattern(filter.player))
        .bind(2, like_pattern(filter.opening))
        .bind(3, filter.opening)
        .bind(4, filter.result)
        .bind(5, filter.since)
        .bind(6, filter.until)
        .bind(7, filter.limit);
    std::vector<GameSummary> games;
    for (;;) {
        const auto next = rows->step();
        if (!next) return tl::unexpected(next.error());
        if (!*next) return games;
        games.push_back({rows->number(0), rows->text(1), rows->text(2), rows->text(3),
                         rows->text(4), rows->text(5), rows->number(6)});
    }
}

Result<std::optional<GameId>, DatabaseError> GameStore::open_game() {
    auto row =
        database_.prepare("SELECT id FROM games WHERE result = '*' ORDER BY id DESC LIMIT 1");
    if (!row) return tl::unexpected(row.error());
    const auto found = row->step();
    if (!found) return tl::unexpected(found.error());
    return *found ? std::optional{row->number(0)} : std::nullopt;
}

std::optional<std::string> GameStore::setting(std::string_view key) {
    auto row = database_.prepare("SELECT value FROM settings WHERE key = ?");
    if (!row) return std::nullopt;
    const auto found = row->bind(1, key).step();
    if (!found || !*found) return std::nullopt;
    return row->text(0);
}

Status GameStore::set_setting(std::string_view key, std::string_view value) {
    auto statement = database_.prepare("INSERT OR REPLACE INTO settings VALUES (?, ?)");
    if (!statement) return tl::unexpected(statement.error());
    return statement->bind(1, key).bind(2, value).run();
}

}  // namespace castellan
