// Option: a setting that is known by its name, as both protocols offer it to their interfaces.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace castellan {

enum class OptionKind { spin, check, button, text, file, folder };

struct OptionSpec {
    std::string_view name;
    OptionKind kind;
    int standard = 0;  // of spins and checks
    int low = 0;       // of spins
    int high = 0;
    std::string_view standard_text{};  // of texts and paths
};

/// `number` for spins and checks (0 or 1), `text` for the rest.
struct OptionValue {
    int number = 0;
    std::string text;
};

enum class OptionError { unknown, bad_value, unavailable };

/// What there is to tell about an option that was set, mostly nothing.
using OptionResult = Result<std::string, OptionError>;

Result<OptionValue, OptionError> parse_option_value(const OptionSpec& spec, std::string_view text);

/// As both protocols compare the names of options.
bool is_named(const OptionSpec& spec, std::string_view name);

}  // namespace castellan
