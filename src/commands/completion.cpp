#include "commands/completion.h"

#include <algorithm>
#include <sstream>

#include "base/text.h"
#include "commands/help_text.h"
#include "commands/option_values.h"

namespace castellan {
namespace {

/// What stands behind an option whose values are words with keys, as `castellan match` has them.
constexpr std::string_view kKeys = "KEY=VALUE";
constexpr std::string_view kFileKeys[] = {"cmd", "file", "log", "dir"};

struct KnownOption {
    std::vector<std::string> names;
    std::string type;  // empty: takes no value
    bool takes_many = false;
    std::string description;
};

/// A command that reads its arguments itself lists them in its footer: "  -pgnout FILE  the games".
std::vector<KnownOption> footer_options(const CLI::App& command) {
    std::vector<KnownOption> options;
    std::istringstream lines{command.get_footer()};
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("  -")) continue;
        std::string_view rest = line;
        KnownOption option;
        option.names = CLI::detail::split(std::string{take_word(rest)}, ',');
        const bool has_type = rest.size() > 1 && rest[0] == ' ' && rest[1] != ' ';
        if (has_type) option.type = take_word(rest);
        option.takes_many = option.type.starts_with(kKeys);
        option.description = trim(rest);
        options.push_back(option);
    }
    return options;
}

std::vector<KnownOption> options_of(const CLI::App& command) {
    std::vector<KnownOption> options = footer_options(command);
    for (const CLI::Option* const option : command.get_options()) {
        if (!option->nonpositional()) continue;
        KnownOption known;
        for (const std::string& name : option->get_lnames()) known.names.push_back("--" + name);
        known.type = type_word(*option);
        known.takes_many = option->get_expected_max() > 1;
        known.description = option->get_description();
        options.push_back(known);
    }
    return options;
}

/// The option whose value comes next, after these words.
const KnownOption* waiting_option(const std::vector<KnownOption>& options,
                                  const std::vector<std::string>& words) {
    for (auto word = words.rbegin(); word != words.rend(); ++word) {
        const auto option = std::ranges::find_if(options, [&](const KnownOption& one) {
            return std::ranges::find(one.names, *word) != one.names.end();
        });
        if (option == options.end()) continue;
        const bool is_last = word == words.rbegin();
        return !option->type.empty() && (is_last || option->takes_many) ? &*option : nullptr;
    }
    return nullptr;
}

/// Whether the value of a key comes next: "file=sta", or "file" and "sta" from shells that cut
/// there.
bool is_file_key(const std::vector<std::string>& before, const std::string& unfinished) {
    const std::size_t equals = unfinished.find('=');
    const std::string key = equals == std::string::npos && !before.empty()
                                ? before.back()
                                : unfinished.substr(0, equals);
    return std::ranges::find(kFileKeys, key) != std::end(kFileKeys);
}

bool takes_file(const CLI::App& command) {
    const auto options = command.get_options([](const CLI::Option* option) {
        return option->get_positional() && type_word(*option) == kFileType;
    });
    return !options.empty();
}

}  // namespace

std::vector<std::string> completions(const CLI::App& app, const std::vector<std::string>& words) {
    const CLI::App* command = &app;
    std::vector<std::string> before{words.begin(), words.empty() ? words.end() : words.end() - 1};
    const std::string unfinished = words.empty() ? "" : words.back();
    const bool asks_for_help =
        !before.empty() && before.front() == "help" && !unfinished.starts_with('-');
    if (asks_for_help) before.erase(before.begin());
    for (const std::string& word : before)
        if (const CLI::App* const found = find_subcommand(*command, word)) command = found;

    const std::vector<KnownOption> options = options_of(*command);
    if (const KnownOption* const option = waiting_option(options, before))
        if (!unfinished.starts_with('-') || !option->takes_many) {
            const bool is_file = option->type == kFileType || (option->type.starts_with(kKeys) &&
                                                               is_file_key(before, unfinished));
            return is_file ? std::vector<std::string>{kFilesFit} : std::vector<std::string>{};
        }
    std::vector<std::string> lines;
    if (!unfinished.starts_with('-')) {
        for (const CLI::App* const one : listed_subcommands(*command))
            lines.push_back(one->get_name() + '\t' + one->get_description());
        if (lines.empty() && takes_file(*command) && !asks_for_help) return {kFilesFit};
    }
    if (lines.empty() && !asks_for_help)
        for (const KnownOption& option : options)
            for (const std::string& name : option.names)
                lines.push_back(name + '\t' + option.description);
    return lines;
}

}  // namespace castellan
