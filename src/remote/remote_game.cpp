#include "remote/remote_game.h"

#include <cstdio>

#include "base/text.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "terminal/session_text.h"

namespace castellan {

std::span<const RemoteGame::Command> RemoteGame::commands() {
    static constexpr Command kTable[] = {
        {"help", "what can be typed", &RemoteGame::help},
        {"board", "show the board", &RemoteGame::show_board},
        {"flip", "turn the board", &RemoteGame::flip},
        {"clock", "how much time is left", &RemoteGame::show_clocks},
        {"undo", "ask to take a move back, or agree to it", &RemoteGame::take_back},
        {"draw", "offer a draw, accept or claim one", &RemoteGame::offer_draw},
        {"decline", "what the other one has offered", &RemoteGame::decline},
        {"resign", "give the game up", &RemoteGame::resign},
        {"claim", "'claim win' or 'claim draw', when the other one has left", &RemoteGame::claim},
        {"rematch", "play again with colours changed", &RemoteGame::rematch},
        {"quit", "leave; the link leads back", &RemoteGame::quit},
    };
    return kTable;
}

RemoteGame::RemoteGame(EventLoop& loop, LineStyle style, std::string link)
    : loop_{loop}, style_{style}, link_{std::move(link)} {}

void RemoteGame::play(const RemoteAddress& address, const std::string& key) {
    RemoteServer server{address, key, loop_.poster(),
                        [this](const Json& message) { hear(message); }};
    server_ = &server;
    while (!is_leaving_) {
        prompt();
        const auto happening = loop_.wait(std::nullopt);
        if (happening == EventLoop::Happening::line) {
            needs_prompt_ = true;
            handle_line(loop_.take_line());
        } else if (happening == EventLoop::Happening::end_of_input) {
            is_leaving_ = true;
        }
    }
    server_ = nullptr;
}

// ---- what is heard

void RemoteGame::hear(const Json& message) {
    if (message.is_null()) {
        if (!std::exchange(is_lost_, true)) say("The connection is lost; trying again...");
    } else if (message.contains("re")) {
        hear_answer(message);
    } else if (message.value("type", "") == "hello") {
        begin(message);
    } else if (message.contains("state")) {
        hear_event(message);
    }
}

void RemoteGame::begin(const Json& hello) {
    if (std::exchange(is_lost_, false)) say("Connected again.");
    if (!game_.is_null()) return send("watch");
    if (!link_.empty()) return send("join", {{"link", link_}});
    const Json& open = hello.value("open", Json::array());
    if (open.empty()) {
        say("You have no game there that goes on. A friend's link leads to one.");
        is_leaving_ = true;
        return;
    }
    game_ = open[0].value("game", Json{});
    send("watch");
}

void RemoteGame::hear_answer(const Json& answer) {
    if (!answer.value("ok", false)) say(answer.value("error", "That was refused.") + '.');
    if (game_.is_null() && answer.value("ok", false)) game_ = answer.value("game", Json{});
    if (game_.is_null()) is_leaving_ = true;  // the link was no good
}

void RemoteGame::hear_event(const Json& event) {
    const std::string type = event.value("type", "");
    const bool is_new = type == "snapshot" && event.value("game", Json{}) != game_;
    if (!game_.is_null() && event.value("game", Json{}) != game_ && !is_new) return;
    state_ = event["state"];
    const Json by = event.value("by", Json{});
    if (type == "snapshot") {
        game_ = event["game"];
        seats_ = {{"white", event["white"]}, {"black", event["black"]}};
        you_ = event.value("you", "");
        if (!style_.turns_board) style_.board.is_flipped = you_ == "black";
        say(name_of("white") + " (White) against " + name_of("black") +
            " (Black). Type 'help' for help.");
        if (event.contains("url")) say("Waiting for a friend: " + event.value("url", ""));
        show_board("");
    } else if (type == "move") {
        const std::string mover = state_["turn"] == "white" ? "black" : "white";
        const std::string san = event["move"].value("san", "");
        if (!is_own(mover) || style_.speaks)
            say(name_of(mover) + " plays " +
                (style_.speaks ? event["move"].value("words", san) : san));
        if (!is_own(mover)) show_board("");
    } else if (type == "back") {
        say("A move is taken back.");
        show_board("");
    } else if (type == "end") {
        show_board("");
        say(state_.value("reason", "") + " (" + state_.value("result", "") +
            "). 'rematch' or 'quit'.");
    } else if (type == "seat") {
        seats_[event.value("side", "white")] = event["seat"];
        say(name_of(event["side"]) + " plays " + event.value("side", "") + " now.");
    } else if (type == "drawOffered" && !is_own(by)) {
        say(name_of(by) + " offers a draw: 'draw' accepts it, 'decline' or a move does not.");
    } else if (type == "takebackOffered" && !is_own(by)) {
        say(name_of(by) +
            " asks to take a move back: 'undo' agrees, 'decline' or a move does not.");
    } else if (type == "rematchOffered" && !is_own(by)) {
        say(name_of(by) + " wants to play again: 'rematch' agrees.");
    } else if (type == "drawDeclined" || type == "takebackDeclined") {
        say(name_of(by) + " declines.");
    } else if (type == "presence" && state_.contains("away") && !is_own(state_["away"]["side"])) {
        say(name_of(state_["away"]["side"]) + " is away.");
    } else if (type == "rematch") {
        game_ = event["next"];
        send("watch");
    } else if (const std::string notice = event.value("notice", ""); !notice.empty()) {
        say(notice);
    }
}

// ---- what is typed

void RemoteGame::handle_line(std::string_view line) {
    line = trim(line);
    if (std::exchange(is_resigning_, false)) {
        if (line == "y" || line == "yes") send("resign");
        return;
    }
    if (line.empty()) return;
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, space);
    for (const Command& command : commands())
        if (word == command.name || (word.size() > 2 && command.name.starts_with(word)))
            return (this->*command.run)(trim(line.substr(space)));
    if (state_.is_null()) return say("There is no board yet.");
    send("type", {{"ply", state_["ply"]}, {"text", line}});
}

