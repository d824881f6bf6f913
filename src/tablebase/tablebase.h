// Tablebase: who wins with few pieces on the board, and by which moves. An interface, so that the
// search needs nothing of how tables are read; Syzygy's are in tablebase/syzygy.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "chess/position.h"
#include "tablebase/wdl.h"

namespace castellan {

enum class TablebaseError {
    not_built_in,  // compiled without the probing library
    no_folder,
    no_tables,
    damaged,
    busy,  // the process already uses other tables
};

class Tablebase {
  public:
    using Pointer = std::shared_ptr<Tablebase>;

    /// A list of folders separated by ':'. Tables are tried before they are used, which may take a
    /// second or two; one that is damaged is named, and none is used. Whoever loads the same
    /// folders shares what is loaded; other folders are refused until the last owner has let go.
    static Result<Pointer, TablebaseError> load(std::string_view folders);

    virtual ~Tablebase() = default;
    Tablebase(const Tablebase&) = delete;
    Tablebase& operator=(const Tablebase&) = delete;

    /// Material combinations whose results are known.
    virtual int table_count() const = 0;
    /// Pieces in the largest table, kings included.
    virtual int largest() const = 0;

    /// The value with a halfmove clock of zero. Nothing if a table is missing, somebody may still
    /// castle, or there are too many pieces. Any number of threads may ask.
    virtual std::optional<Wdl> probe_wdl(const Position& position) const = 0;

    /// All legal moves, by what the halfmove clock and the moves still needed leave of the result;
    /// `has_repeated`: since the last capture or pawn move some position has occurred twice, so
    /// that only the quickest way counts. One thread at a time, and none that searches.
    virtual std::optional<Ranking> probe_root(const Position& position, bool has_repeated,
                                              bool fifty_move_rule) const = 0;

    /// A table could not be read while it was in use: from then on nothing is found any more.
    virtual bool has_failed() const = 0;

  protected:
    Tablebase() = default;
};

}  // namespace castellan
