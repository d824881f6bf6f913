// LineGame: one game at a prompt, line by line: for pipes, screen readers, plain terminals, tests.
#pragma once

#include "terminal/board_text.h"
#include "terminal/dialogue.h"

namespace castellan {

struct LineStyle {
    BoardStyle board;
    bool speaks = false;       // words instead of diagrams
    bool turns_board = false;  // whoever is to move sits below
};

class LineGame final : private Stage {
  public:
    /// Output goes to standard output.
    LineGame(const TerminalContext& context, LineStyle style);

    Leaving play(const GameSetup& setup);
    Leaving resume(GameId id, const StoredGame& game);

  private:
    void say(const std::string& line) override;
    void show_board() override;
    void flip() override;

    Leaving run();
    void prompt();

    EventLoop& loop_;
    const OpeningNames& names_;
    LineStyle style_;
    Dialogue dialogue_;
    bool needs_prompt_ = true;
};

}  // namespace castellan
