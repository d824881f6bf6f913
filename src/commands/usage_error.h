// What the program says to a command line that it does not understand.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace castellan {

/// One or two short lines, with a suggestion if something looks misspelt.
std::string usage_error(const CLI::App& app, const CLI::Error& error);

/// "'pref' is no command; did you mean 'perft'?"
std::string unknown_command(const CLI::App& parent, const std::string& word);

/// The first word, where a subcommand should stand, if it is none; else empty.
std::string misspelt_command(const CLI::App& app);

}  // namespace castellan
