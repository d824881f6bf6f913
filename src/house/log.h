// What a host may want to know of: one line for each event, without secrets.
#pragma once

#include <functional>
#include <string_view>

namespace castellan {

enum class LogLevel { error, warning, info, debug };

using Log = std::function<void(LogLevel level, std::string_view line)>;

}  // namespace castellan
