// StoreError: why something could not be kept, or found again.
#pragma once

namespace castellan {

enum class StoreError {
    cannot_open,
    damaged,    // not a database, or a broken one
    read_only,  // the folder or the file
    full,       // no space left
    busy,       // another program holds it
    stale,      // another program has gone on with the game
    failed,
};

}  // namespace castellan
