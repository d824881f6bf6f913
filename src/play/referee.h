// The referee: lets two players play one game by the rules and the clock, and says how it ended.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "chess/game.h"
#include "play/adjudicator.h"
#include "play/chess_clock.h"
#include "play/player.h"

namespace castellan {

enum class Ending {
    by_rule,  // mate, stalemate, repetition and their like
    resigned,
    draw_agreed,
    adjudicated,
    out_of_time,
    stalled,  // out of time, and no sign of life after it
    crashed,
    illegal_move,
    illegal_claim,  // says that the game is over, or that a legal move is none
    not_played,     // a player could not be started or cannot play this
    interrupted,
};

/// One move as it was played.
struct PlayedMove {
    Move move;
    std::optional<Thought> thought{};
    Microseconds spent{0};
    std::optional<Microseconds> left{};  // on the mover's clock afterwards
    bool is_opening = false;             // given, not thought out
};

struct GamePlan {
    std::array<Player*, 2> players;  // by colour; lent for the game
    std::array<TimeControl, 2> controls;
    Position start;
    std::vector<Move> opening;  // played before the players are asked
    AdjudicationRules rules;
    std::array<Milliseconds, 2> time_margin{};
    Milliseconds stall_limit{300'000};  // for a move without a clock
    std::uint64_t seed = 0;             // of whatever players leave to chance
};

struct GameRecord {
    Game game;
    std::vector<PlayedMove> moves;
    PgnResult result = PgnResult::unknown;
    Ending ending = Ending::interrupted;
    std::string reason;                 // one sentence for people
    std::optional<Color> at_fault;      // who broke a rule, crashed or could not play
    std::vector<std::string> evidence;  // the last lines of the one at fault
};

GameRecord play_game(const GamePlan& plan);

}  // namespace castellan