void RemoteGame::help(std::string_view) {
    say("Moves as people write them: e4, Nf3, e2e4, O-O. And:");
    for (const Command& command : commands())
        say("  " + std::string{command.name} + std::string(10 - command.name.size(), ' ') +
            std::string{command.help});
}

void RemoteGame::show_board(std::string_view) {
    const auto position = parse_fen(state_.is_null() ? "" : state_.value("fen", ""));
    if (!position) return;
    if (style_.turns_board) style_.board.is_flipped = position->side_to_move() == Color::black;
    if (style_.speaks)
        say(board_words(*position));
    else
        std::fputs(board_text(*position, style_.board).c_str(), stdout);
    show_clocks("");
    if (state_.value("isCheck", false) && state_.value("reason", "").empty()) say("Check!");
    needs_prompt_ = true;
}

void RemoteGame::flip(std::string_view) {
    style_.board.is_flipped = !style_.board.is_flipped;
    style_.turns_board = false;
    show_board("");
}

void RemoteGame::show_clocks(std::string_view) {
    if (state_.is_null()) return;
    std::string text;
    for (const char* const side : {"white", "black"})
        if (const Json& left = state_["clocks"][side]; left.is_number())
            text += (text.empty() ? "" : "  ") + name_of(side) + ' ' +
                    time_text(Milliseconds{left.get<std::int64_t>()});
    if (!text.empty()) say(text);
}

void RemoteGame::resign(std::string_view) {
    is_resigning_ = true;
    say("Really resign? (yes or no)");
}

void RemoteGame::claim(std::string_view rest) {
    send("claim", {{"as", rest == "draw" ? "draw" : "win"}});
}

void RemoteGame::send(const char* word, Json more) {
    more["do"] = word;
    if (!game_.is_null()) more["game"] = game_;
    server_->send(std::move(more));
}

// ---- what is shown

void RemoteGame::say(const std::string& line) {
    std::fputs((line + '\n').c_str(), stdout);
    std::fflush(stdout);
    needs_prompt_ = true;
}

void RemoteGame::prompt() {
    if (!std::exchange(needs_prompt_, false)) return;
    const bool is_turn =
        !state_.is_null() && is_own(state_["turn"]) && state_.value("reason", "").empty();
    std::string text = "> ";
    if (const auto position = parse_fen(is_turn ? state_.value("fen", "") : "");
        is_turn && position)
        text = move_number(*position) + side_name(position->side_to_move()) + "> ";
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
}

std::string RemoteGame::name_of(const Json& side) const {
    if (!side.is_string() || !seats_.contains(side.get<std::string>())) return "Somebody";
    const std::string name = seats_[side.get<std::string>()].value("name", "");
    return name.empty() ? "a friend" : name;
}

}  // namespace castellan
