// Small texts about a session that every view of it needs.
#pragma once

#include <string>

#include "play/session.h"

namespace castellan {

/// "4:05", and tenths below ten seconds.
std::string time_text(Microseconds time);
/// "12. " or "12... ", before the next move.
std::string move_number(const Position& position);
/// Whether Black sits below: only if a person plays Black alone.
bool is_seen_by_black(const Session& session);

}  // namespace castellan
