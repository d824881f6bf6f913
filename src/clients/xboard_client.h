// XboardClient: drives an engine that speaks the XBoard protocol (CECP), version 2 or 1.
#pragma once

#include "clients/engine_client.h"
#include "clients/xboard_client_features.h"

namespace castellan {

enum class XboardGreeting {
    known,   // silence means an engine of protocol version 1
    detect,  // silence means that it speaks something else
};

class XboardClient final : public EngineClient {
  public:
    static Result<std::unique_ptr<EngineClient>, PlayerError> start(
        std::unique_ptr<ChildProcess> process, const ClientSettings& settings,
        XboardGreeting greeting);

    PlayerStatus new_game(const Position& start, const SideClock& clock) override;
    Answer think(const Turn& turn) override;
    bool end_game(PgnResult result, std::string_view reason) override;
    void quit() override;
    bool can_be_reused() const override { return features_.reuse; }
    std::string name() const override { return features_.name; }
    ChildProcess& process() override { return *process_; }
    std::vector<std::string> take_warnings() override { return std::exchange(warnings_, {}); }

  private:
    XboardClient(std::unique_ptr<ChildProcess> process, const ClientSettings& settings)
        : process_{std::move(process)}, settings_{settings} {}

    PlayerStatus greet(XboardGreeting greeting);
    /// Takes a `feature` line; true once it says done=1.
    bool read_features(std::string_view words, SteadyTime& deadline);
    void set_options();
    bool synchronise(Milliseconds patience);
    std::string setup_commands(const Position& start) const;
    std::string time_commands(const SideClock& clock) const;
    std::string move_command(const Game& game, std::size_t ply) const;
    Answer wait_for_answer(const Turn& turn, SteadyTime asked);
    std::optional<Answer> read_line(const Turn& turn, const std::string& line);
    std::optional<Answer> read_result(std::string_view line) const;
    Answer read_move(const Turn& turn, std::string_view text);
    void read_thinking(std::string_view line);

    std::unique_ptr<ChildProcess> process_;
    ClientSettings settings_;
    XboardFeatures features_;
    std::size_t known_plies_ = 0;  // moves of the game that the engine has on its board
    bool is_forced_ = true;        // only watches; it plays once `go` is sent
    bool is_searching_ = false;
    bool offers_draw_ = false;
    bool says_move_ = false;  // announces its moves as version 2 asks
    int pings_ = 0;
    std::optional<Thought> thought_;
    std::vector<std::string> warnings_;
};

}  // namespace castellan
