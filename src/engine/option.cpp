#include "engine/option.h"

#include <algorithm>

#include "base/text.h"

namespace castellan {
namespace {

bool equal_ignoring_case(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, to_lower, to_lower);
}

std::optional<int> parse_check(std::string_view text) {
    if (equal_ignoring_case(text, "true") || text == "1") return 1;
    if (equal_ignoring_case(text, "false") || text == "0") return 0;
    return std::nullopt;
}

}  // namespace

bool is_named(const OptionSpec& spec, std::string_view name) {
    return equal_ignoring_case(spec.name, name);
}

Result<OptionValue, OptionError> parse_option_value(const OptionSpec& spec, std::string_view text) {
    const std::string name{spec.name};
    switch (spec.kind) {
        case OptionKind::spin: {
            const auto number = parse_number<int>(text);
            if (number && *number >= spec.low && *number <= spec.high)
                return OptionValue{*number, {}};
            return fail(OptionError::bad_value, name + " is a number from " +
                                                    std::to_string(spec.low) + " to " +
                                                    std::to_string(spec.high));
        }
        case OptionKind::check: {
            const auto number = parse_check(text);
            if (number) return OptionValue{*number, {}};
            return fail(OptionError::bad_value, name + " is true or false");
        }
        case OptionKind::button:
            return OptionValue{};
        case OptionKind::text:
        case OptionKind::file:
        case OptionKind::folder:
            // How UCI says "nothing".
            return OptionValue{0, text == "<empty>" ? std::string{} : std::string{text}};
    }
    return OptionValue{};
}

}  // namespace castellan
