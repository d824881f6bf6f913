// castellan play: a game of chess in the terminal; without a wish, the menu.
#include <fcntl.h>
#include <langinfo.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <random>

#include "chess/chess960.h"
#include "chess/notation/fen.h"
#include "clients/make_player.h"
#include "commands/commands.h"
#include "commands/complaint.h"
#include "commands/engine_arguments.h"
#include "commands/find_program.h"
#include "commands/interrupt.h"
#include "commands/option_values.h"
#include "play/opponents.h"
#include "remote/remote_game.h"
#include "store/data_folder.h"
#include "store/sqlite/sqlite_game_store.h"
#include "terminal/main_menu.h"

namespace castellan {
namespace {

struct PlayArguments {
    EngineArguments engine;
    std::string opponent;
    bool has_two_players = false;
    std::vector<std::string> bots;
    std::string color = "white";
    std::string clock = "none";
    std::string opponent_clock;
    std::string fen;
    bool is_chess960 = false;
    bool is_fast = false;
    bool continues = false;
    std::string link;
    std::string name;
    bool is_accessible = false;
    bool is_plain = false;
    bool turns_board = false;
    std::string pieces = "auto";
    std::string use_color = "auto";
    std::optional<std::uint64_t> seed;
};

ColorUse color_use(const std::string& wish) {
    if (wish == "never") return ColorUse::none;
    const char* const term = std::getenv("TERM");
    const std::string_view name = term == nullptr ? "" : term;
    const ColorUse able =
        name.find("256color") != std::string_view::npos || std::getenv("COLORTERM") != nullptr
            ? ColorUse::many
            : ColorUse::sixteen;
    if (wish == "always") return able;
    const char* const no_color = std::getenv("NO_COLOR");
    if ((no_color != nullptr && *no_color != '\0') || isatty(STDOUT_FILENO) == 0 || name.empty() ||
        name == "dumb")
        return ColorUse::none;
    return able;
}

ViewStyle style_for(const PlayArguments& arguments, const Settings& settings) {
    ViewStyle view;
    view.may_fill_screen =
        settings.fills_screen && !arguments.is_plain && arguments.use_color != "never";
    LineStyle& style = view.lines;
    style.speaks = arguments.is_accessible;
    style.turns_board = arguments.turns_board;
    style.board.color = color_use(arguments.use_color);
    std::setlocale(LC_CTYPE, "");
    const bool is_utf8 = std::string_view{nl_langinfo(CODESET)} == "UTF-8";
    const bool shows_figures = is_utf8 && isatty(STDOUT_FILENO) != 0;
    style.board.pieces =
        settings.pieces.value_or(shows_figures ? PieceSet::unicode : PieceSet::letters);
    if (const auto pieces = parse_pieces(arguments.pieces)) style.board.pieces = *pieces;
    return view;
}

Result<GameSetup, OpponentError> setup_for(const PlayArguments& arguments,
                                           const Settings& settings) {
    const auto refuse = [](const std::string& message) {
        return fail(OpponentError::unknown, message);
    };
    GameSetup setup;
    setup.seed = arguments.seed.value_or(std::random_device{}());
    setup.is_fast = arguments.is_fast || settings.is_fast;
    const auto control = parse_casual_control(arguments.clock);
    if (!control) return refuse(control.error().message);
    auto other = control;
    if (!arguments.opponent_clock.empty()) other = parse_casual_control(arguments.opponent_clock);
    if (!other) return refuse(other.error().message);
    if (!arguments.fen.empty()) {
        const auto position = parse_fen(arguments.fen);
        if (!position) return refuse(position.error().message);
        setup.start = *position;
    } else if (arguments.is_chess960) {
        setup.start = chess960_start(static_cast<int>(setup.seed % kChess960Count));
    }
    if (arguments.has_two_players) {
        setup.seats = {person_seat("White"), person_seat("Black")};
        setup.controls = {*control, *other};
        return setup;
    }
    if (!arguments.bots.empty()) {
        for (const Color color : kColors) {
            const auto seat = parse_opponent(arguments.bots[index_of(color)]);
            if (!seat) return tl::unexpected(seat.error());
            setup.seats[index_of(color)] = *seat;
        }
        setup.controls = {*control, *other};
        return setup;
    }
    const auto opponent =
        parse_opponent(arguments.opponent.empty() ? "Squire" : arguments.opponent);
    if (!opponent) return tl::unexpected(opponent.error());
    const bool is_black =
        arguments.color == "black" || (arguments.color == "random" && setup.seed % 2 == 1);
    const auto own = index_of(is_black ? Color::black : Color::white);
    setup.seats[own] = person_seat(settings.name);
    setup.seats[1 - own] = *opponent;
    setup.controls[own] = *control;
    setup.controls[1 - own] = *other;
    return setup;
}

/// Games are kept if they can be; if not, that is said and no reason not to play.
std::optional<SqliteGameStore> open_store_for_play() {
    auto store = SqliteGameStore::open(games_file(), "castellan play");
    if (!store) {
        std::fprintf(stderr, "Games cannot be kept: %s\n", store.error().message.c_str());
        return std::nullopt;
    }
    if (!store->notice().empty()) std::fprintf(stderr, "%s\n", store->notice().c_str());
    return std::move(*store);
}

/// As if the user had typed that he leaves, also while two engines play, and no more after that.
void say_goodbye_for_user() {
    constexpr std::string_view kLastLines = "quit\nyes\n";
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    (void)!write(ends[1], kLastLines.data(), kLastLines.size());
    dup2(ends[0], STDIN_FILENO);
    for (const int end : ends) close(end);
}

/// Ctrl-C at the keyboard leaves in order: engines end, and the terminal is as it was.
class LeavingByInterrupt {
  public:
    explicit LeavingByInterrupt(const EventLoop& loop) {
        if (isatty(STDIN_FILENO) == 0) return;
        interrupt_.emplace(std::initializer_list<int>{SIGINT});
        on_interrupt_.emplace(interrupt_->token(), [wake = loop.poster()] {
            say_goodbye_for_user();
            wake([] {});
        });
    }
    int exit_code() const {
        return interrupt_ && interrupt_->token().stop_requested() ? kInterrupted : 0;
    }

