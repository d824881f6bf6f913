// Session: one game as people play it. Commands come in and events go out, both as data; the
// terminal and the browser are skins on it. Everything happens on one thread, its owner's.
#pragma once

#include <span>

#include "play/background_player.h"
#include "play/opponents.h"
#include "play/session_data.h"

namespace castellan {

/// What a session needs from whoever owns it.
struct SessionHost {
    Thinkers* thinkers = nullptr;  // lent; only people alone can do without
    ThinkingFor whom = 0;
    Post post;
    std::function<void(const SessionEvent&)> listener;
    MakePlayer make_player;
    std::function<SteadyTime()> now = SteadyClock::now;
};

using SessionStatus = Result<void, SessionError>;

class Session {
  public:
    Session(GameSetup setup, SessionHost host);

    /// Before start(): the moves of a game that is continued, how long each took, and how it ended
    /// if it has.
    struct TimedMove {
        Move move;
        Microseconds spent;
    };
    void restore(std::span<const TimedMove> moves, std::optional<GameEnd> end = {});
    /// `spent`: what the person to move has used of this turn already.
    void start(Microseconds spent = {});

    /// `by` is the side of the person who commands, where two are apart.
    SessionStatus handle(const SessionCommand& command, std::optional<Color> by = {});
    /// Somebody else sits down. The command that people have for it is ChangeSeat.
    void change_seat(Color side, const Seat& seat);
    /// The game does not go on, by a decision from outside.
    void break_off(PgnResult result, std::string reason);

    /// While nobody watches, engines answer quickly; against each other they pause.
    void set_watched(bool is_watched);

    /// When tick() has something to do: a flag falls, or an engine has pretended to think enough.
    std::optional<SteadyTime> next_deadline() const;
    void tick();

    const GameSetup& setup() const { return setup_; }
    const Seat& seat(Color color) const { return setup_.seats[index_of(color)]; }
    const Game& game() const { return game_; }
    Color to_move() const { return game_.position().side_to_move(); }
    const ClockedPly& ply_at(std::size_t ply) const { return plies_[ply]; }
    /// Empty while the game is on.
    const std::optional<GameEnd>& end() const { return end_; }
    /// Nothing for a side without a clock.
    std::optional<Microseconds> time_left(Color color) const;
    /// The clocks stand still until both sides have moved, and while nobody is to think.
    bool is_clock_running() const {
        return !end_ && game_.ply() >= 2 && (!is_paused_ || is_asking_ || pending_);
    }
    bool can_take_back() const { return ply_to_take_back_to(person()).has_value(); }
    bool is_paused() const { return is_paused_; }
    /// An engine has not answered yet.
    bool is_asking() const { return is_asking_; }
    /// The same, or it pretends to think about what it has found.
    bool is_thinking() const { return is_asking_ || pending_; }
    std::optional<Color> draw_offer() const { return draw_offer_; }
    std::optional<Color> take_back_offer() const { return take_back_offer_; }
    /// Of the turn that goes on.
    Microseconds spent_now() const;
    int hints_used() const { return hints_used_; }
    /// The one who sits here alone, or whose turn it is if there are two; nobody if engines play.
    std::optional<Color> person() const;

  private:
    /// The side of whoever commands; none if only engines play.
    using Who = std::optional<Color>;
    SessionStatus on(const MakeMove& command, Who who);
    SessionStatus on(const TakeBack&, Who who);
    SessionStatus on(const Redo&, Who);
    SessionStatus on(const AskHint&, Who);
    SessionStatus on(const OfferDraw&, Who who);
    SessionStatus on(const Decline&, Who who);
    SessionStatus on(const Resign&, Who who);
    SessionStatus on(const Pause& command, Who);
    SessionStatus on(const Step&, Who);
    SessionStatus on(const SetPace& command, Who);
    SessionStatus on(const ChangeSeat& command, Who);

    std::unique_ptr<BackgroundPlayer> engine_for(const Seat& seat) const;
    void emit(const SessionEvent& event) { host_.listener(event); }
    bool is_watching() const { return !person(); }
    std::optional<std::size_t> ply_to_take_back_to(Who who) const;
    SessionStatus agree_to_take_back(Color who);
    /// Once for each move.
    bool may_offer_again(Color who);
    const std::array<ChessClock, 2>& clocks() const;

    void play(Move move);
    void finish(PgnResult result, std::string reason, std::string termination = "normal");
    bool check_board();
    void fall_flag();
    void stand_at(std::size_t ply);
    void begin_turn();
    void ask_engine();
    void wait_for_memory();
    void take_answer(const Result<Answer, PlayerError>& answer);
    void handle_trouble(const std::string& message);
    void resign(Color side);
    void judge_claim(const Answer& answer);

    struct PendingMove {
        Move move;
        SteadyTime due;
    };

    GameSetup setup_;
    SessionHost host_;
    Game game_;
    std::array<ChessClock, 2> first_clocks_;
    std::vector<ClockedPly> plies_;  // those that can be redone included
    std::optional<GameEnd> end_;
    SteadyTime turn_began_;
    std::optional<PendingMove> pending_;
    std::optional<SteadyTime> asks_again_;  // an engine that had no memory
    std::optional<Color> draw_offer_;
    std::optional<Color> take_back_offer_;
    std::array<std::optional<std::size_t>, 2> declined_at_;  // the ply, by who had offered
    std::array<std::optional<Score>, 2> belief_;  // what each engine last thought of its position
    std::optional<Move> hint_;
    int hints_used_ = 0;
    int failures_ = 0;
    bool is_paused_ = false;
    bool is_asking_ = false;
    bool is_watched_ = true;
    bool lacks_memory_ = false;  // which has been told
    bool pauses_for_watchers_ = false;
    Milliseconds pace_{0};
    std::array<std::unique_ptr<BackgroundPlayer>, 2> engines_;
    std::unique_ptr<BackgroundPlayer> helper_;  // gives hints
};

}  // namespace castellan
