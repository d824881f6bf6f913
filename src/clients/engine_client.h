// EngineClient: another engine as its user sees it, whichever protocol it speaks.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/game.h"
#include "chess/pgn/pgn_game.h"
#include "clients/child_process.h"
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
    std::stop_token stop{};           // the question has become pointless; not every player listens
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

enum class ClientError { cannot_start, no_answer, wrong_protocol, cannot_play };
using ClientStatus = Result<void, ClientError>;

struct EngineOptionSetting {
    std::string name;
    std::string value;

    friend bool operator==(const EngineOptionSetting&, const EngineOptionSetting&) = default;
};

/// Everything about an engine that does not change from game to game.
struct ClientSettings {
    std::vector<EngineOptionSetting> options;
    ThinkingLimits limits;
    bool ponders = false;
    bool checks_pv = true;
    Milliseconds stop_patience{5'000};  // for an engine that is told to stop; then it hangs
};

/// For an engine that was told to quit; then it is killed.
inline constexpr Milliseconds kQuitPatience{2'000};

class EngineClient {
  public:
    virtual ~EngineClient() = default;

    /// Makes ready for a game from this position; `clock` is the engine's own.
    virtual ClientStatus new_game(const Position& start, const SideClock& clock) = 0;
    /// Asks for a move and waits for it.
    virtual Answer think(const Turn& turn) = 0;
    /// The opponent thinks: time to ponder for whoever does.
    virtual void ponder(const Turn&) {}
    /// The game is over. False if the engine does not come back from what it was doing: it hangs.
    virtual bool end_game(PgnResult result, std::string_view reason) = 0;
    /// Says goodbye and waits for the end of the process.
    virtual void quit() = 0;
    /// Whether the same process may play another game.
    virtual bool can_be_reused() const { return true; }

    virtual std::string name() const = 0;
    virtual ChildProcess& process() = 0;
    /// What it said against the rules of its protocol since the last call.
    virtual std::vector<std::string> take_warnings() = 0;
};

/// For an answer that never came: the pipe closed, or we stopped waiting. Nothing if a line did.
std::optional<Answer> missing_answer(const ReadLine& line, Microseconds spent);

enum class EngineProtocol { detect, uci, xboard };

/// Starts the program and greets it. Where the protocol is not known, UCI is tried first.
Result<std::unique_ptr<EngineClient>, ClientError> start_engine(const ChildCommand& command,
                                                                EngineProtocol protocol,
                                                                const ClientSettings& settings);

}  // namespace castellan
