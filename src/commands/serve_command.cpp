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
#include "commands/server_log.h"
#include "commands/server_secrets.h"
#include "server/own_address.h"
#include "server/qr_code.h"
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
    std::string public_url;
    std::string token_file;
    std::string log_level;
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

/// Who may come in, if others can come at all; false after a complaint.
bool set_up_people(const ServeArguments& arguments, ServerSettings& settings) {
    if (!arguments.public_url.empty()) {
        settings.public_url = parse_public_url(arguments.public_url);
        if (!settings.public_url) {
            complain("serve", "'" + arguments.public_url +
                                  "' is not the address of a whole server: try "
                                  "https://chess.example.org");
            return false;
        }
    }
    PeopleSettings& people = settings.lobby.people;
    people.are_several = !is_loopback(arguments.address) || settings.public_url;
    if (!people.are_several) return true;
    const std::string file =
        arguments.token_file.empty() ? data_folder() + "/token" : arguments.token_file;
    const auto secrets = read_server_secrets(file);
    if (!secrets) {
        complain("serve", secrets.error().message);
        return false;
    }
    people.invitation = secrets->invitation;
    people.host_secret = secrets->host;
    people.keep_invitation = [file, host = secrets->host](const std::string& invitation) {
        const auto written = write_server_secrets(file, {invitation, host});
        if (!written)
            std::fprintf(stderr, "The new invitation is good until the server ends: %s\n",
                         written.error().message.c_str());
    };
    return true;
}

/// Addresses on standard output, for people and scripts; the rest is talk.
void tell_addresses(const WebServer& server, bool has_people) {
    if (!has_people) {
        std::printf("%s\n", server.own_url().c_str());
        std::fflush(stdout);
        std::fputs("Castellan is in your browser at this address. Ctrl-C ends it.\n", stderr);
        return;
    }
    const std::string invitation = server.invitation_url();
    std::printf("%s\n%s\n", invitation.c_str(), server.own_url().c_str());
    std::fflush(stdout);
    if (isatty(STDERR_FILENO) != 0)
        std::fprintf(stderr, "\n%s\n", qr_for_terminal(qr_rows(invitation)).c_str());
    std::fputs(
        "The first address invites others; the second makes your browser the host's: keep it to\n"
        "yourself. Ctrl-C ends the server.\n",
        stderr);
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
    if (!set_up_people(arguments, settings)) return kFailure;
    const bool has_people = settings.lobby.people.are_several;
    const auto level = parse_log_level(arguments.log_level);
    settings.lobby.log = make_log(level.value_or(has_people ? LogLevel::info : LogLevel::warning));
    settings.lobby.make_qr = qr_rows;
    auto engine = engine_settings(arguments.engine);
    if (!engine) return complain("serve", engine.error().message);
    // Where many people play, a core for each of them does more than all cores for one.
    if (has_people && !arguments.engine.threads) engine->threads = 1;
    settings.lobby.pool.engine = *engine;
    constexpr int kMostPrograms = 8;
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    settings.lobby.thinkers = {.threads = {cores, cores, kMostPrograms},
                               .longest = Milliseconds{10'000}};
    settings.lobby.pool.levels = 2 * cores;   // both lanes in which levels think
    settings.lobby.pool.engines = 2 * cores;  // twice what thinks at once: some games keep theirs
    // The hash is what all games remember together.
    constexpr int kSmallestHash = 16;  // megabytes
    int& hash = settings.lobby.pool.engine.hash_megabytes;
    hash = std::max(std::min(hash, kSmallestHash), hash / settings.lobby.pool.engines);
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
    tell_addresses(*server, has_people);
    if (!arguments.does_not_open) open_browser(server->own_url());
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
                     "Address; beyond 127.0.0.1 others can come, by invitation")
        ->capture_default_str();
    command->add_option("--name", arguments->names, "Another host name that leads here");
    command->add_option("--public-url", arguments->public_url,
                        "Where others find the server, such as https://chess.example.org; a proxy "
                        "in front of it speaks TLS");
    command
        ->add_option("--token-file", arguments->token_file,
                     "File with the secrets of the invitation and the host; made if it is not "
                     "there. Usually 'token' in the data folder")
        ->type_name(kFileType);
    command
        ->add_option("--log", arguments->log_level, "What is told: error, warning, info or debug")
        ->check(CLI::IsMember({"error", "warning", "info", "debug"}));
    command->add_option("--engine", arguments->engines, "An engine that can be chosen as opponent")
        ->type_name(kFileType);
    command->add_flag("--no-open", arguments->does_not_open, "Do not open a browser");
    add_engine_options(*command, arguments->engine);
    command->footer(
        "--hash is for all games together.\n\n"
        "Examples:\n"
        "  castellan serve\n"
        "  castellan serve --listen 0.0.0.0\n"
        "  castellan serve --public-url https://chess.example.org\n"
        "  castellan serve --port 8080 --no-open --engine /usr/games/stockfish");
    command->callback([arguments, &status] { status.code = serve(*arguments); });
}

}  // namespace castellan
