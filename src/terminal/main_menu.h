// MainMenu: what a person chooses from when the program is started without a wish.
#pragma once

#include "terminal/game_view.h"
#include "terminal/settings.h"

namespace castellan {

class MainMenu {
  public:
    MainMenu(const TerminalContext& context, ViewStyle style);

    /// Returns when the person has had enough.
    void run();

  private:
    struct Entry {
        std::string_view name;
        std::string text;
        void (MainMenu::*run)();
    };

    std::vector<Entry> entries();
    /// Nothing at the end of the input.
    std::optional<std::string> ask(const std::string& question);
    /// Asks until the answer is understood; an empty one means what was chosen the last time.
    template <typename Parse>
    auto ask_for(std::string_view key, const std::string& question, std::string_view usual,
                 const Parse& parse) -> std::optional<typename decltype(parse(""))::value_type>;

    void resume();
    void one_player();
    void two_players();
    void bots();
    void games();
    void settings();
    void quit() { is_done_ = true; }

    std::optional<std::array<TimeControl, 2>> ask_clock();
    void play(GameSetup setup);
    std::string remembered(std::string_view key, std::string_view usual);
    void remember(std::string_view key, std::string_view value);
    void say(const std::string& text);

    TerminalContext context_;
    EventLoop& loop_;
    GameStore* store_;
    ViewStyle style_;
    bool is_done_ = false;
};

}  // namespace castellan
