// UciClient: drives an engine that speaks UCI.
#pragma once

#include "clients/engine_client.h"

namespace castellan {

class UciClient final : public EngineClient {
  public:
    /// Greets the engine and sets its options; `patience` is for the answer to `uci`.
    static Result<std::unique_ptr<EngineClient>, PlayerError> start(
        std::unique_ptr<ChildProcess> process, const ClientSettings& settings,
        Milliseconds patience);

    PlayerStatus new_game(const Position& start, const SideClock& clock) override;
    Answer think(const Turn& turn) override;
    void ponder(const Turn& turn) override;
    bool end_game(PgnResult result, std::string_view reason) override;
    void quit() override;
    std::string name() const override { return name_; }
    ChildProcess& process() override { return *process_; }
    std::vector<std::string> take_warnings() override { return std::exchange(warnings_, {}); }

  private:
    UciClient(std::unique_ptr<ChildProcess> process, const ClientSettings& settings)
        : process_{std::move(process)}, settings_{settings} {}

    struct Option {
        std::string name;
        std::string type;
    };

    PlayerStatus greet(Milliseconds patience);
    void read_option(std::string_view words);
    void set_options();
    const Option* find_option(std::string_view name) const;
    bool set_chess960(bool chess960);
    /// Waits for a line that begins with this word; false if it does not come.
    bool wait_for(std::string_view word, Milliseconds patience);
    bool synchronise(Milliseconds patience);

    std::string position_command(const Game& game, Move expected = {}) const;
    std::string go_command(const Turn& turn, bool ponder) const;
    Answer wait_for_bestmove(const Turn& turn, SteadyTime asked);
    Answer read_bestmove(const Turn& turn, std::string_view words);
    void read_info(std::string_view line);
    void check_announcements(const Game& game);
    void warn(std::string message);

    std::unique_ptr<ChildProcess> process_;
    ClientSettings settings_;
    std::string name_;
    std::vector<Option> options_;
    bool is_chess960_ = false;
    bool is_searching_ = false;
    Move expected_;      // the reply it hopes for
    Move pondering_on_;  // none: not pondering
    std::optional<Thought> thought_;
    std::vector<std::string> announcements_;  // info lines with a pv, checked after the move
    std::vector<std::string> warnings_;
};

}  // namespace castellan
