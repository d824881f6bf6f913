// What goes into a Session and what comes out of it, as plain data.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>

#include "chess/game.h"
#include "chess/pgn/pgn_game.h"
#include "play/chess_clock.h"

namespace castellan {

enum class SeatKind {
    person,
    level,           // Castellan, limited
    full,            // Castellan as strong as it can
    textbook,        // plain alpha-beta
    engine,          // another program
    friend_to_come,  // a person, once somebody has opened the game's link
};

/// Who plays one side.
struct Seat {
    SeatKind kind = SeatKind::person;
    std::string name;       // for people
    int strength = 0;       // of a level: Elo; of the textbook: depth
    std::string command{};  // of another program

    bool is_person() const { return kind == SeatKind::person || is_free(); }
    bool is_free() const { return kind == SeatKind::friend_to_come; }
};

struct GameSetup {
    std::array<Seat, 2> seats;  // by colour
    std::array<TimeControl, 2> controls;
    Position start;
    std::uint64_t seed = 0;  // of what levels leave to chance
    bool is_fast = false;    // levels answer without thinking time
    bool is_apart = false;   // two people at boards of their own, each of whom acts for one side
};

/// How a game ended.
struct GameEnd {
    PgnResult result = PgnResult::unknown;
    std::string reason;       // a sentence for people: "Black resigns", "Checkmate: White wins"
    std::string termination;  // PGN's word for it: normal, time forfeit, abandoned
};

/// A ply and the clocks as they stood after it.
struct ClockedPly {
    Move move;
    Microseconds spent{0};
    std::array<ChessClock, 2> clocks;
};

// ---- commands

struct MakeMove {
    Move move;
};
/// Two people apart have to agree: the first asks, the other one's agrees.
struct TakeBack {};
struct Redo {};
/// The first asks which piece, the second which move.
struct AskHint {};
/// Offers a draw, takes one that is offered, or claims one that the rules allow.
struct OfferDraw {};
/// A draw, or that a move is taken back.
struct Decline {};
struct Resign {};
/// Engines against each other stop after the move they think about.
struct Pause {
    bool is_on = true;
};
/// One move of a paused game.
struct Step {};
/// The least time between two moves of engines against each other.
struct SetPace {
    Milliseconds per_move{0};
};
/// Somebody else sits down: a person takes over, or an opponent of another level.
struct ChangeSeat {
    Color side;
    Seat seat;
};
using SessionCommand = std::variant<MakeMove, TakeBack, Redo, AskHint, OfferDraw, Decline, Resign,
                                    Pause, Step, SetPace, ChangeSeat>;

// ---- events

struct MoveMade {
    std::size_t ply;  // of the move, from 0
    Color by;
};
/// The game stands after so many plies; moves behind them can be redone.
struct MovesTakenBack {
    std::size_t ply;
};
struct GameEnded {};
struct DrawOffered {
    Color by;
};
struct DrawDeclined {
    Color by;
};
struct TakeBackOffered {
    Color by;
};
struct TakeBackDeclined {
    Color by;
};
/// Without a move: only the piece that should move.
struct HintGiven {
    Square from;
    std::optional<Move> move;
};
struct PauseChanged {
    bool is_paused;
};
struct SeatChanged {
    Color side;
};
/// An engine is in trouble; the game goes on if it can.
struct SeatTrouble {
    Color side;
    std::string message;
};
using SessionEvent =
    std::variant<MoveMade, MovesTakenBack, GameEnded, DrawOffered, DrawDeclined, TakeBackOffered,
                 TakeBackDeclined, HintGiven, PauseChanged, SeatChanged, SeatTrouble>;

enum class SessionError {
    game_is_over,
    not_your_turn,
    illegal_move,
    nothing_to_take_back,
    nothing_to_redo,
    nobody_to_ask,
    not_watching,
    not_apart,  // people at boards of their own cannot do it, or nobody else can
};

}  // namespace castellan
