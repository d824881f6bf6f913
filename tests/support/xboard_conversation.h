// Xboard: an XBoard interface for tests, with what they ask for again and again.
#pragma once

#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/support/conversation.h"
#include "xboard/xboard_server.h"

namespace castellan {

using Lines = std::vector<std::string>;

/// An interface that has just said hello and started a game.
class Xboard : public Conversation<XboardServer> {
  public:
    Xboard() {
        say({"xboard", "protover 2", "accepted done", "memory 1", "new", "sd 3"});
        news();
    }
    void say(const std::vector<std::string_view>& lines) {
        for (const std::string_view line : lines) send(line);
    }
    /// The answer to one line that is answered at once.
    Lines ask(std::string_view line) {
        news();
        send(line);
        return news();
    }
    /// "force idle, <fen>"
    std::string state() {
        send("d");
        const std::string line = last("# ");  // lines of thinking may follow it
        news();
        return line.substr(2);
    }
    std::string activity() {
        const std::string text = state();
        return text.substr(0, text.find(','));
    }
    std::string fen() {
        const std::string text = state();
        return text.substr(text.find(',') + 2);
    }
    /// Our next move after this line; empty if none comes.
    std::string move_after(std::string_view line) {
        const int before = count("move ");
        send(line);
        if (!wait_for("move ", before + 1)) return {};
        return last("move ").substr(5);
    }
    /// Makes us play exactly this, whatever the evaluation thinks of it.
    std::string play(std::string_view move) {
        say({"force", "exclude all", "include " + std::string{move}});
        return move_after("go");
    }
    /// Thinking that ends only when it is told to.
    void think_long() { say({"new", "force", "st 1000", "go"}); }
    void wait_for_state(std::string_view wanted) {
        for (int i = 0; i < 2'000 && activity() != wanted; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
};

inline constexpr std::string_view kStart =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
inline constexpr std::string_view kMateInOne = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
inline constexpr std::string_view kMated = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
inline constexpr std::string_view kStalemated = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

inline std::string setboard(std::string_view fen) { return "setboard " + std::string{fen}; }

}  // namespace castellan
