// The key=value words behind -engine and -each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "match/match_settings.h"

namespace castellan {

enum class ArgumentError { unknown_option, unknown_key, missing_value, bad_value, contradiction };
using ArgumentStatus = Result<void, ArgumentError>;

/// cmd=, name=, tc= and their like; `option` is the group they stand in, for the message.
ArgumentStatus read_player_argument(std::string_view option, std::string_view word,
                                    MatchPlayer& player);

struct KeyValue {
    std::string_view key;
    std::string_view value;  // empty also if there is no equals sign
};
KeyValue split_argument(std::string_view word);

/// A switch is on if it stands alone, or with on, true, yes or 1.
bool is_on(std::string_view value);

/// "-sprt elo0: 'x' is not a number"
tl::unexpected<Error<ArgumentError>> refuse_value(std::string_view option, std::string_view key,
                                                  std::string_view value, std::string_view wanted);
tl::unexpected<Error<ArgumentError>> refuse_key(std::string_view option, std::string_view key);

/// Words separated by blanks; quotes keep a word with blanks together.
std::vector<std::string> split_words(std::string_view text);

}  // namespace castellan
