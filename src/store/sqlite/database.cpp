#include "store/sqlite/database.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

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

/// In SQLite's words for the kind of error; what it says of the case is SQL.
tl::unexpected<Error<StoreError>> failure(int code) {
    return fail(kind_of(code), sqlite3_errstr(code));
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
    return failure(code);
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
    if (code != SQLITE_OK) return failure(code);
    sqlite3_busy_timeout(handle, kPatienceMilliseconds);
    // Write-ahead log, and every commit is brought to the disk before it counts.
    const auto status = database.execute(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;");
    if (!status) return tl::unexpected(status.error());
    return database;
}

Result<void, StoreError> Database::execute(const char* sql) {
    const int code = sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) return failure(code);
    return {};
}

Result<Statement, StoreError> Database::prepare(Query query) {
    const std::string_view sql = query.text();
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v2(handle_.get(), sql.data(), static_cast<int>(sql.size()),
                                        &statement, nullptr);
    if (code != SQLITE_OK) return failure(code);
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

Result<void, StoreError> Database::in_transaction(
    const std::function<Result<void, StoreError>()>& work) {
    // SQLite's transactions do not nest; its savepoints do.
    const bool is_part = is_in_transaction();
    const auto begun = execute(is_part ? "SAVEPOINT part" : "BEGIN IMMEDIATE");
    if (!begun) return begun;
    const auto undo = [&] {
        (void)execute(is_part ? "ROLLBACK TO part; RELEASE part" : "ROLLBACK");
    };
    try {
        auto status = work();
        if (status) status = execute(is_part ? "RELEASE part" : "COMMIT");
        if (!status) undo();
        return status;
    } catch (...) {
        undo();  // half of the work must not be committed with what follows
        throw;
    }
}

Result<void, StoreError> Database::copy_to(const std::string& path) {
    // Taken by us alone, and readable by nobody else, before anything is in it.
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return fail(StoreError::cannot_open,
                    errno == EEXIST
                        ? path + " is there already"
                        : "cannot write " + path + ": " + std::generic_category().message(errno));
    close(file);
    sqlite3* target = nullptr;
    int code = sqlite3_open_v2(path.c_str(), &target, SQLITE_OPEN_READWRITE, nullptr);
    const Database copy{target};
    if (code != SQLITE_OK) return failure(code);
    sqlite3_backup* const backup = sqlite3_backup_init(target, "main", handle_.get(), "main");
    if (backup == nullptr) return failure(sqlite3_errcode(target));
    constexpr int kAllPages = -1;
    code = sqlite3_backup_step(backup, kAllPages);
    (void)sqlite3_backup_finish(backup);
    if (code == SQLITE_DONE) return {};
    (void)unlink(path.c_str());
    return fail(kind_of(code), "cannot write " + path + ": " + sqlite3_errstr(code));
}

}  // namespace castellan
