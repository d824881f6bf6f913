#include "terminal/dialogue.h"

#include <algorithm>
#include <fstream>

#include "base/text.h"
#include "chess/coordinate.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/san.h"
#include "eval/classical/classical_eval.h"
#include "eval/classical/explanation.h"
#include "play/game_pgn.h"
#include "play/opponents.h"
#include "terminal/board_text.h"
#include "terminal/session_text.h"

namespace castellan {
std::span<const Dialogue::Word> Dialogue::words() {
    static constexpr Word table[] = {
        {"help", "what can be typed", &Dialogue::help},
        {"moves", "the moves so far", &Dialogue::moves},
        {"hint", "which piece to move; again: where to", &Dialogue::hint},
        {"undo", "take back to your last move", &Dialogue::undo},
        {"redo", "play again what was taken back", &Dialogue::redo},
        {"draw", "offer, accept or claim a draw", &Dialogue::draw},
        {"decline", "decline a draw", &Dialogue::decline},
        {"resign", "give the game up (forfeit)", &Dialogue::resign},
        {"forfeit", "the same", &Dialogue::resign},
        {"flip", "turn the board", &Dialogue::flip},
        {"board", "show the board", &Dialogue::board},
        {"clock", "the time left", &Dialogue::clock},
        {"eval", "what the position is worth, term by term", &Dialogue::eval},
        {"pgn", "the game as PGN", &Dialogue::pgn},
        {"save", "save FILE: the game as PGN", &Dialogue::save},
        {"fen", "the position as FEN", &Dialogue::fen},
        {"pause", "stop two engines", &Dialogue::pause},
        {"go", "let them go on", &Dialogue::go},
        {"step", "one move of theirs", &Dialogue::step},
        {"take", "take white|black: play that side yourself", &Dialogue::take},
        {"new", "another game (reset)", &Dialogue::new_game},
        {"reset", "the same", &Dialogue::new_game},
        {"quit", "leave; an unfinished game can be continued", &Dialogue::quit},
    };
    return table;
}

Dialogue::Dialogue(Stage& stage, EventLoop& loop, GameStore* store, const OpeningNames& names,
                   bool speaks)
    : stage_{stage}, loop_{loop}, names_{names}, keeper_{store, names}, speaks_{speaks} {}

void Dialogue::begin(const GameSetup& setup) {
    started_.clear();
    if (const auto status = keeper_.begin(setup); !status)
        say("This game cannot be saved: " + status.error().message);
    set_up(setup);
    session_->start();
}

void Dialogue::resume(GameId id, const StoredGame& game) {
    started_ = game.started;
    keeper_.resume(id);
    set_up(game.setup);
    session_->restore(game.moves);
    session_->start();
}

void Dialogue::set_up(const GameSetup& setup) {
    leaving_.reset();
    to_confirm_.reset();
    SessionHost host;
    host.post = loop_.poster();
    host.make_player = [](const Seat& seat) { return make_player(seat); };
    host.listener = [this](const SessionEvent& event) {
        // What a person has seen is on the disk.
        if (const auto status = keeper_.keep(*session_, event); !status)
            say("The game is no longer saved: " + status.error().message);
        show(event);
    };
    session_.emplace(setup, std::move(host));
    say(session_->seat(Color::white).name + " (White) against " +
        session_->seat(Color::black).name + " (Black). Type 'help' for help.");
}

std::string Dialogue::prompt() const {
    if (to_confirm_) return "yes or no> ";
    if (session_->end() || !session_->seat(session_->to_move()).is_person()) return "> ";
    return move_number(session_->game().position()) + side_name(session_->to_move()) + "> ";
}

std::vector<std::string> Dialogue::completions(std::string_view start) const {
    std::vector<std::string> found;
    const Position& position = session_->game().position();
    if (!session_->end())
        for (const Move move : legal_moves(position))
            if (std::string san = to_san(position, move); san.starts_with(start))
                found.push_back(std::move(san));
    for (const Word& word : words())
        if (word.name.starts_with(start)) found.emplace_back(word.name);
    return found;
}

// ---- what is typed

void Dialogue::handle_line(std::string_view line) {
    line = trim(line);
    if (to_confirm_) {
        const SessionCommand command = *std::exchange(to_confirm_, std::nullopt);
        const bool is_yes = !line.empty() && to_lower(line[0]) == 'y';
        if (is_yes) send(command);
        return;
    }
    if (line.empty()) return;
    // A move may look like the beginning of a word, but never the other way round.
    if (!session_->end() && parse_san(session_->game().position(), line)) return try_move(line);
    if (try_word(line)) return;
    try_move(line);
}

bool Dialogue::try_word(std::string_view line) {
    std::string word{take_word(line)};
    std::ranges::transform(word, word.begin(), to_lower);
    const Word* found = nullptr;
    for (const Word& candidate : words()) {
        if (candidate.name == word) {
            found = &candidate;
            break;
        }
        if (!candidate.name.starts_with(word)) continue;
        if (found != nullptr) {
            say("'" + word + "' could be " + std::string{found->name} + " or " +
                std::string{candidate.name} + ".");
            return true;
        }
        found = &candidate;
    }
    if (found == nullptr) return false;
    (this->*found->run)(trim(line));
    return true;
}

void Dialogue::try_move(std::string_view text) {
    if (session_->end()) return say("The game is over: 'new', 'undo' or 'quit'.");
    if (!session_->seat(session_->to_move()).is_person()) return say("It is not your turn.");
    const auto move = parse_san(session_->game().position(), text);
    if (!move) return say("Not played: " + move.error().message + '.');
    send(MakeMove{*move});
}

void Dialogue::send(const SessionCommand& command) {
    if (const auto status = session_->handle(command); !status) {
        std::string text = status.error().message;
        if (!text.empty()) text[0] = to_upper(text[0]);
        say(text + '.');
    }
}

void Dialogue::confirm(std::string_view question, SessionCommand command) {
    say(std::string{question});
    to_confirm_ = std::move(command);
}

// ---- what happens

void Dialogue::show(const SessionEvent& event) {
    const auto visit = [&]<typename Event>(const Event& one) {
        if constexpr (std::is_same_v<Event, MoveMade>) {
            const Position& before = session_->game().position_at(one.ply);
            const Move move = session_->game().move_at(one.ply);
            const bool is_own = session_->seat(one.by).is_person();
            std::string text = move_number(before) + to_san(before, move);
            if (speaks_) text += ": " + move_words(before, move);
            if (!is_own || speaks_) say(side_name(one.by) + " plays " + text);
            if (!is_own || session_->seat(!one.by).is_person()) stage_.show_board();
        } else if constexpr (std::is_same_v<Event, MovesTakenBack>) {
            say("Back to " + move_number(session_->game().position()) +
                side_name(session_->to_move()));
            stage_.show_board();
        } else if constexpr (std::is_same_v<Event, GameEnded>) {
            show_end();
        } else if constexpr (std::is_same_v<Event, DrawOffered>) {
            say(side_name(one.by) +
                " offers a draw: 'draw' accepts it, 'decline' or a move does not.");
        } else if constexpr (std::is_same_v<Event, DrawDeclined>) {
            say(side_name(one.by) + " declines the draw.");
        } else if constexpr (std::is_same_v<Event, HintGiven>) {
            const Position& position = session_->game().position();
            if (one.move)
                say("Hint: " + to_san(position, *one.move) + '.');
            else
                say("Hint: move the piece on " + to_string(one.from) + ".");
        } else if constexpr (std::is_same_v<Event, PauseChanged>) {
            say(one.is_paused ? "Paused: 'go', 'step' or 'take white'." : "Going on.");
        } else if constexpr (std::is_same_v<Event, SeatTaken>) {
            say("You play " + side_name(one.side) + " now.");
        } else {
            say(one.message);
        }
    };
    std::visit(visit, event);
}

void Dialogue::show_end() {
    if (speaks_ || session_->seat(!session_->to_move()).is_person()) stage_.show_board();
    say(session_->end()->reason + " (" + std::string{to_text(session_->end()->result)} + ").");
    say("'new' for another game, 'undo' to go on from before, 'pgn', 'quit'.");
}

// ---- words

void Dialogue::help(std::string_view) {
    say("Type a move: e4, Nf3, e2e4, O-O, e8=Q. Or, as far as needed to be clear:");
    for (const Word& word : words()) {
        char line[80];
        std::snprintf(line, sizeof line, "  %-8.*s %.*s", static_cast<int>(word.name.size()),
                      word.name.data(), static_cast<int>(word.help.size()), word.help.data());
        say(line);
    }
}

void Dialogue::moves(std::string_view) {
    const Game& game = session_->game();
    std::string text;
    for (std::size_t ply = 0; ply < game.ply(); ++ply) {
        const Position& before = game.position_at(ply);
        if (before.side_to_move() == Color::white || ply == 0)
            text +=
                (text.empty() ? "" : " ") + move_number(before) + to_san(before, game.move_at(ply));
        else
            text += ' ' + to_san(before, game.move_at(ply));
    }
    say(text.empty() ? "No move has been played." : text);
}

void Dialogue::hint(std::string_view) { send(AskHint{}); }
void Dialogue::undo(std::string_view) { send(TakeBack{}); }
void Dialogue::redo(std::string_view) { send(Redo{}); }
void Dialogue::draw(std::string_view) { send(OfferDraw{}); }
void Dialogue::decline(std::string_view) { send(DeclineDraw{}); }
void Dialogue::pause(std::string_view) { send(Pause{true}); }
void Dialogue::go(std::string_view) { send(Pause{false}); }
void Dialogue::step(std::string_view) { send(Step{}); }

void Dialogue::resign(std::string_view) {
    if (session_->end() || is_watching()) return send(Resign{});
    confirm("Resign?", Resign{});
}

void Dialogue::flip(std::string_view) { stage_.flip(); }

void Dialogue::board(std::string_view) {
    if (speaks_) say(board_words(session_->game().position()));
    stage_.show_board();
}

void Dialogue::clock(std::string_view) {
    std::string text;
    for (const Color color : kColors) {
        const auto left = session_->time_left(color);
        text += (text.empty() ? "" : ", ") + side_name(color) + ' ' +
                (left ? time_text(*left) : "without a clock");
    }
    say(text);
}

void Dialogue::eval(std::string_view) {
    for (const std::string& line :
         classical::explanation(classical::explain(session_->game().position())))
        say(line);
}

StoredGame Dialogue::as_stored() const {
    StoredGame stored{session_->setup(), {}, session_->end(), started_};
    for (std::size_t ply = 0; ply < session_->game().ply(); ++ply)
        stored.moves.push_back({session_->ply_at(ply).move, session_->ply_at(ply).spent});
    return stored;
}

void Dialogue::pgn(std::string_view) { say(to_pgn(as_stored(), names_)); }

void Dialogue::save(std::string_view rest) {
    if (rest.empty())
        return say("Save where? 'save game.pgn'. Unfinished games are kept in any case.");
    std::ofstream file{std::string{rest}, std::ios::app};
    file << to_pgn(as_stored(), names_);
    file.close();
    say(file ? "Saved to " + std::string{rest} + '.' : "Cannot write " + std::string{rest} + '.');
}

void Dialogue::fen(std::string_view) { say(to_fen(session_->game().position())); }

void Dialogue::take(std::string_view rest) {
    if (rest != "white" && rest != "black") return say("Which side? 'take white' or 'take black'.");
    send(TakeOver{rest == "white" ? Color::white : Color::black, "You"});
}

void Dialogue::new_game(std::string_view) { leaving_ = Leaving::new_game; }
void Dialogue::quit(std::string_view) { leaving_ = Leaving::quit; }

}  // namespace castellan
