// GameView: a game on whatever the terminal can show: the whole screen, or line by line.
#pragma once

#include <variant>

#include "terminal/line_game.h"
#include "terminal/screen_game.h"

namespace castellan {

struct ViewStyle {
    LineStyle lines;
    bool may_fill_screen = true;
};

class GameView {
  public:
    GameView(const TerminalContext& context, const ViewStyle& style) {
        if (style.may_fill_screen && !style.lines.speaks && ScreenGame::is_possible())
            view_.emplace<ScreenGame>(context,
                                      ScreenStyle{style.lines.board.pieces == PieceSet::unicode,
                                                  style.lines.turns_board});
        else
            view_.emplace<LineGame>(context, style.lines);
    }

    Leaving play(const GameSetup& setup) {
        return visit([&](auto& view) { return view.play(setup); });
    }
    Leaving resume(GameId id, const StoredGame& game) {
        return visit([&](auto& view) { return view.resume(id, game); });
    }

  private:
    template <typename Action>
    Leaving visit(const Action& action) {
        if (auto* const screen = std::get_if<ScreenGame>(&view_)) return action(*screen);
        return action(std::get<LineGame>(view_));
    }

    std::variant<std::monostate, LineGame, ScreenGame> view_;
};

}  // namespace castellan
