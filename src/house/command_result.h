// What becomes of something that somebody has asked for: a value, or why not, in a sentence.
#pragma once

#include "base/result.h"

namespace castellan {

enum class CommandError { malformed, refused };
template <typename Value>
using CommandResult = Result<Value, CommandError>;

inline tl::unexpected<Error<CommandError>> refused(std::string message) {
    return fail(CommandError::refused, std::move(message));
}

}  // namespace castellan
