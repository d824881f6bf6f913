// Dialogue: what a person types during a game, and what is answered; whatever it is shown on.
#pragma once

#include "chess/openings/opening_names.h"
#include "store/game_keeper.h"
#include "terminal/event_loop.h"

namespace castellan {

/// What every game at the terminal works with. All but the last is lent.
struct TerminalContext {
    EventLoop& loop;
    GameStore* store;  // or nothing: then games are not kept
    const OpeningNames& names;
    Thinkers& thinkers;
    MakePlayer make_player;
};

/// What the person wants when a game is left.
enum class Leaving { quit, new_game, end_of_input };

/// Where a dialogue shows itself.
class Stage {
  public:
    virtual ~Stage() = default;
    virtual void say(const std::string& line) = 0;
    virtual void show_board() = 0;
    virtual void flip() = 0;
};

class Dialogue {
  public:
    /// `speaks`: moves are told in words as well.
    Dialogue(Stage& stage, const TerminalContext& context, bool speaks);

    void begin(const GameSetup& setup);
    /// Without a number it is kept as a new game.
    void resume(std::optional<GameId> id, const StoredGame& game);

    void handle_line(std::string_view line);
    std::string prompt() const;
    /// Legal moves and words that begin like this.
    std::vector<std::string> completions(std::string_view start) const;

    Session& session() { return *session_; }
    const Session& session() const { return *session_; }
    const std::optional<Leaving>& leaving() const { return leaving_; }
    /// The engines stop; nothing more is asked of the game.
    void leave() { session_.reset(); }

  private:
    struct Command {
        std::string_view name;
        std::string_view help;
        void (Dialogue::*run)(std::string_view rest);
    };
    static std::span<const Command> commands();

    void set_up(const GameSetup& setup);
    bool try_word(std::string_view line);
    void try_move(std::string_view text);
    void confirm(std::string_view question, std::function<void()> action);
    void leave_for(Leaving wish);
    void send(const SessionCommand& command);

    void show(const SessionEvent& event);
    void show_end();
    void say(const std::string& text) { stage_.say(text); }

    void help(std::string_view);
    void moves(std::string_view);
    void hint(std::string_view);
    void undo(std::string_view);
    void redo(std::string_view);
    void draw(std::string_view);
    void decline(std::string_view);
    void resign(std::string_view);
    void flip(std::string_view);
    void board(std::string_view);
    void clock(std::string_view);
    void eval(std::string_view);
    void level(std::string_view rest);
    void pgn(std::string_view);
    void save(std::string_view rest);
    void load(std::string_view rest);
    void fen(std::string_view);
    void pause(std::string_view);
    void go(std::string_view);
    void step(std::string_view);
    void take(std::string_view rest);
    void new_game(std::string_view);
    void quit(std::string_view);

    StoredGame as_stored() const;
    void load_number(GameId id);
    void load_file(const std::string& path);
    bool is_watching() const { return !session_->person(); }

    Stage& stage_;
    EventLoop& loop_;
    GameStore* store_;
    const OpeningNames& names_;
    Thinkers& thinkers_;
    MakePlayer make_player_;
    GameKeeper keeper_;
    bool speaks_;
    std::optional<Session> session_;
    std::string started_;
    bool is_kept_ = true;
    std::optional<Leaving> leaving_;
    std::function<void()> to_confirm_;
};

}  // namespace castellan
