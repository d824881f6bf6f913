// ScreenGame: one game on the whole terminal: board, clocks, moves, and the same prompt below.
#pragma once

#include <deque>

#include "terminal/dialogue.h"

namespace castellan {

struct ScreenStyle {
    bool has_figures = true;  // else letters
    bool turns_board = false;
};

class ScreenGame final : private Stage {
  public:
    /// Whether the terminal can show it: large enough, with colours.
    static bool is_possible();

    ScreenGame(const TerminalContext& context, ScreenStyle style);

    /// The terminal is as it was when they return.
    Leaving play(const GameSetup& setup);
    Leaving resume(GameId id, const StoredGame& game);

  private:
    void say(const std::string& line) override;
    void show_board() override;
    void flip() override { is_flipped_ = !is_flipped_; }

    Leaving run();
    void handle_key(int key);
    void handle_mouse();
    void complete();
    void pick(Square square);

    void draw();
    void draw_board();
    void draw_square(Square square, int top, int left);
    void draw_side(int left);
    void draw_messages(int top);
    void draw_prompt();
    /// Rows of a square; its columns are twice as many.
    int square_rows() const;
    std::optional<Square> square_at(int row, int column) const;

    EventLoop& loop_;
    const OpeningNames& names_;
    ScreenStyle style_;
    Dialogue dialogue_;
    bool is_flipped_ = false;
    std::deque<std::string> messages_;
    std::string input_;
    std::optional<Square> picked_;
    std::optional<Square> cursor_;
};

}  // namespace castellan
