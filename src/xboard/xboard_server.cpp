// The conversation: which command is handled where, and when.
#include "xboard/xboard_server.h"

#include <algorithm>

#include "base/text.h"
#include "chess/notation/fen.h"
#include "xboard/xboard_text.h"

namespace castellan {

XboardServer::XboardServer(Output output)
    : output_{std::move(output)},
      engine_{{[this](const Report& report) {
                   mailbox_.put(ReportArrived{search_, report});
               },
               [this](const Verdict& verdict) {
                   mailbox_.put(VerdictArrived{search_, verdict});
               }}},
      thread_{[this] { run(); }} {}

XboardServer::~XboardServer() { handle_line("quit"); }

const std::vector<XboardServer::Command>& XboardServer::commands() {
    using Server = XboardServer;
    static const std::vector<Command> table = {
        {"xboard", &Server::start},
        {"protover", &Server::offer_features},
        {"accepted", &Server::accept_feature},
        {"rejected", &Server::reject_feature},
        {"quit", &Server::quit},
        {"ping", &Server::answer_ping, Need::no_thinking},
        // The game.
        {"new", &Server::new_game},
        {"variant", &Server::set_variant},
        {"force", &Server::enter_force},
        {"go", &Server::go},
        {"playother", &Server::play_other},
        {"white", &Server::set_white},
        {"black", &Server::set_black},
        {"usermove", &Server::user_move},
        {"?", &Server::move_now},
        {"draw", &Server::answer_draw},
        {"result", &Server::end_game},
        {"setboard", &Server::set_board},
        {"edit", &Server::start_edit},
        {"undo", &Server::undo},
        {"remove", &Server::remove},
        {"hint", &Server::give_hint},
        {"bk", &Server::show_book},
        // Time.
        {"level", &Server::set_level},
        {"st", &Server::set_seconds_per_move},
        {"sd", &Server::set_depth},
        {"nps", &Server::set_nodes_per_second},
        {"time", &Server::set_time},
        {"otim", &Server::ignore},
        // Thinking aloud, pondering, analysis.
        {"post", &Server::set_post},
        {"nopost", &Server::set_nopost},
        {"hard", &Server::set_hard},
        {"easy", &Server::set_easy},
        {"analyze", &Server::enter_analysis},
        {"exit", &Server::leave_analysis},
        {".", &Server::show_progress},
        {"exclude", &Server::exclude},
        {"include", &Server::include},
        // What can be set.
        {"memory", &Server::set_memory, Need::idle_engine},
        {"cores", &Server::set_cores, Need::idle_engine},
        {"egtpath", &Server::set_tablebase_path, Need::idle_engine},
        {"option", &Server::handle_option, Need::idle_engine},
        // Who plays: of interest only if it is a computer.
        {"computer", &Server::set_computer},
        {"name", &Server::ignore},
        {"rating", &Server::ignore},
        {"ics", &Server::ignore},
        {"random", &Server::ignore},
        {"d", &Server::show_state},  // our own, for people and tests
        // Features that we do not offer.
        {"pause", &Server::refuse},
        {"resume", &Server::refuse},
        {"setscore", &Server::refuse},
        {"lift", &Server::refuse},
        {"put", &Server::refuse},
        {"hover", &Server::refuse},
        {"partner", &Server::refuse},
        {"ptell", &Server::refuse},
        {"holding", &Server::refuse},
    };
    return table;
}

bool XboardServer::is_greeting(std::string_view line) {
    // UCI knows none of these, whatever else it skips.
    constexpr std::string_view kWords[] = {"xboard", "protover", "new",  "level", "force",
                                           "random", "variant",  "post", "hard",  "easy",
                                           "memory", "cores",    "st",   "sd",    "analyze"};
    return std::ranges::find(kWords, take_word(line)) != std::end(kWords);
}

bool XboardServer::handle_line(std::string_view line) {
    if (has_hung_up_) return false;
    std::promise<bool> goes_on;
    mailbox_.put(LineArrived{line, &goes_on});
    has_hung_up_ = !goes_on.get_future().get();
    return !has_hung_up_;
}

void XboardServer::run() {
    while (!is_over_) std::visit([this](const auto& event) { handle(event); }, mailbox_.take());
}

void XboardServer::handle(const LineArrived& event) {
    obey(trim(event.line));
    event.goes_on->set_value(!is_over_);
}

/// Reports and verdicts of searches that were halted may still lie in the mailbox.
void XboardServer::handle(const ReportArrived& event) {
    if (event.search != search_ || activity_ == Activity::idle) return;
    last_report_ = event.report;
    if (!shows_thinking_) return;
    if (activity_ == Activity::pondering) {
        // Without a move to expect, we look at the opponent's side of it, which nobody asked for.
        if (expected_)
            say(thinking_line(search_root_, event.report,
                              xboard_move(game_->position(), expected_)));
        return;
    }
    say(thinking_line(search_root_, event.report, {}));
}

void XboardServer::handle(const VerdictArrived& event) {
    if (event.search == search_ && activity_ == Activity::thinking) make_move(event.verdict);
}

void XboardServer::obey(std::string_view line) {
    std::string_view arguments = line;
    const std::string_view word = take_word(arguments);
    if (word.empty()) return;
    if (edit_ && word != "quit") return continue_edit(line);
    const auto command = std::ranges::find(commands(), word, &Command::name);
    if (command != commands().end()) return run_command(*command, arguments, line);
    if (looks_like_xboard_move(game_ ? game_->position() : Position{}, word))
        user_move(word);
    else
        say("Error (unknown command): " + quoted_back(line));
}

void XboardServer::run_command(const Command& command, std::string_view arguments,
                               std::string_view line) {
    if (command.need != Need::nothing && activity_ == Activity::thinking) {
        deferred_.emplace_back(line);
        return;
    }
    const Activity interrupted = activity_;
    if (command.need == Need::idle_engine) halt_search();
    if (const XboardStatus status = (this->*command.run)(arguments); !status)
        say("Error (" + status.error().message + "): " + quoted_back(line));
    if (command.need == Need::idle_engine) resume(interrupted);
}

void XboardServer::obey_deferred() {
    std::vector<std::string> lines;
    lines.swap(deferred_);
    for (const std::string& line : lines) obey(line);
}

/// A line feed of its own, so that the interface sees its words begin on a fresh line.
XboardStatus XboardServer::start(std::string_view) {
    say("");
    return {};
}

XboardStatus XboardServer::answer_ping(std::string_view arguments) {
    say("pong " + quoted_back(arguments));
    return {};
}

/// Interfaces pass over lines that begin so.
XboardStatus XboardServer::show_state(std::string_view) {
    constexpr std::string_view kActivities[] = {"idle", "thinking", "pondering", "analysing"};
    std::string line = "# ";
    if (mode_ == Mode::play) line += engine_side_ == Color::white ? "white " : "black ";
    if (mode_ == Mode::force) line += "force ";
    line += kActivities[static_cast<std::size_t>(activity_)];
    say(line.append(", ").append(game_ ? to_fen(game_->position()) : "illegal position"));
    return {};
}

XboardStatus XboardServer::refuse(std::string_view) {
    return fail(XboardError::unknown_command, "not supported");
}

XboardStatus XboardServer::quit(std::string_view) {
    halt_search();
    is_over_ = true;
    return {};
}

}  // namespace castellan
