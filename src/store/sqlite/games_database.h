// The file in which games are kept: who has it, which tables are in it, and what happens when it is
// damaged.
#pragma once

#include <optional>

#include "store/sqlite/database.h"
#include "store/sqlite/file_lock.h"

namespace castellan {

struct GamesDatabase {
    Database database;
    std::optional<FileLock> lock;  // none: it can only be read
    std::string notice{};          // what people should know about what was found
};

/// Brought up to date. A damaged file is put aside under a name of its own. `holder` is what other
/// programs are told that want it, too; if one of them has it, the error is StoreError::busy.
Result<GamesDatabase, StoreError> open_games_database(const std::string& path,
                                                      std::string_view holder);
/// The same, but beside the program that has it nothing can be written.
Result<GamesDatabase, StoreError> open_games_database_to_read(const std::string& path,
                                                              std::string_view holder);

}  // namespace castellan
