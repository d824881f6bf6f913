// EngineClient: another engine as its user sees it, whichever protocol it speaks.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clients/child_process.h"
#include "play/turn.h"

namespace castellan {

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
    virtual PlayerStatus new_game(const Position& start, const SideClock& clock) = 0;
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
Result<std::unique_ptr<EngineClient>, PlayerError> start_engine(const ChildCommand& command,
                                                                EngineProtocol protocol,
                                                                const ClientSettings& settings);

}  // namespace castellan
