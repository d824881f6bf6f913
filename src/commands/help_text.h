// How --help looks: what an option takes in one word, and all that is to be said about it beside
// it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace castellan {

class HelpText : public CLI::Formatter {
  public:
    std::string make_option_opts(const CLI::Option* option) const override;
    std::string make_option_desc(const CLI::Option* option) const override;
};

/// "FILE", "N"; empty for a flag.
std::string type_word(const CLI::Option& option);
/// What its checks want: "a number from 1 to 60"; empty if anything will do.
std::string wanted_words(const CLI::Option& option);

/// "castellan pgn check"
std::string full_name(const CLI::App& command);
/// Those that the help lists.
std::vector<const CLI::App*> listed_subcommands(const CLI::App& command);
const CLI::App* find_subcommand(const CLI::App& command, const std::string& name);

}  // namespace castellan
