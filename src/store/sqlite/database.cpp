#include "store/sqlite/database.h"

#include <sqlite3.h>

namespace castellan {
namespace {

constexpr int kPatienceMilliseconds = 2'000;

StoreError kind_of(int code) {
    switch (code & 0xFF) {
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
            return StoreError::damaged;
        case SQLITE_READONLY:
        case SQLITE_PERM:
            return StoreError::read_only;
        case SQLITE_FULL:
            return StoreError::full;
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return StoreError::busy;
        case SQLITE_CANTOPEN:
            return StoreError::cannot_open;
        default:
            return StoreError::failed;
    }
}

tl::unexpected<Error<StoreError>> failure(sqlite3* handle, int code) {
    const char* const text = handle != nullptr ? sqlite3_errmsg(handle) : sqlite3_errstr(code);
    return fail(kind_of(code), text);
}

}  // namespace

void Statement::Finalizer::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}
void Database::Closer::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }

Statement& Statement::bind(int index, std::int64_t value) {
    sqlite3_bind_int64(statement_.get(), index, value);
    return *this;
}

Statement& Statement::bind(int index, std::string_view value) {
    sqlite3_bind_text(statement_.get(), index, value.data(), static_cast<int>(value.size()),
                      SQLITE_TRANSIENT);  // NOLINT: SQLite's own cast
    return *this;
}

Result<bool, StoreError> Statement::step() {
    const int code = sqlite3_step(statement_.get());
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    return failure(sqlite3_db_handle(statement_.get()), code);
}

Result<void, StoreError> Statement::run() {
    const auto stepped = step();
    reset();
    if (!stepped) return tl::unexpected(stepped.error());
    return {};
}

void Statement::reset() { sqlite3_reset(statement_.get()); }

std::int64_t Statement::number(int column) const {
    return sqlite3_column_int64(statement_.get(), column);
}

std::string Statement::text(int column) const {
    const auto* const bytes =
        reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
    if (bytes == nullptr) return {};
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

Result<Database, StoreError> Database::open(const std::string& path) {
    sqlite3* handle = nullptr;
    const int code =
        sqlite3_open_v2(path.c_str(), &handle,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    Database database{handle};
    if (code != SQLITE_OK) return failure(handle, code);
    sqlite3_busy_timeout(handle, kPatienceMilliseconds);
    // Write-ahead log, and every commit is brought to the disk before it counts.
    const auto status = database.execute(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;");
    if (!status) return tl::unexpected(status.error());
    return database;
}

Result<void, StoreError> Database::execute(const char* sql) {
    const int code = sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) return failure(handle_.get(), code);
    return {};
}

Result<Statement, StoreError> Database::prepare(Query query) {
    const std::string_view sql = query.text();
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v2(handle_.get(), sql.data(), static_cast<int>(sql.size()),
                                        &statement, nullptr);
    if (code != SQLITE_OK) return failure(handle_.get(), code);
    return Statement{statement};
}

Result<std::int64_t, StoreError> Database::number(Query query) {
    auto row = prepare(query);
    if (!row) return tl::unexpected(row.error());
    const auto found = row->step();
    if (!found) return tl::unexpected(found.error());
    return row->number(0);
}

std::int64_t Database::last_row() const { return sqlite3_last_insert_rowid(handle_.get()); }

int Database::rows_changed() const { return sqlite3_changes(handle_.get()); }

bool Database::is_in_transaction() const { return sqlite3_get_autocommit(handle_.get()) == 0; }

bool Database::is_sound() {
    auto check = prepare("PRAGMA integrity_check");
    if (!check) return false;
    const auto row = check->step();
    return row && *row && check->text(0) == "ok";
}

}  // namespace castellan
