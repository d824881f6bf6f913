#include "protocol/uci_server.h"

#include <algorithm>

#include "base/memory.h"
#include "base/text.h"
#include "chess/coordinate.h"
#include "chess/fen.h"
#include "protocol/uci_go.h"

namespace castellan {
namespace {

bool equal_ignoring_case(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, to_lower, to_lower);
}

std::optional<int> parse_check(std::string_view value) {
    if (equal_ignoring_case(value, "true")) return 1;
    if (equal_ignoring_case(value, "false")) return 0;
    return std::nullopt;
}

std::string score_text(Score score) {
    if (score.is_mate()) return "mate " + std::to_string(score.moves_to_mate());
    return "cp " + std::to_string(score.raw());
}

}  // namespace

UciServer::UciServer(Output output)
    : output_{std::move(output)},
      engine_{
          {[this](const Position& root, const Report& report) { say_report(root, report); },
           [this](const Position& root, const Verdict& verdict) { say_verdict(root, verdict); }}} {}

const std::vector<UciServer::Command>& UciServer::commands() {
    static const std::vector<Command> table = {
        {"uci", &UciServer::identify},
        {"debug", &UciServer::ignore},
        {"isready", &UciServer::answer_ready},
        {"setoption", &UciServer::set_option},
        {"register", &UciServer::ignore},
        {"ucinewgame", &UciServer::new_game},
        {"position", &UciServer::set_position},
        {"go", &UciServer::go},
        {"stop", &UciServer::stop},
        {"ponderhit", &UciServer::ponder_hit},
        {"quit", &UciServer::quit},
    };
    return table;
}

const std::vector<UciServer::Option>& UciServer::options() {
    static const std::vector<Option> table = {
        {"Hash", "spin", 16, 1, 1 << 20, &UciServer::set_hash},
        {"Threads", "spin", 1, 1, 512, &UciServer::set_threads},
        {"MultiPV", "spin", 1, 1, 500, &UciServer::set_multi_pv},
        {"Ponder", "check", 0, 0, 1, &UciServer::accept},
        {"Clear Hash", "button", 0, 0, 0, &UciServer::clear_hash},
        {"Move Overhead", "spin", 30, 0, 5000, &UciServer::set_overhead},
        {"UCI_Chess960", "check", 0, 0, 1, &UciServer::set_chess960},
    };
    return table;
}

bool UciServer::handle_line(std::string_view line) {
    if (!engine_.is_searching()) apply_queued_options();
    // Unknown words in front of a command are skipped, as the protocol asks.
    std::string_view first;
    for (std::string_view rest = line; !rest.empty() && !is_over_;) {
        const std::string_view word = take_word(rest);
        if (first.empty()) first = word;
        const auto command = std::ranges::find(commands(), word, &Command::name);
        if (command == commands().end()) continue;
        if (const UciStatus status = (this->*command->run)(rest); !status)
            say("info string error: " + status.error().message);
        return !is_over_;
    }
    if (!first.empty())
        say("info string error: unknown command " + std::string{first.substr(0, 40)});
    return !is_over_;
}

void UciServer::say(std::string_view line) {
    const std::lock_guard lock{output_mutex_};
    output_(line);
}

UciStatus UciServer::identify(std::string_view) {
    say("id name Castellan");
    say("id author the Castellan team");
    for (const Option& option : options()) {
        std::string text = "option name ";
        text.append(option.name).append(" type ").append(option.type);
        if (option.type == "spin")
            text += " default " + std::to_string(option.standard) + " min " +
                    std::to_string(option.low) + " max " + std::to_string(option.high);
        if (option.type == "check")
            text += option.standard != 0 ? " default true" : " default false";
        say(text);
    }
    say("uciok");
    return {};
}

UciStatus UciServer::answer_ready(std::string_view) {
    say("readyok");
    return {};
}

// ---------------------------------------------------------------------------------------------
// Options.

UciStatus UciServer::set_option(std::string_view arguments) {
    if (engine_.is_searching()) {
        queued_options_.emplace_back(arguments);
        return {};
    }
    std::string name;
    std::string value;
    std::string* target = nullptr;
    while (!trim(arguments).empty()) {
        const std::string_view word = take_word(arguments);
        if (target == nullptr && word == "name") {
            target = &name;
        } else if (target == &name && word == "value") {
            target = &value;
        } else if (target != nullptr) {
            if (!target->empty()) *target += ' ';
            *target += word;
        }
    }
    const auto option = std::ranges::find_if(
        options(), [&](const Option& each) { return equal_ignoring_case(each.name, name); });
    if (option == options().end())
        return fail(UciError::bad_option, "there is no option '" + name.substr(0, 40) + "'");
    return apply_option(*option, value);
}

UciStatus UciServer::apply_option(const Option& option, std::string_view value) {
    if (option.type == "button") return (this->*option.apply)(0);
    const auto number = option.type == "check" ? parse_check(value) : parse_number<int>(value);
    if (!number || *number < option.low || *number > option.high) {
        std::string message{option.name};
        message += option.type == "check" ? " is true or false"
                                          : " is a number from " + std::to_string(option.low) +
                                                " to " + std::to_string(option.high);
        return fail(UciError::bad_value, std::move(message));
    }
    return (this->*option.apply)(*number);
}

