// A thin owner of SQLite's handles: statements are bound and read by position, errors are Results.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/store_error.h"

struct sqlite3;
struct sqlite3_stmt;

namespace castellan {

/// The text of a statement. It can only be a literal, so nothing from outside becomes part of it.
class Query {
  public:
    consteval Query(const char* text) : text_{text} {}
    std::string_view text() const { return text_; }

  private:
    std::string_view text_;
};

class Statement {
  public:
    /// Arguments count from 1, columns from 0, as in SQLite.
    Statement& bind(int index, std::int64_t value);
    Statement& bind(int index, std::string_view value);

    /// True if there is a row to read, false after the last one.
    Result<bool, StoreError> step();
    /// For statements without rows.
    Result<void, StoreError> run();
    void reset();

    std::int64_t number(int column) const;
    std::string text(int column) const;

  private:
    friend class Database;
    struct Finalizer {
        void operator()(sqlite3_stmt* statement) const;
    };
    explicit Statement(sqlite3_stmt* statement) : statement_{statement} {}
    std::unique_ptr<sqlite3_stmt, Finalizer> statement_;
};

class Database {
  public:
    /// Creates the file if there is none. What is written is on the disk when a statement returns.
    static Result<Database, StoreError> open(const std::string& path);

    /// One or more statements without arguments.
    Result<void, StoreError> execute(const char* sql);
    Result<Statement, StoreError> prepare(Query query);
    /// The first column of the first row.
    Result<std::int64_t, StoreError> number(Query query);
    std::int64_t last_row() const;
    /// By the last statement.
    int rows_changed() const;
    /// Between BEGIN and COMMIT; an error can end it, too.
    bool is_in_transaction() const;
    /// All of it or nothing; within another transaction, a part of that.
    Result<void, StoreError> in_transaction(const std::function<Result<void, StoreError>()>& work);
    /// A copy as of now, whatever is being written. The file must not be there yet.
    Result<void, StoreError> copy_to(const std::string& path);

  private:
    struct Closer {
        void operator()(sqlite3* handle) const;
    };
    explicit Database(sqlite3* handle) : handle_{handle} {}
    std::unique_ptr<sqlite3, Closer> handle_;
};

}  // namespace castellan
