#include "store/sqlite/sqlite_game_store.h"

#include <cstdio>

#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"

namespace castellan {
namespace {

using Status = Result<void, StoreError>;

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
    if (kind < 0 || kind > static_cast<std::int64_t>(SeatKind::friend_to_come)) return false;
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

Result<SqliteGameStore, StoreError> SqliteGameStore::open(const std::string& path,
                                                          std::string_view holder) {
    auto file = open_games_database(path, holder);
    if (!file) return tl::unexpected(file.error());
    return SqliteGameStore{std::move(*file)};
}

Result<SqliteGameStore, StoreError> SqliteGameStore::open_to_read(const std::string& path,
                                                                  std::string_view holder) {
    auto file = open_games_database_to_read(path, holder);
    if (!file) return tl::unexpected(file.error());
    return SqliteGameStore{std::move(*file)};
}

Result<std::uint64_t, StoreError> SqliteGameStore::begin_group() {
    if (is_in_group_) return groups_begun_;
    if (const Status status = file_.database.execute("BEGIN IMMEDIATE"); !status)
        return tl::unexpected(status.error());
    is_in_group_ = true;
    return ++groups_begun_;
}

Status SqliteGameStore::end_group() {
    if (!is_in_group_) return {};
    // What throws for want of memory leaves the group open, and it ends the next time.
    Status status = file_.database.is_in_transaction()
                        ? file_.database.execute("COMMIT")
                        : Status{fail(StoreError::failed, "what was written has been lost")};
    is_in_group_ = false;
    ++(status ? groups_kept_ : groups_lost_);
    if (!status && file_.database.is_in_transaction()) (void)file_.database.execute("ROLLBACK");
    return status;
}

Result<GameId, StoreError> SqliteGameStore::create(const GameSetup& setup,
                                                   const GameAccess& access) {
    (void)end_group();
    auto insert = file_.database.prepare(
        "INSERT INTO games (fen, chess960, seed, fast, "
        "white_kind, white_name, white_strength, white_command, white_control, "
        "black_kind, black_name, black_strength, black_command, black_control, "
        "owner, link, may_be_watched) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    if (!insert) return tl::unexpected(insert.error());
    insert->bind(1, to_fen(setup.start))
        .bind(2, setup.start.is_chess960() ? 1 : 0)
        .bind(3, static_cast<std::int64_t>(setup.seed))
        .bind(4, setup.is_fast ? 1 : 0);
    bind_seat(*insert, 5, setup.seats[0]);
    insert->bind(9, to_text(setup.controls[0]));
    bind_seat(*insert, 10, setup.seats[1]);
    insert->bind(14, to_text(setup.controls[1]))
        .bind(15, access.owner)
        .bind(16, access.link)
        .bind(17, access.may_be_watched ? 1 : 0);
    GameId game = 0;
    const Status status = file_.database.in_transaction([&]() -> Status {
        Status done = insert->run();
        game = file_.database.last_row();
        for (const Color side : kColors)
            if (const PersonId person = access.players[index_of(side)]; done && person != kNobody)
                done =
                    admit(game, person, side == Color::white ? GameRole::white : GameRole::black);
        return done;
    });
    if (!status) return tl::unexpected(status.error());
    return game;
}

Status SqliteGameStore::admit(GameId game, PersonId person, GameRole role) {
    (void)end_group();
    auto insert = file_.database.prepare(
        "INSERT INTO company (game, person, role) VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
    if (!insert) return tl::unexpected(insert.error());
    return insert->bind(1, game).bind(2, person).bind(3, static_cast<std::int64_t>(role)).run();
}

Result<GameId, StoreError> SqliteGameStore::find_link(std::string_view link) {
    auto row = file_.database.prepare(
        "SELECT id FROM games WHERE link = ? AND link <> '' AND deleted = ''");
    if (!row) return tl::unexpected(row.error());
    const auto found = row->bind(1, link).step();
    if (!found) return tl::unexpected(found.error());
    if (!*found) return fail(StoreError::failed, "this link leads to no game");
    return row->number(0);
}

Result<std::vector<GameId>, StoreError> SqliteGameStore::add(std::span<const StoredGame> games) {
    (void)end_group();
    std::vector<GameId> ids;
    const Status status = file_.database.in_transaction([&]() -> Status {
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
    const auto id = create(game.setup, game.access);
    if (!id) return id;
    auto update = file_.database.prepare(
        "UPDATE games SET started = coalesce(nullif(?, ''), started), pgn = ? WHERE id = ?");
    if (!update) return tl::unexpected(update.error());
    Status status = update->bind(1, game.started).bind(2, game.pgn).bind(3, *id).run();
    std::vector<StoredPly> plies;
    Position position = game.setup.start;
    for (const auto& [move, spent] : game.moves) {
        plies.push_back({to_coordinate(position, move), spent});
        position = position.after(move);
    }
    if (status) status = add_plies(*id, plies);
    if (status) status = set_opening(*id, game.eco, game.opening);
    if (status && game.end) status = set_end(*id, *game.end);
    if (!status) return tl::unexpected(status.error());
    return *id;
}

Status SqliteGameStore::revise(GameVersion& version, const std::function<Status()>& work) {
    const Status status = file_.database.in_transaction([&]() -> Status {
        auto update = file_.database.prepare(
            "UPDATE games SET revision = revision + 1, turn_spent = 0 WHERE id = ? AND revision = "
            "?");
        if (!update) return tl::unexpected(update.error());
        const Status updated = update->bind(1, version.game).bind(2, version.revision).run();
        if (!updated) return updated;
        if (file_.database.rows_changed() == 0)
            return fail(StoreError::stale, "another program has gone on with this game");
        return work();
    });
    if (status) ++version.revision;
    return status;
}

Status SqliteGameStore::append(GameVersion& version, std::size_t ply, const StoredPly& played) {
    return revise(version, [&] { return add_ply(version.game, ply, played); });
}

Status SqliteGameStore::rewrite(GameVersion& version, std::span<const StoredPly> plies) {
    return revise(version, [&]() -> Status {
        auto forget = file_.database.prepare("DELETE FROM plies WHERE game = ?");
        if (!forget) return tl::unexpected(forget.error());
        if (const Status status = forget->bind(1, version.game).run(); !status) return status;
        if (const Status status = add_plies(version.game, plies); !status) return status;
        return set_end(version.game, {});
    });
}

Status SqliteGameStore::finish(GameVersion& version, const GameEnd& end) {
    return revise(version, [&] { return set_end(version.game, end); });
}

Status SqliteGameStore::name_opening(GameVersion& version, std::string_view eco,
                                     std::string_view name) {
    return revise(version, [&] { return set_opening(version.game, eco, name); });
}

Status SqliteGameStore::set_seat(GameVersion& version, Color side, const Seat& seat) {
    return revise(version, [&]() -> Status {
        constexpr Query kWhite =
            "UPDATE games SET white_kind = ?, white_name = ?, white_strength = ?, "
            "white_command = ? WHERE id = ?";
        constexpr Query kBlack =
            "UPDATE games SET black_kind = ?, black_name = ?, black_strength = ?, "
            "black_command = ? WHERE id = ?";
        auto update = file_.database.prepare(side == Color::white ? kWhite : kBlack);
        if (!update) return tl::unexpected(update.error());
        bind_seat(*update, 1, seat);
        return update->bind(5, version.game).run();
    });
}

Status SqliteGameStore::add_plies(GameId game, std::span<const StoredPly> plies) {
    for (std::size_t ply = 0; ply < plies.size(); ++ply)
        if (const Status status = add_ply(game, ply, plies[ply]); !status) return status;
    return {};
}

Status SqliteGameStore::add_ply(GameId game, std::size_t ply, const StoredPly& played) {
    auto insert = file_.database.prepare("INSERT INTO plies VALUES (?, ?, ?, ?)");
    if (!insert) return tl::unexpected(insert.error());
    return insert->bind(1, game)
        .bind(2, static_cast<std::int64_t>(ply))
        .bind(3, played.move)
        .bind(4, played.spent.count())
        .run();
}

Status SqliteGameStore::set_end(GameId game, const GameEnd& end) {
    auto update = file_.database.prepare(
        "UPDATE games SET result = ?, reason = ?, termination = ? WHERE id = ?");
    if (!update) return tl::unexpected(update.error());
    return update->bind(1, to_text(end.result))
        .bind(2, end.reason)
        .bind(3, end.termination)
        .bind(4, game)
        .run();
}

Status SqliteGameStore::set_opening(GameId game, std::string_view eco, std::string_view name) {
    auto update = file_.database.prepare("UPDATE games SET eco = ?, opening = ? WHERE id = ?");
    if (!update) return tl::unexpected(update.error());
    return update->bind(1, eco).bind(2, name).bind(3, game).run();
}

Status SqliteGameStore::note_turn(const GameVersion& version, Microseconds spent) {
    auto update =
        file_.database.prepare("UPDATE games SET turn_spent = ? WHERE id = ? AND revision = ?");
    if (!update) return tl::unexpected(update.error());
    return update->bind(1, spent.count()).bind(2, version.game).bind(3, version.revision).run();
}

Status SqliteGameStore::remove(std::span<const GameId> games, std::optional<PersonId> person) {
    return mark_deleted(games, person, true);
}
Status SqliteGameStore::restore(std::span<const GameId> games, std::optional<PersonId> person) {
    return mark_deleted(games, person, false);
}

Status SqliteGameStore::mark_deleted(std::span<const GameId> games, std::optional<PersonId> person,
                                     bool is_deleted) {
    (void)end_group();
    // A game between two people apart is out of the sight of only the one who deletes it.
    auto of_owner = file_.database.prepare(
        "UPDATE games SET deleted = CASE ?1 WHEN 1 THEN CURRENT_TIMESTAMP ELSE '' END "
        "WHERE id = ?2 AND (?3 OR owner = ?4)");
    if (!of_owner) return tl::unexpected(of_owner.error());
    auto of_player = file_.database.prepare(
        "UPDATE company SET deleted = CASE ?1 WHEN 1 THEN CURRENT_TIMESTAMP ELSE '' END "
        "WHERE game = ?2 AND person = ?4 AND ?3 = 0");
    if (!of_player) return tl::unexpected(of_player.error());
    return file_.database.in_transaction([&]() -> Status {
        for (const GameId game : games) {
            int changed = 0;
            for (Statement* const update : {&*of_owner, &*of_player}) {
                update->bind(1, is_deleted ? 1 : 0)
                    .bind(2, game)
                    .bind(3, person ? 0 : 1)
                    .bind(4, person.value_or(kNobody));
                if (const Status status = update->run(); !status) return status;
                changed += file_.database.rows_changed();
            }
            if (changed == 0) return no_such_game(game);
        }
        return {};
    });
}

Status SqliteGameStore::load_company(GameId game, GameAccess& access) {
    auto rows = file_.database.prepare("SELECT person, role FROM company WHERE game = ?");
    if (!rows) return tl::unexpected(rows.error());
    rows->bind(1, game);
    for (;;) {
        const auto next = rows->step();
        if (!next) return tl::unexpected(next.error());
        if (!*next) return {};
        const PersonId person = rows->number(0);
        const auto role = static_cast<std::size_t>(rows->number(1));
        if (role < access.players.size())
            access.players[role] = person;
        else
            access.watchers.insert(person);
    }
}

Result<StoredGame, StoreError> SqliteGameStore::load(GameId game) {
    auto row = file_.database.prepare(
        "SELECT fen, chess960, seed, fast, "
        "white_kind, white_name, white_strength, white_command, white_control, "
        "black_kind, black_name, black_strength, black_command, black_control, "
        "result, reason, termination, started, eco, opening, pgn, revision, "
        "owner, link, may_be_watched, turn_spent FROM games "
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
    // Some end without a result.
    const PgnResult result = result_of(row->text(14));
    if (result != PgnResult::unknown || !row->text(16).empty())
        stored.end = GameEnd{result, row->text(15), row->text(16)};
    stored.started = row->text(17);
    stored.eco = row->text(18);
    stored.opening = row->text(19);
    stored.pgn = row->text(20);
    stored.revision = row->number(21);
    stored.access.owner = row->number(22);
    stored.access.link = row->text(23);
    stored.access.may_be_watched = row->number(24) != 0;
    stored.turn_spent = Microseconds{row->number(25)};
    stored.setup.is_apart = stored.access.owner == kNobody;
    if (stored.setup.is_apart)
        if (const Status status = load_company(game, stored.access); !status)
            return tl::unexpected(status.error());

    auto plies =
        file_.database.prepare("SELECT move, spent FROM plies WHERE game = ? ORDER BY ply");
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
    auto rows = file_.database.prepare(
        "SELECT id, started, white_name, black_name, result, opening, "
        "(SELECT COUNT(*) FROM plies WHERE game = id), eco, "
        "result <> '*' OR termination <> '' FROM games "
        "WHERE deleted = '' AND (?10 OR owner = ?11 OR id IN (SELECT game FROM company "
        "WHERE person = ?11 AND role < 2 AND company.deleted = '')) AND (white_name LIKE ?1 ESCAPE "
        "'\\' OR black_name LIKE ?1 ESCAPE '\\') "
        "AND (opening LIKE ?2 ESCAPE '\\' OR eco = ?3) AND (?4 = '' OR result = ?4) "
        "AND (?4 <> '*' OR termination = '') "
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
        .bind(9, filter.is_played_here ? 1 : 0)
        .bind(10, filter.person ? 0 : 1)
        .bind(11, filter.person.value_or(kNobody));
    std::vector<GameSummary> games;
    for (;;) {
        const auto next = rows->step();
        if (!next) return tl::unexpected(next.error());
        if (!*next) return games;
        games.push_back({rows->number(0), rows->text(1), rows->text(2), rows->text(3),
                         rows->text(4), rows->text(5), rows->number(6), rows->text(7),
                         rows->number(8) != 0});
    }
}

Result<std::vector<GameId>, StoreError> SqliteGameStore::numbers(std::optional<PersonId> person) {
    auto rows = file_.database.prepare(
        "SELECT id FROM games WHERE deleted = '' AND (?1 OR owner = ?2 OR id IN "
        "(SELECT game FROM company WHERE person = ?2 AND role < 2 AND company.deleted = '')) "
        "ORDER BY id");
    if (!rows) return tl::unexpected(rows.error());
    rows->bind(1, person ? 0 : 1).bind(2, person.value_or(kNobody));
    std::vector<GameId> numbers;
    for (;;) {
        const auto next = rows->step();
        if (!next) return tl::unexpected(next.error());
        if (!*next) return numbers;
        numbers.push_back(rows->number(0));
    }
}

Result<std::optional<GameId>, StoreError> SqliteGameStore::open_game() {
    auto row = file_.database.prepare(
        "SELECT id FROM games WHERE result = '*' AND termination = '' AND deleted = '' "
        "AND pgn = '' AND owner = 0 "
        "ORDER BY id DESC LIMIT 1");
    if (!row) return tl::unexpected(row.error());
    const auto found = row->step();
    if (!found) return tl::unexpected(found.error());
    return *found ? std::optional{row->number(0)} : std::nullopt;
}

std::optional<std::string> SqliteGameStore::setting(std::string_view key) {
    auto row = file_.database.prepare("SELECT value FROM settings WHERE key = ?");
    if (!row) return std::nullopt;
    const auto found = row->bind(1, key).step();
    if (!found || !*found) return std::nullopt;
    return row->text(0);
}

std::map<std::string, std::string> SqliteGameStore::settings(std::string_view prefix) {
    std::map<std::string, std::string> found;
    auto rows =
        file_.database.prepare("SELECT key, value FROM settings WHERE substr(key, 1, ?) = ?");
    if (!rows) return found;
    rows->bind(1, static_cast<std::int64_t>(prefix.size())).bind(2, prefix);
    while (rows->step().value_or(false)) found[rows->text(0).substr(prefix.size())] = rows->text(1);
    return found;
}

Status SqliteGameStore::set_setting(std::string_view key, std::string_view value) {
    (void)end_group();
    auto statement = file_.database.prepare("INSERT OR REPLACE INTO settings VALUES (?, ?)");
    if (!statement) return tl::unexpected(statement.error());
    return statement->bind(1, key).bind(2, value).run();
}

}  // namespace castellan
