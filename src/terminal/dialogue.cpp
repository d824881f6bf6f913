#include "terminal/dialogue.h"

#include <algorithm>
#include <ctime>
#include <fstream>

#include "base/text.h"
#include "chess/movegen.h"
#include "chess/notation/fen.h"
#include "chess/notation/move_words.h"
#include "chess/notation/san.h"
#include "eval/classical/classical_eval.h"
#include "eval/explanation.h"
#include "eval/nnue/network_file.h"
#include "play/opponents.h"
#include "store/game_import.h"
#include "store/game_pgn.h"
#include "terminal/board_text.h"
#include "terminal/session_text.h"

namespace castellan {
namespace {

/// As the store writes it: "2026-05-01 18:30:00".
std::string utc_now() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts);
    return text;
}

}  // namespace

std::span<const Dialogue::Command> Dialogue::commands() {
    static constexpr Command kTable[] = {
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
        {"level", "level 1400: another opponent from here on", &Dialogue::level},
        {"pgn", "the game as PGN", &Dialogue::pgn},
        {"save", "save FILE: the game as PGN", &Dialogue::save},
        {"load", "load FILE: a game's moves; load NUMBER: a kept game", &Dialogue::load},
        {"fen", "the position as FEN", &Dialogue::fen},
        {"pause", "stop two engines", &Dialogue::pause},
        {"go", "let them go on", &Dialogue::go},
        {"step", "one move of theirs", &Dialogue::step},
        {"take", "take white|black: play that side yourself", &Dialogue::take},
        {"new", "another game (reset)", &Dialogue::new_game},
        {"reset", "the same", &Dialogue::new_game},
        {"quit", "leave; an unfinished game can be continued", &Dialogue::quit},
    };
    return kTable;
}

Dialogue::Dialogue(Stage& stage, const TerminalContext& context, bool speaks)
    : stage_{stage},
      loop_{context.loop},
      store_{context.store},
      names_{context.names},
      thinkers_{context.thinkers},
      make_player_{context.make_player},
      keeper_{context.store, context.names},
      speaks_{speaks} {}

void Dialogue::begin(const GameSetup& setup) {
    started_ = utc_now();
    const auto status = keeper_.begin(setup);
    is_kept_ = status.has_value();
    if (!status) say("This game cannot be saved: " + status.error().message);
    set_up(setup);
    session_->start();
}

void Dialogue::resume(std::optional<GameId> id, const StoredGame& game) {
    started_ = game.started;
    keeper_.resume(id ? std::optional{GameVersion{*id, game.revision}} : std::nullopt);
    is_kept_ = true;
    set_up(game.setup);
    session_->restore(game.moves, game.end);
    session_->start();
}

void Dialogue::set_up(const GameSetup& setup) {
    leaving_.reset();
    to_confirm_ = nullptr;
    SessionHost host;
    host.thinkers = &thinkers_;
    host.post = loop_.poster();
    host.make_player = make_player_;
    host.listener = [this](const SessionEvent& event) {
        // What a person has seen is on the disk.
        const auto status = keeper_.keep(*session_, event);
        const bool was_kept = std::exchange(is_kept_, status.has_value());
        if (was_kept && !status) say("The game is no longer saved: " + status.error().message);
        if (!was_kept && status) say("The game is saved again.");
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
    for (const Command& word : commands())
        if (word.name.starts_with(start)) found.emplace_back(word.name);
    return found;
}

// ---- what is typed

void Dialogue::handle_line(std::string_view line) {
    line = trim(line);
    if (to_confirm_) {
        const auto action = std::exchange(to_confirm_, nullptr);
        const bool is_yes = !line.empty() && to_lower(line[0]) == 'y';
        if (is_yes) action();
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
    const Command* found = nullptr;
    for (const Command& candidate : commands()) {
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

void Dialogue::confirm(std::string_view question, std::function<void()> action) {
    say(std::string{question});
    to_confirm_ = std::move(action);
}

/// Two engines in the middle of a game are not left by mistake.
void Dialogue::leave_for(Leaving wish) {
    const auto leave = [this, wish] { leaving_ = wish; };
    if (session_->end() || !is_watching()) return leave();
    confirm("The game is still running; it can be continued later. Leave it?", leave);
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
        } else if constexpr (std::is_same_v<Event, SeatChanged>) {
            const Seat& seat = session_->seat(one.side);
            say((seat.is_person() ? "You play " : seat.name + " plays ") + side_name(one.side) +
                " now.");
        } else if constexpr (std::is_same_v<Event, SeatTrouble>) {
            say(one.message);
        }  // people at one board agree without the program when they take back
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
    for (const Command& word : commands()) {
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
void Dialogue::decline(std::string_view) { send(Decline{}); }
void Dialogue::pause(std::string_view) { send(Pause{true}); }
void Dialogue::go(std::string_view) { send(Pause{false}); }
void Dialogue::step(std::string_view) { send(Step{}); }

void Dialogue::resign(std::string_view) {
    if (session_->end() || is_watching()) return send(Resign{});
    confirm("Resign?", [this] { send(Resign{}); });
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
         explanation(session_->game().position(), nnue::embedded_network().get()))
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
    const Color side = rest == "white" ? Color::white : Color::black;
    if (session_->seat(side).is_person()) return say("A person plays " + side_name(side) + ".");
    send(ChangeSeat{side, person_seat("You")});
}

void Dialogue::level(std::string_view rest) {
    const auto person = session_->person();
    if (!person || session_->seat(!*person).is_person())
        return say("There is not one opponent whose level could change.");
    if (rest.empty())
        return say("You play against " + session_->seat(!*person).name +
                   "; 'level 1400' or "
                   "'level Archer' brings another opponent.");
    const auto seat = parse_opponent(rest);
    if (!seat) return say(seat.error().message + '.');
    send(ChangeSeat{!*person, *seat});
}

void Dialogue::load(std::string_view rest) {
    if (rest.empty()) return say("Load what? 'load game.pgn', or 'load 12' for a kept game.");
    if (const auto number = parse_number<GameId>(rest)) return load_number(*number);
    load_file(std::string{rest});
}

void Dialogue::load_number(GameId id) {
    if (store_ == nullptr) return say("Games are not kept: there is no place for them.");
    const auto game = store_->load(id);
    if (!game) return say("Not loaded: " + game.error().message + '.');
    if (!game->pgn.empty()) return say("Game " + std::to_string(id) + " was played elsewhere.");
    resume(id, *game);
    stage_.show_board();
}

/// Those who sit here play on from where the file's first game stopped.
void Dialogue::load_file(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    PgnReader reader{[&](char* bytes, std::size_t capacity) {
        file.read(bytes, static_cast<std::streamsize>(capacity));
        return static_cast<std::size_t>(file.gcount());
    }};
    const auto pgn = file ? reader.next() : std::nullopt;
    if (!pgn) return say("Not loaded: there is no game in " + path + '.');
    if (!pgn->problems.empty())
        return say("Not loaded: line " + std::to_string(pgn->problems.front().line) + ": " +
                   pgn->problems.front().message + '.');
    StoredGame game = stored_from(*pgn, names_);
    game.pgn.clear();  // it goes on here
    game.end.reset();
    game.started.clear();
    game.setup.seats = session_->setup().seats;
    game.setup.controls = session_->setup().controls;
    resume(std::nullopt, game);
    stage_.show_board();
}

void Dialogue::new_game(std::string_view) { leave_for(Leaving::new_game); }
void Dialogue::quit(std::string_view) { leave_for(Leaving::quit); }

}  // namespace castellan
