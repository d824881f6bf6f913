#include "commands/option_values.h"

#include <algorithm>

#include "base/utf8.h"

namespace castellan {

std::string echoed(std::string_view text) {
    constexpr std::size_t kLongest = 40;
    if (text.size() <= kLongest) return '\'' + as_one_line(text) + '\'';
    return '\'' + as_one_line(without_partial_character(text.substr(0, kLongest))) + "...'";
}

CLI::Validator one_of(const std::vector<std::string>& choices) {
    std::string words;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        if (i > 0) words += i + 1 < choices.size() ? ", " : " or ";
        words += choices[i];
    }
    const auto check = [=](const std::string& text) -> std::string {
        if (std::ranges::find(choices, text) != choices.end()) return {};
        return echoed(text) + " is not " + words;
    };
    return CLI::Validator{check, words};
}

}  // namespace castellan
