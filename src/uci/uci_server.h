// UciServer: the UCI protocol as a state machine; lines in, lines out.
#pragma once

#include <functional>
#include <future>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/result.h"
#include "base/stopwatch.h"
#include "engine/background_engine.h"
#include "uci/protocol_log.h"
#include "uci/uci_reporter.h"

namespace castellan {

enum class UciError {
    unknown_command,
    bad_option,
    bad_position,
    bad_move,
    bad_number,
    no_resources
};
using UciStatus = Result<void, UciError>;

class UciServer {
  public:
    /// Called with one line without its end, from more than one thread but never at once.
    /// It must not wait for whoever reads: see LineChannel.
    using Output = std::function<void(std::string_view line)>;

    explicit UciServer(Output output);

    /// False once the conversation is over. Never blocks for long: a search runs on its own.
    bool handle_line(std::string_view line);

  private:
    struct Command {
        std::string_view name;
        std::string_view help;
        UciStatus (UciServer::*run)(std::string_view arguments);
    };
    /// What UCI adds to the options of the engine.
    struct Option {
        OptionSpec spec;
        OptionResult (UciServer::*apply)(const OptionValue& value);
    };
    static const std::vector<Command>& commands();
    static const std::vector<Option>& own_options();

    // uci_server.cpp: the conversation.
    UciStatus run(const Command& command, std::string_view arguments);
    UciStatus identify(std::string_view);
    UciStatus ignore(std::string_view) { return {}; }
    UciStatus answer_ready(std::string_view);
    UciStatus new_game(std::string_view);
    UciStatus set_position(std::string_view arguments);
    void remark_on(const Position& start);
    UciStatus go(std::string_view arguments);
    UciStatus stop(std::string_view);
    UciStatus ponder_hit(std::string_view);
    UciStatus quit(std::string_view);

    // uci_options.cpp
    UciStatus handle_setoption(std::string_view arguments);
    OptionResult set_option(std::string_view name, std::optional<std::string_view> value);
    OptionResult set_chess960(const OptionValue& value);
    OptionResult set_show_chances(const OptionValue& value);
    OptionResult set_log_file(const OptionValue& value);
    /// Interfaces like to set it; we play the same either way.
    OptionResult accept(const OptionValue&) { return {}; }
    void apply_queued_options();

    // uci_words.cpp: what people type.
    UciStatus show_board(std::string_view);
    UciStatus show_eval(std::string_view);
    UciStatus bench(std::string_view arguments);
    UciStatus perft(std::string_view arguments);
    UciStatus help(std::string_view);
    void start_errand(std::function<void(const std::stop_token&)> work);

    void say(std::string_view line) { say_all({std::string{line}}); }
    /// Nothing else is said in between.
    void say_all(const std::vector<std::string>& lines);
    void say_error(std::string_view message);
    /// A command that needs the engine idle ends what runs, as if stopped.
    void become_idle();

    Output output_;
    ProtocolLog log_;
    std::mutex output_mutex_;            // also of the log
    std::optional<Game> game_ = Game{};  // nothing after a bad `position`: then no move is played
    std::string last_remark_;            // so that each is made once
    bool chess960_ = false;
    bool shows_chances_ = false;
    bool is_over_ = false;
    Stopwatch line_watch_;                     // since the line that is being handled came in
    std::vector<std::string> queued_options_;  // set while searching, applied after it
    Stopwatch search_watch_;
    UciReporter reporter_;     // of the search that runs
    BackgroundEngine engine_;  // its thread must end before the rest goes, and so must this one:
    std::jthread errand_;      // perft or bench
    std::future<void> errand_end_;
};

}  // namespace castellan
