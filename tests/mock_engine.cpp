// A chess engine that behaves, or misbehaves in one chosen way, for the tests of the match runner.
// mock_engine MODE [anything]: see kModes.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

#include "base/text.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"

namespace castellan {
namespace {

constexpr std::size_t kPliesOfPeace = 4;  // played well before the misbehaviour begins

struct Mode {
    std::string_view name;
    void (*misbehave)(const Position& position);  // instead of a move; nullptr: plays on
    bool is_xboard = false;
};

void say(const std::string& line) {
    std::fputs((line + '\n').c_str(), stdout);
    std::fflush(stdout);
}

[[noreturn]] void sleep_forever() {
    for (;;) pause();
}

/// Some legal move, always the same in the same position.
Move some_move(const Position& position) {
    const MoveList moves = legal_moves(position);
    return moves[(position.key() >> 20) % moves.size()];
}

void crash(const Position&) {
    std::fputs("assertion failed: the mock engine is fine\n", stderr);
    std::signal(SIGABRT, SIG_DFL);
    kill(getpid(), SIGKILL);  // not abort(): no core files
}
void leave(const Position&) { std::_Exit(3); }
void stall(const Position&) { sleep_forever(); }
void play_illegally(const Position&) { say("bestmove e2e5"); }
void give_up(const Position&) { say("bestmove 0000"); }
void claim_falsely(const Position&) { say("0-1 {Black mates}"); }
void refuse_move(const Position&) { say("Illegal move: e2e4"); }
void resign(const Position&) { say("resign"); }

/// Resigns now and then, so that matches have all kinds of results.
void play_or_resign(const Position& position) {
    if ((position.key() >> 33) % 16 == 0) return say("resign");
    say("move " + to_coordinate(position, some_move(position)));
}

void flood(const Position&) {
    for (;;) say("info depth 1 score cp 0 nodes 1 pv e2e4 string what follows never ends");
}
void flood_without_lines(const Position&) {
    const std::string text(4096, 'x');
    for (;;) std::fputs(text.c_str(), stdout);
}
void announce_nonsense(const Position& position) {
    say("info depth 3 score cp 10 nodes 5 pv e2e4 e2e4 e2e4");
    say("info depth 3 score mate 1 nodes 5 pv " + to_coordinate(position, some_move(position)));
    say("bestmove " + to_coordinate(position, some_move(position)));
}
void answer_too_late(const Position& position) {
    usleep(1'500'000);
    say("info depth 1 score cp 0 nodes 1");
    say("bestmove " + to_coordinate(position, some_move(position)));
}

constexpr Mode kModes[] = {
    {"good", nullptr},
    {"good-xboard", nullptr, true},
    {"crash", crash},
    {"leave", leave},
    {"stall", stall},
    {"illegal", play_illegally},
    {"none", give_up},
    {"flood", flood},
    {"endless-line", flood_without_lines},
    {"bad-pv", announce_nonsense},
    {"late", answer_too_late},
    {"liar", claim_falsely, true},
    {"refuser", refuse_move, true},
    {"resigner", resign, true},
    {"moody", play_or_resign, true},
    {"stall-xboard", stall, true},
};

class MockEngine {
  public:
    explicit MockEngine(const Mode& mode) : mode_{mode} {}

    void run() {
        for (std::string line; std::getline(std::cin, line);) {
            if (line == "quit") return;
            std::string_view words = line;
            const std::string_view word = take_word(words);
            if (mode_.is_xboard)
                handle_xboard(word, words);
            else
                handle_uci(word, words);
        }
    }

  private:
    void handle_uci(std::string_view word, std::string_view words) {
        if (word == "uci") say("id name Mock\nuciok");
        if (word == "isready") say("readyok");
        if (word == "position") set_position(words);
        if (word != "go") return;
        if (mode_.misbehave != nullptr && plies_ >= kPliesOfPeace)
            return mode_.misbehave(position_);
        say("info depth 1 score cp 0 nodes 1");
        say("bestmove " + to_coordinate(position_, some_move(position_)));
    }

    void set_position(std::string_view words) {
        const std::size_t moves = words.find("moves");
        position_ = Position{};
        plies_ = 0;
        if (take_word(words) == "fen")
            position_ = *parse_fen(trim(words.substr(0, words.find("moves"))));
        if (moves == std::string_view::npos) return;
        words.remove_prefix(words.find("moves") + 5);
        for (auto word = take_word(words); !word.empty(); word = take_word(words)) play(word);
    }

    void handle_xboard(std::string_view word, std::string_view words) {
        if (word == "protover") say("feature ping=1 setboard=1 usermove=1 colors=0 done=1");
        if (word == "ping") say("pong" + std::string{words});
        if (word == "new") {
            position_ = Position{};
            plies_ = 0;
            is_forced_ = false;
        }
        if (word == "setboard") position_ = *parse_fen(trim(words));
        if (word == "force") is_forced_ = true;
        if (word == "go") is_forced_ = false;
        if (word == "usermove") play(trim(words));
        if ((word == "usermove" || word == "go") && !is_forced_) answer_xboard();
    }

    void answer_xboard() {
        if (!has_legal_move(position_)) return;
        if (mode_.misbehave != nullptr && plies_ >= kPliesOfPeace)
            return mode_.misbehave(position_);
        const std::string move = to_coordinate(position_, some_move(position_));
        say("1 0 0 1 " + move);
        say("move " + move);
        play(move);
    }

    void play(std::string_view move) {
        position_ = position_.after(*parse_coordinate(position_, move));
        ++plies_;
    }

    const Mode& mode_;
    Position position_;
    std::size_t plies_ = 0;
    bool is_forced_ = false;
};

}  // namespace
}  // namespace castellan

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    for (const castellan::Mode& mode : castellan::kModes)
        if (mode.name == argv[1]) {
            castellan::MockEngine{mode}.run();
            return 0;
        }
    return 2;
}
