#include "uci/uci_server.h"

#include <algorithm>
#include <new>
#include <system_error>

#include "base/text.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "uci/uci_go.h"
#include "uci/uci_text.h"

namespace castellan {

UciServer::UciServer(Output output)
    : output_{std::move(output)},
      engine_{{[this](const Report& report) {
                   say_all(reporter_.take(report, search_watch_.seconds()));
               },
               [this](const Verdict& verdict) { say_all(reporter_.finish(verdict)); },
               [this](std::string_view notice) { say("info string " + std::string{notice}); }}} {}

const std::vector<UciServer::Command>& UciServer::commands() {
    static const std::vector<Command> table = {
        {"uci", "name the engine and list its options", &UciServer::identify},
        {"debug", "on | off: accepted, changes nothing", &UciServer::ignore},
        {"isready", "answer readyok when everything before it is done", &UciServer::answer_ready},
        {"setoption", "name <name> [value <value>]", &UciServer::handle_setoption},
        {"register", "accepted, changes nothing", &UciServer::ignore},
        {"ucinewgame", "forget the game before", &UciServer::new_game},
        {"position", "startpos | fen <fen> [moves <move>...]", &UciServer::set_position},
        {"go",
         "[searchmoves <move>...] [ponder] [infinite] [wtime <ms>] [btime <ms>] [winc <ms>] "
         "[binc <ms>] [movestogo <n>] [depth <n>] [nodes <n>] [mate <n>] [movetime <ms>]",
         &UciServer::go},
        {"stop", "end the search and give its move", &UciServer::stop},
        {"ponderhit", "the expected move was played", &UciServer::ponder_hit},
        {"quit", "leave", &UciServer::quit},
        {"d", "show the board", &UciServer::show_board},
        {"eval", "explain what the position is worth", &UciServer::show_eval},
        {"perft", "<depth>: count move sequences, also as go perft <depth>", &UciServer::perft},
        {"bench", "[depth]: search a fixed set of positions", &UciServer::bench},
        {"help", "list these words", &UciServer::help},
    };
    return table;
}

bool UciServer::handle_line(std::string_view line) {
    line_watch_ = {};
    {
        const std::lock_guard lock{output_mutex_};
        log_.received(line);
    }
    if (!engine_.is_searching() && !engine_.is_preparing()) apply_queued_options();
    // Unknown words in front of a command are skipped, as the protocol asks.
    std::string_view first;
    for (std::string_view rest = line; !rest.empty();) {
        const std::string_view word = take_word(rest);
        if (first.empty()) first = word;
        const auto command = std::ranges::find(commands(), word, &Command::name);
        if (command == commands().end()) continue;
        if (const UciStatus status = run(*command, rest); !status)
            say_error(status.error().message);
        return !is_over_;
    }
    if (!first.empty()) say_error("unknown command " + std::string{first.substr(0, 40)});
    return !is_over_;
}

/// A machine that is short of memory or threads loses a command, not the game.
UciStatus UciServer::run(const Command& command, std::string_view arguments) {
    try {
        return (this->*command.run)(arguments);
    } catch (const std::bad_alloc&) {
        return fail(UciError::no_resources, "there is not enough memory for this");
    } catch (const std::system_error& error) {
        return fail(UciError::no_resources, error.what());
    }
}

void UciServer::say_all(const std::vector<std::string>& lines) {
    const std::lock_guard lock{output_mutex_};
    for (const std::string& each : lines) {
        const std::string line = as_one_line(each);
        log_.sent(line);
        output_(line);
    }
}

void UciServer::say_error(std::string_view message) {
    say("info string error: " + std::string{message});
}

UciStatus UciServer::identify(std::string_view) {
    std::vector<std::string> lines{"id name Castellan " CASTELLAN_VERSION,
                                   "id author the Castellan team"};
    for (const OptionSpec& spec : Engine::options()) lines.push_back(uci_declaration(spec));
    for (const Option& option : own_options()) lines.push_back(uci_declaration(option.spec));
    lines.emplace_back("uciok");
    say_all(lines);
    return {};
}

UciStatus UciServer::answer_ready(std::string_view) {
    if (engine_.is_searching()) {
        say("readyok");
        return {};
    }
    engine_.wait();
    apply_queued_options();
    engine_.prepare([this] { say("readyok"); });
    return {};
}

void UciServer::become_idle() {
    if (errand_.joinable()) {
        errand_.request_stop();
        errand_.join();
    }
    engine_.stop();
    engine_.wait();
    apply_queued_options();
}

UciStatus UciServer::new_game(std::string_view) {
    become_idle();
    engine_.engine().new_game();
    return {};
}

UciStatus UciServer::set_position(std::string_view arguments) {
    become_idle();
    game_.reset();
    std::string fen;
    const std::string_view kind = take_word(arguments);
    std::string_view word = take_word(arguments);
    for (; !word.empty() && word != "moves"; word = take_word(arguments))
        fen.append(word).append(" ");
    if (kind == "startpos")
        fen = kStartFen;
    else if (kind != "fen")
        return fail(UciError::bad_position, "position is followed by startpos or fen");

    const auto position = parse_fen(fen, {.chess960 = chess960_});
    if (!position) return fail(UciError::bad_position, "bad FEN: " + position.error().message);
    remark_on(*position);
    Game game{*position};
    for (word = take_word(arguments); !word.empty(); word = take_word(arguments)) {
        const auto move = parse_coordinate(game.position(), word);
        if (!move) return fail(UciError::bad_move, "bad move: " + move.error().message);
        game.play(*move);
    }
    game_ = std::move(game);
    return {};
}

/// A position that no game can reach is searched all the same; that it was seen is said once.
void UciServer::remark_on(const Position& start) {
    const std::string remark = unreachable_remark(start);
    if (remark != std::exchange(last_remark_, remark) && !remark.empty())
        say("info string no game leads to this position: " + remark);
}

UciStatus UciServer::go(std::string_view arguments) {
    if (std::string_view rest = arguments; take_word(rest) == "perft") return perft(rest);
    become_idle();
    // Without a position there is nothing to search, but still a time to answer.
    const Game game = game_.value_or(Game{});
    UciGo request = parse_go(arguments, game.position());
    if (!game_) {
        say_error("there is no valid position to think about");
        request.limits.search_moves = {kNoMoveAtAll};
    } else if (request.has_only_illegal_moves) {
        say_error("none of the searchmoves is legal");
    }
    request.limits.watch = line_watch_;
    search_watch_ = line_watch_;
    reporter_ = UciReporter{
        game.position(), count_lines(request.limits, engine_.engine().multi_pv(), game.position()),
        shows_chances_};
    engine_.go(game, request.limits, request.mode);
    return {};
}

UciStatus UciServer::stop(std::string_view) {
    engine_.stop();
    errand_.request_stop();
    return {};
}

UciStatus UciServer::ponder_hit(std::string_view) {
    engine_.ponder_hit();
    return {};
}

/// What somebody has asked for just before, in one breath, gets a moment to finish.
UciStatus UciServer::quit(std::string_view) {
    constexpr std::chrono::milliseconds kMoment{800};
    is_over_ = true;
    engine_.stop();
    if (errand_end_.valid()) errand_end_.wait_for(kMoment);
    return stop({});
}

void UciServer::start_errand(std::function<void(const std::stop_token&)> work) {
    std::promise<void> end;
    errand_end_ = end.get_future();
    errand_ = std::jthread{
        [work = std::move(work), end = std::move(end)](const std::stop_token& stop) mutable {
            work(stop);
            end.set_value();
        }};
}

}  // namespace castellan
