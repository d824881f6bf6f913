// XboardServer: the XBoard protocol (CECP version 2) as a state machine; lines in, lines out.
#pragma once

#include <functional>
#include <future>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

#include "base/mailbox.h"
#include "base/result.h"
#include "base/text.h"
#include "engine/background_engine.h"
#include "play/game_rules.h"
#include "xboard/xboard_clock.h"
#include "xboard/xboard_edit.h"

namespace castellan {

enum class XboardError { unknown_command, not_now, bad_value, bad_position, bad_option };
/// The message is what stands in the brackets of `Error (...): command`.
using XboardStatus = Result<void, XboardError>;

/// One thread handles everything, so that nothing here needs a lock: lines from outside, and what
/// the engine's thread reports, come in through one mailbox. A search is never waited for, but for
/// the moment it takes to stop one. What the protocol wants after a move (`pong`, options) is put
/// aside until the move is made.
class XboardServer {
  public:
    /// Called with one line without its end, from one thread.
    using Output = std::function<void(std::string_view line)>;

    explicit XboardServer(Output output);
    ~XboardServer();

    /// False once the conversation is over. The line has been handled when this returns, if it does
    /// not have to wait for our move.
    bool handle_line(std::string_view line);

    /// Whether this line, the first of a conversation, can only come from an XBoard interface.
    static bool is_greeting(std::string_view line);

  private:
    enum class Mode { force, play, analyse };
    /// What the engine is doing.
    enum class Activity { idle, thinking, pondering, analysing };
    /// What a command needs of the engine.
    enum class Need {
        nothing,
        no_thinking,  // waits until we have moved
        idle_engine,  // the same, and pondering or analysis is interrupted for it
    };
    struct Command {
        std::string_view name;
        XboardStatus (XboardServer::*run)(std::string_view arguments);
        Need need = Need::nothing;
    };
    /// What XBoard adds to the options of the engine.
    struct Option {
        OptionSpec spec;
        OptionResult (XboardServer::*apply)(const OptionValue& value);
    };
    struct LineArrived {
        std::string_view line;
        std::promise<bool>* goes_on;
    };
    struct ReportArrived {
        int search;
        Report report;
    };
    struct VerdictArrived {
        int search;
        Verdict verdict;
    };
    using Event = std::variant<LineArrived, ReportArrived, VerdictArrived>;

    static const std::vector<Command>& commands();
    static const std::vector<Option>& own_options();

    // xboard_server.cpp: the conversation.
    void run();
    void handle(const LineArrived& event);
    void handle(const ReportArrived& event);
    void handle(const VerdictArrived& event);
    void obey(std::string_view line);
    void run_command(const Command& command, std::string_view arguments, std::string_view line);
    void continue_edit(std::string_view line);
    void obey_deferred();
    void say(std::string_view line) { output_(as_one_line(line)); }
    XboardStatus ignore(std::string_view) { return {}; }
    XboardStatus start(std::string_view);
    XboardStatus answer_ping(std::string_view arguments);
    XboardStatus show_state(std::string_view);
    XboardStatus refuse(std::string_view);
    XboardStatus quit(std::string_view);

    // xboard_features.cpp: what we offer, and what can be set.
    XboardStatus offer_features(std::string_view arguments);
    XboardStatus accept_feature(std::string_view arguments);
    XboardStatus reject_feature(std::string_view arguments);
    XboardStatus set_memory(std::string_view arguments);
    XboardStatus set_cores(std::string_view arguments);
    XboardStatus set_tablebase_path(std::string_view arguments);
    XboardStatus handle_option(std::string_view arguments);
    OptionResult set_option(std::string_view name, std::string_view value);
    OptionResult set_resign(const OptionValue& value);
    XboardStatus set_engine_option(std::string_view name, std::string_view value);

