// What a shell can offer when the user asks it to complete a command line.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace castellan {

/// In place of words: the names of files fit here.
inline constexpr const char* kFilesFit = ":files";

/// The words behind "castellan", the last of them unfinished. A line for each word that may stand
/// in its place, whatever it begins with: the word, a tab, what it is for.
std::vector<std::string> completions(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace castellan