void UciServer::apply_queued_options() {
    std::vector<std::string> queued;
    queued.swap(queued_options_);
    for (const std::string& arguments : queued)
        if (const UciStatus status = set_option(arguments); !status)
            say("info string error: " + status.error().message);
}

UciStatus UciServer::set_hash(int megabytes) {
    const int most = spare_memory_megabytes();
    if (megabytes > most) {
        say("info string Hash is limited to " + std::to_string(most) + " MB on this machine");
        megabytes = most;
    }
    if (!engine_.set_hash(megabytes))
        return fail(UciError::bad_value, "there is not enough memory; Hash stays as it was");
    return {};
}

UciStatus UciServer::set_threads(int count) {
    engine_.set_threads(count);
    return {};
}

UciStatus UciServer::set_multi_pv(int lines) {
    multi_pv_ = lines;
    return {};
}

UciStatus UciServer::set_overhead(int milliseconds) {
    overhead_ = Milliseconds{milliseconds};
    return {};
}

UciStatus UciServer::set_chess960(int is_on) {
    chess960_ = is_on != 0;
    return {};
}

UciStatus UciServer::clear_hash(int) {
    engine_.new_game();
    return {};
}

// ---------------------------------------------------------------------------------------------
// The game.

void UciServer::become_idle() {
    engine_.stop();
    engine_.wait();
    apply_queued_options();
}

UciStatus UciServer::new_game(std::string_view) {
    become_idle();
    engine_.new_game();
    return {};
}

UciStatus UciServer::set_position(std::string_view arguments) {
    become_idle();
    game_.reset();
    const std::string_view kind = take_word(arguments);
    const auto moves_at = arguments.find("moves");
    std::string_view moves =
        moves_at == std::string_view::npos ? std::string_view{} : arguments.substr(moves_at + 5);
    std::string_view fen = trim(arguments.substr(0, moves_at));
    if (kind == "startpos")
        fen = kStartFen;
    else if (kind != "fen")
        return fail(UciError::bad_position, "position is followed by startpos or fen");

    const auto position = parse_fen(fen, {.chess960 = chess960_});
    if (!position) return fail(UciError::bad_position, "bad FEN: " + position.error().message);
    Game game{*position};
    while (!trim(moves).empty()) {
        const auto move = parse_coordinate(game.position(), take_word(moves));
        if (!move) return fail(UciError::bad_move, "bad move: " + move.error().message);
        game.play(*move);
    }
    game_ = std::move(game);
    return {};
}

UciStatus UciServer::go(std::string_view arguments) {
    become_idle();
    if (!game_) {
        say("bestmove 0000");
        return fail(UciError::bad_position, "there is no valid position to think about");
    }
    UciGo request = parse_go(arguments, game_->position());
    if (request.has_only_illegal_moves) {
        say("info depth 0 score cp 0");
        say("bestmove 0000");
        return fail(UciError::bad_move, "none of the searchmoves is legal");
    }
    request.limits.multi_pv = multi_pv_;
    request.limits.overhead = overhead_;
    engine_.go(*game_, std::move(request.limits), request.mode);
    return {};
}

UciStatus UciServer::stop(std::string_view) {
    engine_.stop();
    return {};
}

UciStatus UciServer::ponder_hit(std::string_view) {
    engine_.ponder_hit();
    return {};
}

UciStatus UciServer::quit(std::string_view) {
    engine_.stop();
    is_over_ = true;
    return {};
}

// ---------------------------------------------------------------------------------------------
// What the engine says.

void UciServer::say_report(const Position& root, const Report& report) {
    const auto milliseconds = report.time.count();
    const auto nps =
        report.nodes * 1000 / static_cast<std::uint64_t>(std::max<long long>(milliseconds, 1));
    std::string line = "info depth " + std::to_string(report.depth) + " seldepth " +
                       std::to_string(report.selective_depth) + " multipv " +
                       std::to_string(report.line) + " score " + score_text(report.score);
    if (report.bound == Bound::lower) line += " lowerbound";
    if (report.bound == Bound::upper) line += " upperbound";
    line += " nodes " + std::to_string(report.nodes) + " nps " + std::to_string(nps) +
            " hashfull " + std::to_string(report.table_fullness) + " time " +
            std::to_string(milliseconds) + " pv";
    Position position = root;
    for (const Move move : report.pv) {
        line += ' ' + to_coordinate(position, move);
        position = position.after(move);
    }
    say(line);
}

void UciServer::say_verdict(const Position& root, const Verdict& verdict) {
    if (!verdict.best) {
        say("info depth 0 score " + score_text(verdict.score));
        return say("bestmove 0000");
    }
    std::string line = "bestmove " + to_coordinate(root, verdict.best);
    if (verdict.ponder)
        line += " ponder " + to_coordinate(root.after(verdict.best), verdict.ponder);
    say(line);
}

}  // namespace castellan
