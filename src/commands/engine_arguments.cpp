#include "commands/engine_arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <thread>

#include "base/memory.h"
#include "commands/option_values.h"

namespace castellan {
namespace {

constexpr int kMostEngineThreads = 512;
constexpr int kMostUsualThreads = 8;
constexpr int kShareOfMemory = 32;      // the usual table takes so small a part
constexpr int kSmallestUsualHash = 16;  // megabytes
constexpr int kLargestUsualHash = 256;

int usual_threads() {
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    return std::clamp(cores - 1, 1, kMostUsualThreads);
}

int usual_hash() {
    return static_cast<int>(std::clamp<std::int64_t>(physical_memory_megabytes() / kShareOfMemory,
                                                     kSmallestUsualHash, kLargestUsualHash));
}

}  // namespace

void add_engine_options(CLI::App& command, EngineArguments& arguments) {
    constexpr const char* kGroup = "Castellan at full strength";
    command.add_option("--threads", arguments.threads, "Threads (default: every core but one)")
        ->check(number_from(1, kMostEngineThreads))
        ->group(kGroup);
    command
        .add_option("--hash", arguments.hash_megabytes,
                    "Megabytes of hash table (default: 16 to 256, by the memory there is)")
        ->check(number_from(1, spare_memory_megabytes()))
        ->group(kGroup);
    command.add_option("--tb", arguments.tablebase_folder, "Folder of Syzygy endgame tables")
        ->group(kGroup);
    command.add_option("--book", arguments.book_file, "Polyglot opening book to play from")
        ->type_name(kFileType)
        ->group(kGroup);
    command
        .add_option("--nodes", arguments.nodes,
                    "Nodes for every move; with one thread, games can then be repeated")
        ->check(positive_number<std::uint64_t>())
        ->group(kGroup);
}

Result<EngineSettings, OptionError> engine_settings(const EngineArguments& arguments) {
    EngineSettings settings;
    settings.threads = arguments.threads.value_or(usual_threads());
    settings.hash_megabytes = arguments.hash_megabytes.value_or(usual_hash());
    settings.nodes = arguments.nodes;
    if (!arguments.tablebase_folder.empty()) {
        auto tables = Tablebase::load(arguments.tablebase_folder);
        if (!tables) return fail(OptionError::unavailable, tables.error().message);
        settings.tables = *tables;
    }
    if (!arguments.book_file.empty()) {
        auto book = PolyglotBook::open(arguments.book_file);
        if (!book) return fail(OptionError::unavailable, book.error().message);
        settings.book = std::make_shared<const PolyglotBook>(std::move(*book));
    }
    return settings;
}

}  // namespace castellan