  private:
    std::optional<Interrupt> interrupt_;
    std::optional<std::stop_callback<std::function<void()>>> on_interrupt_;
};

MakePlayer player_maker(const EngineSettings& settings) {
    return [settings](const Seat& seat, std::stop_token gone) {
        return make_player(seat, settings, std::move(gone));
    };
}

/// What others shall call the person.
std::string name_for_others(const PlayArguments& arguments, const Settings& settings) {
    if (!arguments.name.empty()) return arguments.name;
    if (settings.name != Settings{}.name) return settings.name;
    const char* const user = std::getenv("USER");
    return user != nullptr && *user != '\0' ? user : "Guest";
}

/// A game on somebody else's server, by its link. The key by which one is known there is kept.
int join(const PlayArguments& arguments) {
    std::signal(SIGPIPE, SIG_IGN);
    const auto address = parse_remote_address(arguments.link);
    if (!address) return complain("play", address.error().message), kUsage;
    auto opened = SqliteGameStore::open(games_file(), "castellan play");
    SqliteGameStore* const store = opened ? &*opened : nullptr;
    const Settings settings = read_settings(store);
    const std::string setting = "key." + address->authority();
    const std::string known = store != nullptr ? store->setting(setting).value_or("") : "";
    const auto key = enter(*address, name_for_others(arguments, settings), known);
    if (!key) return complain("play", key.error().message);
    if (store != nullptr && *key != known) (void)store->set_setting(setting, *key);
    EventLoop loop{STDIN_FILENO};
    const LeavingByInterrupt interrupt{loop};
    RemoteGame game{loop, style_for(arguments, settings).lines,
                    address->kind == "game" ? address->secret : ""};
    game.play(*address, *key);
    return interrupt.exit_code();
}

int play(const PlayArguments& arguments) {
    if (!arguments.link.empty()) return join(arguments);
    std::signal(SIGPIPE, SIG_IGN);  // an engine that is gone shows when we read from it
    auto store = open_store_for_play();
    const Settings settings = read_settings(store ? &*store : nullptr);
    auto setup = setup_for(arguments, settings);
    if (!setup) return complain("play", setup.error().message), kUsage;
    for (const Seat& seat : setup->seats)
        if (seat.kind == SeatKind::engine)
            if (const std::string problem = program_problem(seat.command); !problem.empty())
                return complain("play", problem);
    const auto engine = engine_settings(arguments.engine);
    if (!engine) return complain("play", engine.error().message);
    EventLoop loop{STDIN_FILENO};
    const LeavingByInterrupt interrupt{loop};
    const OpeningNames names;
    Thinkers thinkers;
    GameView game{{loop, store ? &*store : nullptr, names, thinkers, player_maker(*engine)},
                  style_for(arguments, settings)};
    std::optional<Leaving> leaving;
    if (arguments.continues && store)
        if (const auto open = store->open_game(); open && *open)
            if (const auto stored = store->load(**open)) leaving = game.resume(**open, *stored);
    if (!leaving && arguments.continues) {
        std::fputs("There is no game to continue.\n", stderr);
        return 1;
    }
    if (!leaving) leaving = game.play(*setup);
    while (leaving == Leaving::new_game) {
        setup->seed = std::random_device{}();
        leaving = game.play(*setup);
    }
    return interrupt.exit_code();
}

}  // namespace

int run_menu() {
    std::signal(SIGPIPE, SIG_IGN);
    auto store = open_store_for_play();
    EventLoop loop{STDIN_FILENO};
    const LeavingByInterrupt interrupt{loop};
    const OpeningNames names;
    Thinkers thinkers;
    GameStore* const kept = store ? &*store : nullptr;
    MainMenu menu{{loop, kept, names, thinkers, player_maker(engine_settings({}).value())},
                  style_for({}, read_settings(kept))};
    menu.run();
    return interrupt.exit_code();
}

void add_play_command(CLI::App& app, ExitStatus& status) {
    auto arguments = std::make_shared<PlayArguments>();
    CLI::App* command = app.add_subcommand("play", "Play a game in the terminal");
    auto* level = command->add_option("--level,--opponent", arguments->opponent,
                                      "A level from 400 to 2800, a name (Page, Squire, Herald, "
                                      "Archer, Captain, Marshal, Chancellor, Castellan), Easy, "
                                      "Medium, Hard, Expert, or the path of an engine");
    auto* two = command->add_flag("--two-players", arguments->has_two_players,
                                  "Two people at one keyboard");
    auto* bots = command->add_option("--bots", arguments->bots, "Watch two of them: White, Black")
                     ->expected(2);
    two->excludes(level);
    bots->excludes(level)->excludes(two);
    command->add_option("--color", arguments->color, "Your colour")
        ->check(one_of({"white", "black", "random"}))
        ->capture_default_str();
    command->add_option("--tc", arguments->clock, "The clock: none, or minutes+seconds as in 5+3")
        ->capture_default_str();
    command->add_option("--opponent-tc", arguments->opponent_clock,
                        "Another clock for the opponent, or for Black");
    command->add_option("--fen", arguments->fen, "The position to start from");
    command->add_flag("--chess960", arguments->is_chess960, "A start of Chess960");
    command->add_flag("--fast", arguments->is_fast, "Levels answer at once");
    command->add_flag("--continue", arguments->continues, "Go on with the last unfinished game");
    command
        ->add_option("--join", arguments->link,
                     "A friend's link, as in http://192.168.1.20:8712/?game=…: play there")
        ->excludes(level)
        ->excludes(two)
        ->excludes(bots);
    command->add_option("--name", arguments->name, "What others there shall call you");
    command->add_flag("--accessible", arguments->is_accessible, "Words instead of diagrams");
    command->add_flag("--plain", arguments->is_plain, "Line by line, never the whole screen");
    command->add_flag("--turn-board", arguments->turns_board, "Whoever is to move sits below");
    command->add_option("--pieces", arguments->pieces, "How pieces look")
        ->check(one_of({"auto", "unicode", "letters"}))
        ->capture_default_str();
    command->add_option("--use-color", arguments->use_color, "Colours on the board")
        ->check(one_of({"auto", "always", "never"}))
        ->capture_default_str();
    command->add_option("--seed", arguments->seed, "Levels err the same way again")
        ->check(natural_number<std::uint64_t>());
    add_engine_options(*command, arguments->engine);
    command->footer(
        "Examples:\n"
        "  castellan play --level 1100 --color random --tc 5+3\n"
        "  castellan play --bots Archer Squire\n"
        "  castellan play --continue\n"
        "  castellan play --join 'http://192.168.1.20:8712/?game=...'");
    command->callback([arguments, &status] { status.code = play(*arguments); });
}

}  // namespace castellan