    // xboard_game.cpp: the position and who plays which side of it.
    XboardStatus new_game(std::string_view);
    XboardStatus set_variant(std::string_view arguments);
    XboardStatus enter_force(std::string_view);
    XboardStatus go(std::string_view);
    XboardStatus play_other(std::string_view);
    XboardStatus set_white(std::string_view) { return set_side(Color::white); }
    XboardStatus set_black(std::string_view) { return set_side(Color::black); }
    XboardStatus set_side(Color side);
    XboardStatus user_move(std::string_view text);
    XboardStatus set_board(std::string_view fen);
    XboardStatus start_edit(std::string_view);
    XboardStatus undo(std::string_view);
    XboardStatus remove(std::string_view);
    XboardStatus end_game(std::string_view);
    XboardStatus enter_analysis(std::string_view);
    XboardStatus leave_analysis(std::string_view);
    XboardStatus exclude(std::string_view arguments) { return change_excluded(arguments, true); }
    XboardStatus include(std::string_view arguments) { return change_excluded(arguments, false); }
    XboardStatus change_excluded(std::string_view move, bool is_excluded);
    void set_up(const Result<Position, Problem>& position);
    void take_back(int plies);
    /// Whatever belonged to the position before is forgotten; analysis goes on with the new one.
    void position_changed();
    bool is_our_turn() const { return game_->position().side_to_move() == engine_side_; }

    // xboard_search.cpp: thinking, pondering, analysis.
    XboardStatus set_level(std::string_view arguments);
    XboardStatus set_seconds_per_move(std::string_view arguments);
    XboardStatus set_depth(std::string_view arguments);
    XboardStatus set_nodes_per_second(std::string_view arguments);
    XboardStatus set_time(std::string_view arguments);
    XboardStatus set_post(std::string_view);
    XboardStatus set_nopost(std::string_view);
    XboardStatus set_hard(std::string_view);
    XboardStatus set_easy(std::string_view);
    XboardStatus set_computer(std::string_view);
    XboardStatus move_now(std::string_view);
    XboardStatus answer_draw(std::string_view);
    XboardStatus give_hint(std::string_view);
    XboardStatus show_book(std::string_view);
    XboardStatus show_progress(std::string_view);
    /// Our turn: think, or say that the game is over.
    void take_turn();
    void take_turn_after(Move move);
    void start_search(const Game& game, Activity activity, const Limits& limits);
    void start_thinking();
    void start_pondering();
    void start_analysis();
    /// The search that runs says nothing more.
    void halt_search();
    /// The same, and what waited for its move is done now.
    void cancel_search();
    void resume(Activity activity);
    void make_move(const Verdict& verdict);
    bool should_resign(Score score);
    bool accepts_draw() const;
    /// What `exclude` has left of the legal moves.
    std::vector<Move> included_moves() const;

    Output output_;
    Mailbox<Event> mailbox_;
    bool is_over_ = false;
    bool has_hung_up_ = false;  // the caller has been told that it is over; its own to know

    std::optional<Game> game_ = Game{};  // nothing after a bad setup: then no move is played
    std::optional<XboardEdit> edit_;     // while between `edit` and its dot
    Mode mode_ = Mode::play;
    Color engine_side_ = Color::black;
    bool chess960_ = false;
    std::vector<Move> excluded_;
    XboardClock clock_;

    bool shows_thinking_ = false;
    bool ponders_ = false;
    bool shows_debug_ = false;
    bool may_resign_ = true;
    bool is_against_computer_ = false;
    std::optional<Score> last_score_;  // of our last move
    ResignDecision resign_decision_;

    Activity activity_ = Activity::idle;
    int search_ = 0;  // the number of the last search; changes only while the engine is idle
    Position search_root_;
    Limits search_limits_;
    std::optional<Report> last_report_;  // of the search that runs
    Move expected_;                      // the opponent's answer, after our move
    Stopwatch search_time_;
    Stopwatch our_time_;                 // since it is our turn
    std::vector<std::string> deferred_;  // lines that wait for our move

    BackgroundEngine engine_;  // its thread puts into the mailbox
    std::jthread thread_;      // last: it uses everything above
};

}  // namespace castellan
