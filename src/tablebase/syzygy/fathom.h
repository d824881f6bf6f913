// Fathom, the library that reads Syzygy tables: its calls in our words, and nothing else. It keeps
// one set of tables for the whole process; SyzygyTablebase sees to it that there is no other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "chess/position.h"
#include "tablebase/wdl.h"

namespace castellan::fathom {

/// Replaces whatever was loaded before. There is no way to stop: Debian's library crashes when it
/// is started again after tb_free(), so the last tables stay mapped.
bool start(const std::string& folders);
/// Pieces in the largest table, kings included.
int largest();

/// Opens the table at its first use, which two threads must not do at the same time. Positions with
/// castling rights are in no table.
std::optional<Wdl> probe_wdl(const Position& position);

/// Not for two threads at a time. Nothing if a table is missing.
std::optional<std::vector<RankedMove>> rank_by_distance(const Position& position, bool has_repeated,
                                                        bool fifty_move_rule);
std::optional<std::vector<RankedMove>> rank_by_result(const Position& position,
                                                      bool fifty_move_rule);

}  // namespace castellan::fathom
