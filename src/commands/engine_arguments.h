// The options of a subcommand that say what the engine thinks with: --threads, --hash and the rest.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "engine/engine_settings.h"
#include "engine/option.h"

namespace castellan {

struct EngineArguments {
    std::optional<int> threads;
    std::optional<int> hash_megabytes;
    std::optional<std::uint64_t> nodes;
    std::string tablebase_folder;
    std::string book_file;
};

void add_engine_options(CLI::App& command, EngineArguments& arguments);

/// What is not said suits a machine on which one person plays: every core but one, and a table that
/// leaves most of the memory alone. What cannot be used is refused with a sentence.
Result<EngineSettings, OptionError> engine_settings(const EngineArguments& arguments);

}  // namespace castellan
