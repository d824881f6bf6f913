// Tablebase: Syzygy endgame tables, read through Fathom. Who wins with few men on the board, and by
// which moves.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/position.h"
#include "tablebase/syzygy/fault_guard.h"
#include "tablebase/syzygy/table_files.h"
#include "tablebase/wdl.h"

namespace castellan {

/// The library underneath keeps one set of tables per process. So whoever loads the same folders
/// shares what is loaded, and other folders are refused until the last owner has let go.
class Tablebase {
  public:
    using Pointer = std::shared_ptr<Tablebase>;

    /// A list of folders separated by ':'. Tables are tried before they are used, which may take a
    /// second or two; one that is damaged is named, and none is used.
    static Result<Pointer, TablebaseError> load(std::string_view list);
    ~Tablebase();
    Tablebase(const Tablebase&) = delete;
    Tablebase& operator=(const Tablebase&) = delete;

    const std::string& folders() const { return folders_; }
    /// Material combinations whose results are known.
    int table_count() const { return table_count_; }
    /// Men in the largest table, kings included.
    int largest() const { return largest_; }

    /// The value with a halfmove clock of zero. Nothing if a table is missing, somebody may still
    /// castle, or there are too many men. Any number of threads may ask.
    std::optional<Wdl> probe_wdl(const Position& position) const;

    /// All legal moves, by what the halfmove clock and the moves still needed leave of the result;
    /// `has_repeated`: since the last capture or pawn move some position has occurred twice, so
    /// that only the quickest way counts. One thread at a time, and none that searches.
    std::optional<Ranking> probe_root(const Position& position, bool has_repeated,
                                      bool fifty_move_rule) const;

    /// A table could not be read while it was in use: from then on nothing is found any more.
    bool has_failed() const { return has_failed_.load(std::memory_order_relaxed); }

  private:
    Tablebase(const std::string& folders, const std::vector<TableFile>& tables);
    bool covers(const Position& position) const;

    std::optional<FaultGuard> guard_;
    std::string folders_;
    int table_count_ = 0;
    int largest_ = 0;
    mutable std::atomic<bool> has_failed_{false};
};

}  // namespace castellan
