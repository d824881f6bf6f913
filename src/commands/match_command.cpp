// castellan match: plays engines against each other and measures them.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <random>

#include "commands/commands.h"
#include "commands/complaint.h"
#include "commands/find_program.h"
#include "commands/interrupt.h"
#include "commands/progress_line.h"
#include "match/match_arguments.h"
#include "match/match_report.h"
#include "match/player_factory.h"

namespace castellan {
namespace {

constexpr const char* kMatchFooter =
    "Options, with one dash or two, as cutechess-cli has them:\n"
    "  -engine KEY=VALUE...   an engine, with the keys\n"
    "          cmd=PROGRAM [name=] [proto=uci|xboard] [args=] [dir=] [log=FILE] [restart=on] "
    "[ponder]\n"
    "          [tc=40/60+0.6|inf] [st=SECONDS] [nodes=N] [depth=N] [timemargin=MS] "
    "[option.NAME=VALUE]\n"
    "          cmd=level:ELO is Castellan at a level (400 to 2800), cmd=textbook:N plain "
    "alpha-beta to\n"
    "          depth N. Without proto=, UCI is tried, then XBoard.\n"
    "  -each KEY=VALUE...     the same for every engine\n"
    "  -openings KEY=VALUE... file=FILE [format=epd|pgn|polyglot] [order=random] [plies=N] "
    "[start=N]\n"
    "  -rounds N              how often everybody meets everybody\n"
    "  -games N               games of each pairing in a round (2)\n"
    "  -repeat                each opening twice with colours changed (the default)\n"
    "  -norepeat              each opening once\n"
    "  -noswap                colours stay\n"
    "  -tournament KIND       round-robin or gauntlet\n"
    "  -concurrency N         games at the same time\n"
    "  -sprt KEY=VALUE...     elo0= elo1= [alpha=0.05] [beta=0.05] [model=normalized|logistic]\n"
    "  -draw KEY=VALUE...     [movenumber=40] [movecount=8] [score=10]\n"
    "  -resign KEY=VALUE...   [movecount=3] [score=600] [twosided=on]\n"
    "  -tb FOLDERS            positions that Syzygy tables know are not played out\n"
    "  -maxmoves N            longer games are drawn\n"
    "  -pgnout FILE           where the games go\n"
    "  -epdout FILE           where the last positions go\n"
    "  -event TEXT            for the games\n"
    "  -site TEXT             for the games\n"
    "  -state FILE            where the match is kept (PGN file + .state)\n"
    "  -resume                go on with that match\n"
    "  -recover               go on after a crash or a stall\n"
    "  -srand N               the seed of everything random\n"
    "  -variant KIND          standard or fischerandom\n"
    "  -timemargin MS         milliseconds that an engine may overstep its time\n"
    "  -stall SECONDS         an engine that is silent for longer has stalled\n"
    "  -ratinginterval N      games between two reports\n"
    "  -debug                 keep all that engines say in files\n"
    "  -json                  the report as JSON\n"
    "  -no-check-pv           do not check the lines that engines announce\n"
    "\n"
    "Examples:\n"
    "  castellan match -engine cmd=./new -engine cmd=./old -each tc=8+0.08 -rounds 500 \\\n"
    "      -openings file=starts.epd order=random -concurrency 2 -sprt elo0=0 elo1=5 -pgnout "
    "games.pgn\n"
    "  castellan match -resume -state games.pgn.state";

/// A file opened in the place of a closed standard stream would get what is meant for the user.
void open_standard_streams() {
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(fd, F_GETFD) < 0) open("/dev/null", O_RDWR);
}

/// Tells of each game where nobody watches, and only of what went wrong on a terminal.
class MatchProgress {
  public:
    MatchProgress(const MatchSettings& settings, const Tournament& tournament)
        : settings_{settings},
          tournament_{tournament},
          games_before_{tournament.standings().games()} {}

    void show(const GameNews& news) {
        if (!line_.is_on_terminal() || news.game.at_fault) show_game(news);
        show_warnings(news);
        const Standings& standings = tournament_.standings();
        const bool is_round =
            settings_.rating_interval > 0 && standings.games() % settings_.rating_interval == 0;
        if (!line_.is_on_terminal() && !is_round) return;
        const int total = tournament_.schedule().size();
        line_.show(progress_text(settings_, standings, total) + time_left(total));
    }

  private:
    const std::string& name(int player) const {
        return settings_.players[static_cast<std::size_t>(player)].name;
    }

    void show_game(const GameNews& news) {
        line_.print("Game " + std::to_string(news.planned.number + 1) + ", " +
                    name(news.planned.white) + " against " + name(news.planned.black) + ": " +
                    std::string{to_text(news.game.result)} + " {" + news.game.reason + '}');
        for (const std::string& line : news.evidence) line_.print("    " + line);
    }

    void show_warnings(const GameNews& news) {
        constexpr int kMostShown = 5;  // they are all counted
        for (const Color color : kColors)
            for (const std::string& warning : news.warnings[index_of(color)]) {
                if (++warnings_shown_ > kMostShown) return;
                const int player = color == Color::white ? news.planned.white : news.planned.black;
                line_.print("warning: " + name(player) + ": " + warning);
            }
    }

