// What `castellan serve` tells its host: one line for each event, on standard error.
#pragma once

#include <optional>

#include "house/log.h"

namespace castellan {

/// "error", "warning", "info" or "debug".
std::optional<LogLevel> parse_log_level(std::string_view text);

/// Writes what is at least as important.
Log make_log(LogLevel least);

}  // namespace castellan
