#include "commands/usage_error.h"

#include "base/nearest_word.h"
#include "commands/help_text.h"
#include "commands/option_values.h"

namespace castellan {
namespace {

const CLI::App& innermost(const CLI::App& app) {
    const auto chosen = app.get_subcommands();
    return chosen.empty() ? app : innermost(*chosen.back());
}

bool is_option_word(std::string_view word) { return word.size() > 1 && word[0] == '-'; }

std::vector<std::string> option_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* const option : command.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

std::string help_hint(const CLI::App& command) { return '\'' + full_name(command) + " --help'"; }

std::string unknown_option(const CLI::App& command, const std::string& word) {
    const std::string name = word.substr(0, word.find('='));
    const std::string near = nearest_word(name, option_names(command));
    return "there is no option " + echoed(name) +
           (near.empty() ? "; " + help_hint(command) + " lists them"
                         : "; did you mean '" + near + "'?");
}

/// Which of an option's values are missing or too many.
std::string mismatch_text(const CLI::App& command, const std::string& message) {
    const std::string name = message.substr(0, message.find(':'));
    const CLI::Option* const option = command.get_option_no_throw(name);
    if (option == nullptr) return message;
    if (message.find("At Most") != std::string::npos) return name + " can be given only once";
    if (option->get_expected_min() > 1)
        return name + " needs " + std::to_string(option->get_expected_min()) + " values";
    const std::string words = wanted_words(*option);
    return name + " needs a value" + (words.empty() ? "" : ": " + words);
}

std::string plain_text(const CLI::App& command, const CLI::Error& error) {
    constexpr std::size_t kLongest = 200;
    if (error.get_name() == "RequiredError" && !listed_subcommands(command).empty()) {
        std::vector<std::string> names;
        for (const CLI::App* const one : listed_subcommands(command))
            names.push_back(one->get_name());
        return "a command is missing: " + CLI::detail::join(names, ", ");
    }
    const std::string message = error.what();
    const std::string text =
        error.get_name() == "ArgumentMismatch" ? mismatch_text(command, message) : message;
    return as_one_line(text.substr(0, kLongest));
}

}  // namespace

std::string unknown_command(const CLI::App& parent, const std::string& word) {
    std::vector<std::string> names;
    for (const CLI::App* const one : listed_subcommands(parent)) names.push_back(one->get_name());
    const std::string near = nearest_word(word, names);
    return echoed(word) + " is no command; " +
           (near.empty() ? help_hint(parent) + " lists them" : "did you mean '" + near + "'?");
}

std::string misspelt_command(const CLI::App& app) {
    const CLI::App& command = innermost(app);
    const auto words = command.remaining();
    const bool is_command =
        !words.empty() && !is_option_word(words.front()) && !listed_subcommands(command).empty();
    return is_command ? words.front() : std::string{};
}

std::string usage_error(const CLI::App& app, const CLI::Error& error) {
    const CLI::App& command = innermost(app);
    const std::string start = full_name(command) + ": ";
    if (const std::string word = misspelt_command(app); !word.empty())
        return start + unknown_command(command, word) + '\n';
    // What is required may be missing because it was misspelt.
    const auto words = app.remaining(true);
    if (const auto word = std::ranges::find_if(words, is_option_word); word != words.end())
        return start + unknown_option(command, *word) + '\n';
    if (!words.empty() && error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError))
        return start + echoed(words.front()) + " is a word too many\n";
    return start + plain_text(command, error) + "\n" + help_hint(command) +
           " explains what there is.\n";
}

}  // namespace castellan