    std::string time_left(int total) const {
        const long long played = tournament_.standings().games() - games_before_;
        if (played <= 0) return {};
        const double seconds = line_.seconds() / static_cast<double>(played) *
                               static_cast<double>(total - tournament_.standings().games());
        return ", " + duration_text(seconds) + " left";
    }

    const MatchSettings& settings_;
    const Tournament& tournament_;
    ProgressLine line_;
    long long games_before_;
    int warnings_shown_ = 0;
};

/// The settings of the command line or, where it only says -resume, of the match that is resumed.
Result<MatchSettings, ArgumentError> settings_for(const std::vector<std::string>& arguments,
                                                  std::optional<SavedMatch>& saved) {
    auto settings = parse_match_arguments(arguments);
    if (!settings) return settings;
    if (!settings->resumes) {
        if (!settings->has_seed) settings->seed = std::random_device{}();
        return settings;
    }
    auto log = read_match_log(settings->state_path);
    if (!log) return fail(ArgumentError::bad_value, log.error().message);
    if (settings->players.empty()) {
        // What is said now counts more than what was said at the beginning.
        std::vector<std::string> all = log->arguments;
        all.insert(all.end(), arguments.begin(), arguments.end());
        settings = parse_match_arguments(all);
        if (!settings) return settings;
    }
    if (signature_of(*settings) != log->signature)
        return fail(ArgumentError::contradiction,
                    settings->state_path + " holds a match with other engines or other games");
    settings->seed = log->seed;
    saved = std::move(*log);
    return settings;
}

/// An unfinished match is not thrown away without being asked.
bool may_begin(const MatchSettings& settings) {
    if (settings.state_path.empty() || access(settings.state_path.c_str(), F_OK) != 0) return true;
    const auto log = read_match_log(settings.state_path);
    if (!log) {
        complain("match", log.error().message + "; -state names another file");
        return false;
    }
    const auto before = parse_match_arguments(log->arguments);
    if (!before || log->games.empty() || is_finished(*before, log->games)) return true;
    complain("match", settings.state_path + " holds an unfinished match (" +
                          std::to_string(log->games.size()) +
                          " games): go on with -resume, or remove the file");
    return false;
}

/// What is wrong with the programs that are to play; empty if all can be started.
std::string engine_problem(const MatchSettings& settings) {
    for (const MatchPlayer& player : settings.players) {
        if (is_own_player(player.command)) continue;
        const std::string problem = program_problem(player.command, player.directory);
        if (!problem.empty()) return problem;
    }
    return {};
}

int report_match(const MatchSettings& settings, const Tournament& tournament, TournamentEnd end) {
    if (settings.is_json) {
        std::fputs(json_report(settings, tournament, end).c_str(), stdout);
    } else {
        const Standings& standings = tournament.standings();
        std::fputs(standings.players() == 2 ? duel_report(settings, standings).c_str()
                                            : table_report(settings, standings).c_str(),
                   stdout);
        std::fputs(conduct_report(settings, tournament).c_str(), stdout);
    }
    if (end == TournamentEnd::failed) complain("match", tournament.failure());
    if (end == TournamentEnd::interrupted && !settings.state_path.empty())
        complain("match",
                 "interrupted; go on with: castellan match -resume -state " + settings.state_path);
    return end == TournamentEnd::failed ? 1 : end == TournamentEnd::interrupted ? kInterrupted : 0;
}

int run_match(const std::vector<std::string>& arguments) {
    open_standard_streams();
    std::optional<SavedMatch> saved;
    auto settings = settings_for(arguments, saved);
    if (!settings) {
        complain("match", settings.error().message);
        return kUsage;
    }
    if (const std::string problem = engine_problem(*settings); !problem.empty())
        return complain("match", problem);
    if (!settings->tablebase_path.empty()) {
        const auto tables = Tablebase::load(settings->tablebase_path);
        if (!tables) {
            complain("match", "-tb: " + tables.error().message);
            return 1;
        }
        settings->adjudication.tables = *tables;
    }
    if (!saved && !may_begin(*settings)) return 1;
    const auto openings = Openings::load(settings->openings, settings->is_chess960, settings->seed);
    if (!openings) {
        complain("match", openings.error().message);
        return 1;
    }
    if (settings->openings.path.empty() && !settings->is_chess960)
        complain("match",
                 "no -openings: every game starts alike, and engines may repeat themselves");

    auto log = saved ? MatchLog::resume(*settings, *saved) : MatchLog::create(*settings, arguments);
    if (!log) {
        complain("match", log.error().message);
        return 1;
    }
    const Interrupt interrupt;
    signal(SIGPIPE, SIG_IGN);  // an engine that is gone shows when we read from it
    std::optional<MatchProgress> progress;
    Tournament tournament{
        *settings, *openings, *log, {{}, [&](const GameNews& news) { progress->show(news); }}};
    if (saved)
        for (const LoggedGame& game : saved->games) tournament.restore(game);
    progress.emplace(*settings, tournament);
    const TournamentEnd end = tournament.run(interrupt.token());
    progress.reset();
    return report_match(*settings, tournament, end);
}

}  // namespace

void add_match_command(CLI::App& app, ExitStatus& status) {
    CLI::App* command =
        app.add_subcommand("match", "Play engines against each other and measure them");
    command->prefix_command();
    command->footer(kMatchFooter);
    command->callback([command, &status] { status.code = run_match(command->remaining()); });
}

}  // namespace castellan
