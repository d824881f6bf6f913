#include "terminal/line_game.h"

#include <cstdio>

#include "terminal/session_text.h"

namespace castellan {

LineGame::LineGame(const TerminalContext& context, LineStyle style)
    : loop_{context.loop},
      names_{context.names},
      style_{style},
      dialogue_{*this, context, style.speaks} {}

Leaving LineGame::play(const GameSetup& setup) {
    dialogue_.begin(setup);
    return run();
}

Leaving LineGame::resume(GameId id, const StoredGame& game) {
    dialogue_.resume(id, game);
    return run();
}

Leaving LineGame::run() {
    Session& session = dialogue_.session();
    if (!style_.turns_board) style_.board.is_flipped = is_seen_by_black(session);
    show_board();
    bool is_input_over = false;
    // Bots are watched to their end even if nobody can type; people who are gone play no more.
    while (!dialogue_.leaving() && !(is_input_over && (session.end() || session.person()))) {
        prompt();
        const auto happening = loop_.wait(session.next_deadline());
        if (happening == EventLoop::Happening::line) {
            needs_prompt_ = true;
            dialogue_.handle_line(loop_.take_line());
        } else if (happening == EventLoop::Happening::deadline) {
            session.tick();
        } else if (happening == EventLoop::Happening::end_of_input) {
            is_input_over = true;
        }
    }
    dialogue_.leave();
    return dialogue_.leaving().value_or(Leaving::end_of_input);
}

void LineGame::prompt() {
    if (!needs_prompt_) return;
    needs_prompt_ = false;
    std::fputs(dialogue_.prompt().c_str(), stdout);
    std::fflush(stdout);
}

void LineGame::say(const std::string& line) {
    std::fputs((line + '\n').c_str(), stdout);
    std::fflush(stdout);
    needs_prompt_ = true;
}

void LineGame::show_board() {
    const Session& session = dialogue_.session();
    const Game& game = session.game();
    const Position& position = game.position();
    if (style_.turns_board) style_.board.is_flipped = position.side_to_move() == Color::black;
    if (!style_.speaks) {
        const std::optional<Move> last =
            game.ply() > 0 ? std::optional{game.move_at(game.ply() - 1)} : std::nullopt;
        std::fputs(board_text(position, style_.board, last).c_str(), stdout);
    }
    std::string status;
    const auto add = [&](const std::string& text) {
        if (!text.empty()) status += (status.empty() ? "" : "  ") + text;
    };
    for (const Color color : kColors)
        if (const auto left = session.time_left(color))
            add(side_name(color) + ' ' + time_text(*left));
    if (!style_.speaks) add(material_text(position, style_.board.pieces));
    if (const OpeningLine* opening = names_.find(game)) add(std::string{opening->name});
    if (!session.end() && position.in_check()) add("Check!");
    if (!status.empty()) say(status);
    needs_prompt_ = true;
}

void LineGame::flip() {
    style_.board.is_flipped = !style_.board.is_flipped;
    style_.turns_board = false;
    show_board();
}

}  // namespace castellan
