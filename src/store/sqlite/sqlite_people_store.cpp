// What SqliteGameStore knows of people.
#include "store/sqlite/sqlite_game_store.h"

namespace castellan {
namespace {

using Status = Result<void, StoreError>;

}  // namespace

Result<std::vector<StoredPerson>, StoreError> SqliteGameStore::people() {
    auto rows = file_.database.prepare("SELECT id, name, since FROM people ORDER BY id");
    if (!rows) return tl::unexpected(rows.error());
    std::vector<StoredPerson> people;
    for (;;) {
        const auto next = rows->step();
        if (!next) return tl::unexpected(next.error());
        if (!*next) return people;
        people.push_back({rows->number(0), rows->text(1), rows->text(2)});
    }
}

Result<std::map<std::string, PersonId>, StoreError> SqliteGameStore::keys() {
    auto rows = file_.database.prepare("SELECT key, person FROM keys");
    if (!rows) return tl::unexpected(rows.error());
    std::map<std::string, PersonId> keys;
    for (;;) {
        const auto next = rows->step();
        if (!next) return tl::unexpected(next.error());
        if (!*next) return keys;
        keys[rows->text(0)] = rows->number(1);
    }
}

Result<StoredPerson, StoreError> SqliteGameStore::add_person(std::string_view name) {
    (void)end_group();
    auto insert =
        file_.database.prepare("INSERT INTO people (name) VALUES (?) RETURNING id, name, since");
    if (!insert) return tl::unexpected(insert.error());
    const auto added = insert->bind(1, name).step();
    if (!added) return tl::unexpected(added.error());
    StoredPerson person{insert->number(0), insert->text(1), insert->text(2)};
    // The row is there for good when the statement has come to its end.
    if (const auto end = insert->step(); !end) return tl::unexpected(end.error());
    return person;
}

Status SqliteGameStore::rename_person(PersonId person, std::string_view name) {
    (void)end_group();
    auto update = file_.database.prepare("UPDATE people SET name = ? WHERE id = ?");
    if (!update) return tl::unexpected(update.error());
    return update->bind(1, name).bind(2, person).run();
}

Status SqliteGameStore::remove_person(PersonId person) {
    (void)end_group();
    return file_.database.in_transaction([&]() -> Status {
        for (const Query query : {Query{"DELETE FROM keys WHERE person = ?"},
                                  Query{"DELETE FROM people WHERE id = ?"}}) {
            auto statement = file_.database.prepare(query);
            if (!statement) return tl::unexpected(statement.error());
            if (const Status status = statement->bind(1, person).run(); !status) return status;
        }
        return {};
    });
}

Status SqliteGameStore::add_key(PersonId person, std::string_view key) {
    (void)end_group();
    auto insert = file_.database.prepare("INSERT INTO keys (key, person) VALUES (?, ?)");
    if (!insert) return tl::unexpected(insert.error());
    return insert->bind(1, key).bind(2, person).run();
}

Status SqliteGameStore::remove_key(std::string_view key) {
    (void)end_group();
    auto statement = file_.database.prepare("DELETE FROM keys WHERE key = ?");
    if (!statement) return tl::unexpected(statement.error());
    return statement->bind(1, key).run();
}

Result<std::map<PersonId, std::int64_t>, StoreError> SqliteGameStore::games_of_people() {
    auto rows = file_.database.prepare(
        "SELECT owner, COUNT(*) FROM games WHERE deleted = '' AND owner >= 0 GROUP BY owner "
        "UNION ALL SELECT person, COUNT(*) FROM company WHERE role < 2 AND deleted = '' "
        "GROUP BY person");
    if (!rows) return tl::unexpected(rows.error());
    std::map<PersonId, std::int64_t> counts;
    for (;;) {
        const auto next = rows->step();
        if (!next) return tl::unexpected(next.error());
        if (!*next) return counts;
        counts[rows->number(0)] += rows->number(1);
    }
}

}  // namespace castellan
