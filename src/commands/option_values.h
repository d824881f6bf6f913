// What options accept: checks whose words stand both in the help and in the error.
#pragma once

#include <CLI/CLI.hpp>
#include <limits>
#include <string>
#include <vector>

#include "base/text.h"

namespace castellan {

/// What the user wrote, for a message: in quotes, on one line, and not all of it if it is long.
std::string echoed(std::string_view text);

/// "12", "0.5": without the zeros that std::to_string adds.
template <typename Number>
std::string number_text(Number number) {
    if constexpr (std::is_integral_v<Number>) return std::to_string(number);
    std::string text = std::to_string(number);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

/// `words` say what is wanted: "a number from 1 to 60".
template <typename Number>
CLI::Validator number_check(Number least, Number most, const std::string& words) {
    const auto check = [=](const std::string& text) -> std::string {
        const auto number = parse_number<Number>(text);
        if (number && *number >= least && *number <= most) return {};
        return echoed(text) + " is not " + words;
    };
    return CLI::Validator{check, words};
}

template <typename Number>
CLI::Validator number_from(Number least, Number most) {
    return number_check(least, most,
                        "a number from " + number_text(least) + " to " + number_text(most));
}

/// As large as the option can hold.
template <typename Number>
CLI::Validator positive_number() {
    const Number most = std::numeric_limits<Number>::max();
    return number_check(Number{1}, most, "a positive number");
}
template <typename Number>
CLI::Validator natural_number() {
    const Number most = std::numeric_limits<Number>::max();
    return number_check(Number{0}, most, "a number, 0 or more");
}

/// "white, black or random"
CLI::Validator one_of(const std::vector<std::string>& choices);

/// What an option takes if it takes a file; shells then complete the names of files.
inline constexpr const char* kFileType = "FILE";

}  // namespace castellan
