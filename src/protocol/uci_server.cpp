#include "protocol/uci_server.h"

#include <algorithm>

#include "base/text.h"
#include "chess/coordinate.h"
#include "chess/fen.h"
#include "protocol/uci_go.h"

namespace castellan {
namespace {

std::string score_text(Score score) {
    if (score.is_mate()) return "mate " + std::to_string(score.moves_to_mate());
    return "cp " + std::to_string(score.shown_centipawns());
}

/// As `uci` lists it.
std::string declaration(const OptionSpec& spec) {
    std::string text = "option name ";
    text.append(spec.name).append(" type ");
    switch (spec.kind) {
        case OptionKind::spin:
            return text + "spin default " + std::to_string(spec.standard) + " min " +
                   std::to_string(spec.low) + " max " + std::to_string(spec.high);
        case OptionKind::check:
            return text + "check default " + (spec.standard != 0 ? "true" : "false");
        case OptionKind::button:
            return text + "button";
        case OptionKind::text:
        case OptionKind::file:
        case OptionKind::folder:
            break;
    }
    text.append("string default ");
    return text.append(spec.standard_text.empty() ? "<empty>" : spec.standard_text);
}

}  // namespace

UciServer::UciServer(Output output)
    : output_{std::move(output)},
      engine_{{[this](const Position& root, const Report& report) { say_report(root, report); },
               [this](const Position& root, const Verdict& verdict) { say_verdict(root, verdict); },
               [this](std::string_view notice) { say("info string " + std::string{notice}); }}} {}

const std::vector<UciServer::Command>& UciServer::commands() {
    static const std::vector<Command> table = {
        {"uci", &UciServer::identify},
        {"debug", &UciServer::ignore},
        {"isready", &UciServer::answer_ready},
        {"setoption", &UciServer::handle_setoption},
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

const std::vector<UciServer::Option>& UciServer::own_options() {
    static const std::vector<Option> table = {
        {{"Ponder", OptionKind::check}, &UciServer::accept},
        {{"UCI_Chess960", OptionKind::check}, &UciServer::set_chess960},
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
    for (const OptionSpec& spec : Engine::options()) say(declaration(spec));
    for (const Option& option : own_options()) say(declaration(option.spec));
    say("uciok");
    return {};
}

UciStatus UciServer::answer_ready(std::string_view) {
    say("readyok");
    return {};
}

// ---------------------------------------------------------------------------------------------
// Options.

UciStatus UciServer::handle_setoption(std::string_view arguments) {
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
    const OptionResult note = set_option(name, value);
    if (!note) return fail(UciError::bad_option, note.error().message);
    if (!note->empty()) say("info string " + *note);
    return {};
}

OptionResult UciServer::set_option(std::string_view name, std::string_view value) {
    const auto option = std::ranges::find_if(
        own_options(), [&](const Option& each) { return is_named(each.spec, name); });
    if (option == own_options().end()) return engine_.set_option(name, value);
    return parse_option_value(option->spec, value).and_then([&](const OptionValue& parsed) {
        return (this->*option->apply)(parsed);
    });
}

void UciServer::apply_queued_options() {
    std::vector<std::string> queued;
    queued.swap(queued_options_);
    for (const std::string& arguments : queued)
        if (const UciStatus status = handle_setoption(arguments); !status)
            say("info string error: " + status.error().message);
}

OptionResult UciServer::set_chess960(const OptionValue& value) {
    chess960_ = value.number != 0;
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
            " hashfull " + std::to_string(report.table_fullness) + " tbhits " +
            std::to_string(report.tablebase_hits) + " time " + std::to_string(milliseconds) + " pv";
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
