// The command line of a match: cutechess's groups (-engine cmd=... -each tc=...), GNU style beside.
#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "match/match_settings.h"

namespace castellan {

enum class ArgumentError { unknown_option, unknown_key, missing_value, bad_value, contradiction };

/// `-rounds 10`, `--rounds 10` and `--rounds=10` mean the same. Nothing is looked up on the disk.
Result<MatchSettings, ArgumentError> parse_match_arguments(std::span<const std::string> arguments);

/// Words separated by blanks; quotes keep a word with blanks together.
std::vector<std::string> split_words(std::string_view text);

}  // namespace castellan
