// RemoteGame: a game with somebody at another board, at a prompt, line by line. The server knows
// the rules and has the clocks; this shows what it tells and passes on what is typed.
#pragma once

#include "remote/remote_server.h"
#include "terminal/event_loop.h"
#include "terminal/line_game.h"

namespace castellan {

class RemoteGame {
  public:
    /// Output goes to standard output. `link` is the secret of a game's link; empty: the newest
    /// game that goes on.
    RemoteGame(EventLoop& loop, LineStyle style, std::string link);

    /// Until the person leaves, or the input ends.
    void play(const RemoteAddress& address, const std::string& key);

  private:
    struct Command {
        std::string_view name;
        std::string_view help;
        void (RemoteGame::*run)(std::string_view rest);
    };
    static std::span<const Command> commands();

    void hear(const Json& message);
    void hear_answer(const Json& answer);
    void hear_event(const Json& event);
    void begin(const Json& hello);
    void handle_line(std::string_view line);

    void help(std::string_view);
    void show_board(std::string_view);
    void flip(std::string_view);
    void show_clocks(std::string_view);
    void take_back(std::string_view) { send("takeback"); }
    void offer_draw(std::string_view) { send("draw"); }
    void decline(std::string_view) { send("decline"); }
    void resign(std::string_view);
    void claim(std::string_view rest);
    void rematch(std::string_view) { send("rematch"); }
    void quit(std::string_view) { is_leaving_ = true; }

    void send(const char* word, Json more = Json::object());
    void say(const std::string& line);
    void prompt();
    std::string name_of(const Json& side) const;
    bool is_own(const Json& side) const { return side.is_string() && side == you_; }

    EventLoop& loop_;
    LineStyle style_;
    std::string link_;
    RemoteServer* server_ = nullptr;  // while it is played
    Json game_;                       // its number
    Json seats_;
    Json state_;
    std::string you_;  // "white", "black", or nothing for who looks on
    bool is_lost_ = false;
    bool is_resigning_ = false;  // as soon as that is confirmed
    bool is_leaving_ = false;
    bool needs_prompt_ = true;
};

}  // namespace castellan
