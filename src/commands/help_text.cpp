#include "commands/help_text.h"

#include "base/text.h"

namespace castellan {
namespace {

constexpr std::size_t kDescriptionWidth = 68;  // beside CLI11's column of names

bool takes_many(const CLI::Option& option) {
    return option.get_expected_max() >= CLI::detail::expected_max_vector_size;
}

std::string wrapped(std::string_view text) {
    std::string lines;
    std::size_t column = 0;
    while (true) {
        const std::string_view word = take_word(text);
        if (word.empty()) return lines;
        const bool fits = column + 1 + word.size() <= kDescriptionWidth;
        if (column > 0) lines += fits ? ' ' : '\n';
        column = (column > 0 && fits ? column + 1 : 0) + word.size();
        lines += word;
    }
}

}  // namespace

std::string type_word(const CLI::Option& option) {
    if (option.get_type_size() == 0) return {};
    const std::string type = option.get_type_name();
    const std::string word = type.substr(0, type.find(':'));
    return word == "INT" || word == "UINT" || word == "FLOAT" ? "N" : word;
}

std::string wanted_words(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    const std::size_t colon = type.find(':');
    return colon == std::string::npos ? std::string{} : type.substr(colon + 1);
}

std::string HelpText::make_option_opts(const CLI::Option* option) const {
    const std::string word = type_word(*option);
    if (word.empty() || !option->nonpositional()) return {};
    if (takes_many(*option)) return ' ' + word + "...";
    std::string words;
    for (int i = 0; i < option->get_expected_max(); ++i) words += ' ' + word;
    return words;
}

std::string HelpText::make_option_desc(const CLI::Option* option) const {
    std::vector<std::string> notes;
    if (const std::string words = wanted_words(*option); !words.empty()) notes.push_back(words);
    if (option->get_required() && option->nonpositional()) notes.emplace_back("needed");
    if (!option->get_default_str().empty()) notes.push_back("default " + option->get_default_str());
    for (const CLI::Option* const other : option->get_needs())
        notes.push_back("only with " + other->get_name());
    for (const CLI::Option* const other : option->get_excludes())
        notes.push_back("not with " + other->get_name());
    std::string text = option->get_description();
    if (notes.empty()) return wrapped(text);
    const bool has_notes = text.ends_with(')');
    if (has_notes) text.pop_back();
    text += (has_notes ? "; " : " (") + CLI::detail::join(notes, "; ") + ')';
    return wrapped(text);
}

std::string full_name(const CLI::App& command) {
    const CLI::App* const parent = command.get_parent();
    return parent == nullptr ? command.get_name() : full_name(*parent) + ' ' + command.get_name();
}

std::vector<const CLI::App*> listed_subcommands(const CLI::App& command) {
    return command.get_subcommands(
        [](const CLI::App* subcommand) { return !subcommand->get_group().empty(); });
}

const CLI::App* find_subcommand(const CLI::App& command, const std::string& name) {
    for (const CLI::App* const subcommand : listed_subcommands(command))
        if (subcommand->get_name() == name) return subcommand;
    return nullptr;
}

}  // namespace castellan
