// castellan serve: the board in the browser.
#include <spawn.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <memory>
#include <thread>

#include "clients/make_player.h"
#include "commands/commands.h"
#include "commands/complaint.h"
#include "commands/engine_arguments.h"
#include "commands/find_program.h"
#include "commands/interrupt.h"
#include "commands/option_values.h"
#include "server/request_guard.h"
#include "server/web_server.h"
#include "store/data_folder.h"
#include "store/sqlite/sqlite_game_store.h"

namespace castellan {
namespace {

struct ServeArguments {
    EngineArguments engine;
    std::string address = "127.0.0.1";
    std::uint16_t port = 8712;
    std::vector<std::string> names;
    std::vector<std::string> engines;
    bool does_not_open = false;
};

EngineChoice engine_at(const std::string& path) { return {path.substr(path.rfind('/') + 1), path}; }

/// engines.json beside the games: [{"name": "Stockfish", "command": "/usr/games/stockfish"}].
std::vector<EngineChoice> configured_engines(const std::string& path) {
    std::ifstream file{path};
    if (!file) return {};
    const Json list = Json::parse(file, nullptr, false);
    std::vector<EngineChoice> engines;
    if (list.is_array())
        for (const Json& one : list) {
            const auto name = text_field(one, "name");
            const auto command = text_field(one, "command");
            if (name && command) engines.push_back({*name, *command});
        }
    if (!list.is_array() || engines.size() != list.size())
        std::fprintf(stderr, "castellan serve: %s is not a list of names and commands\n",
                     path.c_str());
    return engines;
}

/// Where there is somebody who could look at it.
void open_browser(const std::string& url) {
    const bool has_display =
        std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
    if (!has_display || isatty(STDOUT_FILENO) == 0) return;
    const char* const argv[] = {"xdg-open", url.c_str(), nullptr};
    pid_t pid = 0;
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;  // Ctrl-C is held back here, but not from the browser
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawnp(&pid, argv[0], nullptr, &attributes, const_cast<char**>(argv), environ);
    posix_spawnattr_destroy(&attributes);
}

int serve(const ServeArguments& arguments) {
    for (const std::string& path : arguments.engines)
        if (const std::string problem = program_problem(path); !problem.empty())
            return complain("serve", problem);
    // The server waits for SIGTERM itself: Ctrl-C comes to it as one, and only the exit code tells.
    const Interrupt interrupt{SIGINT};
    const std::stop_callback on_interrupt{interrupt.token(), [] { kill(getpid(), SIGTERM); }};
    ServerSettings settings;
    settings.address = arguments.address;
    settings.port = arguments.port;
    settings.names = arguments.names;
    if (!is_loopback(arguments.address)) settings.token = make_token();
    auto engine = engine_settings(arguments.engine);
    if (!engine) return complain("serve", engine.error().message);
    // Where many people play, a core for each of them does more than all cores for one.
    if (!is_loopback(arguments.address) && !arguments.engine.threads) engine->threads = 1;
    settings.lobby.pool.engine = *engine;
    constexpr int kMostPrograms = 8;
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    settings.lobby.thinkers = {.threads = {cores, cores, kMostPrograms},
                               .longest = Milliseconds{10'000}};
    settings.lobby.pool.engines = 4 * cores;
    settings.lobby.make_program_player = make_program_player;
    settings.lobby.engines = configured_engines(data_folder() + "/engines.json");
    for (const std::string& path : arguments.engines)
        settings.lobby.engines.push_back(engine_at(path));

    auto store = SqliteGameStore::open(games_file(), "castellan serve");
    std::string notice;
    if (!store)
        notice = "Games cannot be kept: " + store.error().message;
    else
        notice = store->notice();
    if (!notice.empty()) std::fprintf(stderr, "%s\n", notice.c_str());

    auto server = WebServer::listen(settings, store ? &*store : nullptr, notice);
    if (!server) return complain("serve", server.error().message);
    std::printf("%s\n", server->url().c_str());
    std::fflush(stdout);
    std::fputs("Castellan is in your browser at this address. Ctrl-C ends it.\n", stderr);
    if (!arguments.does_not_open) open_browser(server->url());
    server->run();
    return interrupt.token().stop_requested() ? kInterrupted : 0;
}

}  // namespace

void add_serve_command(CLI::App& app, ExitStatus& status) {
    auto arguments = std::make_shared<ServeArguments>();
    CLI::App* command = app.add_subcommand("serve", "Play in the browser");
    command
        ->add_option("--port", arguments->port, "Port; the next free one if it is taken, any for 0")
        ->check(number_from(std::uint16_t{0}, std::uint16_t{65'535}))
        ->capture_default_str();
    command
        ->add_option("--listen", arguments->address,
                     "Address; beyond 127.0.0.1 a token is asked for")
        ->capture_default_str();
    command->add_option("--name", arguments->names, "Another host name that leads here");
    command->add_option("--engine", arguments->engines, "An engine that can be chosen as opponent")
        ->type_name(kFileType);
    command->add_flag("--no-open", arguments->does_not_open, "Do not open a browser");
    add_engine_options(*command, arguments->engine);
    command->footer(
        "Examples:\n"
        "  castellan serve\n"
        "  castellan serve --port 8080 --no-open --engine /usr/games/stockfish");
    command->callback([arguments, &status] { status.code = serve(*arguments); });
}

}  // namespace castellan
