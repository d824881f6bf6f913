// The command line of a match: cutechess's groups (-engine cmd=... -each tc=...), GNU style beside.
#pragma once

#include <span>
#include <string>

#include "match/player_arguments.h"

namespace castellan {

/// `-rounds 10`, `--rounds 10` and `--rounds=10` mean the same. Nothing is looked up on the disk.
Result<MatchSettings, ArgumentError> parse_match_arguments(std::span<const std::string> arguments);

}  // namespace castellan
