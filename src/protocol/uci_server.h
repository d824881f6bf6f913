// UciServer: the UCI protocol as a state machine; lines in, lines out.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/engine.h"

namespace castellan {

enum class UciError { unknown_command, bad_option, bad_position, bad_move };
using UciStatus = Result<void, UciError>;

class UciServer {
  public:
    /// Called with one line without its end, from more than one thread but never at once.
    using Output = std::function<void(std::string_view line)>;

    explicit UciServer(Output output);

    /// False once the conversation is over. Never blocks for long: a search runs on its own.
    bool handle_line(std::string_view line);

  private:
    struct Command {
        std::string_view name;
        UciStatus (UciServer::*run)(std::string_view arguments);
    };
    /// What UCI adds to the options of the engine.
    struct Option {
        OptionSpec spec;
        OptionResult (UciServer::*apply)(const OptionValue& value);
    };
    static const std::vector<Command>& commands();
    static const std::vector<Option>& own_options();

    UciStatus identify(std::string_view);
    UciStatus ignore(std::string_view) { return {}; }
    UciStatus answer_ready(std::string_view);
    UciStatus handle_setoption(std::string_view arguments);
    UciStatus new_game(std::string_view);
    UciStatus set_position(std::string_view arguments);
    UciStatus go(std::string_view arguments);
    UciStatus stop(std::string_view);
    UciStatus ponder_hit(std::string_view);
    UciStatus quit(std::string_view);

    OptionResult set_option(std::string_view name, std::string_view value);
    OptionResult set_chess960(const OptionValue& value);
    OptionResult accept(const OptionValue&) { return {}; }

    void say(std::string_view line);
    void say_report(const Position& root, const Report& report);
    void say_verdict(const Position& root, const Verdict& verdict);
    /// A command that needs the engine idle ends the search that runs, as if stopped.
    void become_idle();
    void apply_queued_options();

    Output output_;
    std::mutex output_mutex_;
    std::optional<Game> game_ = Game{};  // nothing after a bad `position`: then no move is played
    bool chess960_ = false;
    bool is_over_ = false;
    std::vector<std::string> queued_options_;  // set while searching, applied after it
    Engine engine_;                            // last: its thread must end before the rest goes
};

}  // namespace castellan
