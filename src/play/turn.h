// A turn: what a player is asked, and what it answers.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include "base/result.h"
#include "base/stopwatch.h"
#include "chess/game.h"
#include "chess/pgn/pgn_game.h"
#include "search/limits.h"
#include "search/score.h"

namespace castellan {

using Microseconds = std::chrono::microseconds;

/// One side's clock as it stands when that side is to move.
struct SideClock {
    std::optional<Microseconds> left;  // none: no clock
    Milliseconds increment{0};
    int moves_to_go = 0;  // until the next time control; 0: none will come
};

/// What limits a player beside the clock.
struct ThinkingLimits {
    std::optional<Depth> depth;
    std::optional<std::uint64_t> nodes;
    std::optional<Milliseconds> move_time;

    friend bool operator==(const ThinkingLimits&, const ThinkingLimits&) = default;
};

/// What a player is asked: to move in this game, with these clocks.
struct Turn {
    const Game& game;
    std::array<SideClock, 2> clocks;  // by colour
    Microseconds patience;            // after which no answer is waited for
    std::stop_token
        stop{};  // an answer is wanted at once, or none at all; not every player listens
    Microseconds waited{0};  // before it was asked; the clock and the patience are without it
};

enum class AnswerKind {
    move,
    resigns,
    claims,        // that the game is over, with a result
    out_of_time,   // no answer within the patience
    crashed,       // the program is gone, or closed its pipes
    illegal_move,  // something that is no legal move
    refuses_move,  // calls the opponent's legal move illegal
    interrupted,   // we were asked to stop
};

/// What the engine said about its move.
struct Thought {
    Score score{};  // seen by the one who moves
    Depth depth = 0;
    Ply selective_depth = 0;
    std::uint64_t nodes = 0;
};

struct Answer {
    AnswerKind kind;
    Move move{};
    std::string text{};                    // the words it came in
    PgnResult claim = PgnResult::unknown;  // for claims
    bool offers_draw = false;
    Microseconds spent{0};  // between the question sent and the answer read
    std::optional<Thought> thought{};
};

/// Why a player cannot play at all.
enum class PlayerError { cannot_start, no_answer, wrong_protocol, cannot_play, lacks_memory };
using PlayerStatus = Result<void, PlayerError>;

}  // namespace castellan
