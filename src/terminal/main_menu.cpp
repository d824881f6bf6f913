#include "terminal/main_menu.h"

#include <algorithm>
#include <random>

#include "base/text.h"
#include "play/opponents.h"

namespace castellan {
namespace {

enum class ColorWish { white, black, random };

Choice<ColorWish> parse_color(std::string_view text) {
    const char first = text.empty() ? ' ' : to_lower(text[0]);
    if (first == 'w') return ColorWish::white;
    if (first == 'b') return ColorWish::black;
    if (first == 'r') return ColorWish::random;
    return fail(ChoiceError::not_understood, "white, black or random?");
}

}  // namespace

MainMenu::MainMenu(const TerminalContext& context, ViewStyle style)
    : context_{context}, loop_{context.loop}, store_{context.store}, style_{style} {}

void MainMenu::say(const std::string& text) {
    std::fputs((text + '\n').c_str(), stdout);
    std::fflush(stdout);
}

std::optional<std::string> MainMenu::ask(const std::string& question) {
    std::fputs((question + "> ").c_str(), stdout);
    std::fflush(stdout);
    for (;;) {
        switch (loop_.wait(std::nullopt)) {
            case EventLoop::Happening::line: {
                const std::string line = loop_.take_line();
                return std::string{trim(line)};
            }
            case EventLoop::Happening::end_of_input:
                is_done_ = true;
                return std::nullopt;
            default:
                break;
        }
    }
}

template <typename Parse>
auto MainMenu::ask_for(std::string_view key, const std::string& question, std::string_view usual,
                       const Parse& parse)
    -> std::optional<typename decltype(parse(""))::value_type> {
    const std::string before = remembered(key, usual);
    for (;;) {
        auto text = ask(question + " [" + before + ']');
        if (!text) return std::nullopt;
        if (text->empty()) text = before;
        if (const auto value = parse(*text)) {
            remember(key, *text);
            return *value;
        } else {
            say(value.error().message);
        }
    }
}

std::string MainMenu::remembered(std::string_view key, std::string_view usual) {
    if (store_ != nullptr)
        if (auto value = store_->setting(key)) return *value;
    return std::string{usual};
}

void MainMenu::remember(std::string_view key, std::string_view value) {
    if (store_ != nullptr) (void)store_->set_setting(key, value);
}

std::vector<MainMenu::Entry> MainMenu::entries() {
    std::vector<Entry> list;
    if (store_ != nullptr)
        if (const auto open = store_->open_game(); open && *open)
            if (const auto game = store_->load(**open))
                list.push_back(
                    {"continue",
                     "Continue: " + game->setup.seats[0].name + " against " +
                         game->setup.seats[1].name + ", " +
                         counted(static_cast<long long>(game->moves.size()), "ply", "plies"),
                     &MainMenu::resume});
    list.push_back({"play", "Play against the computer", &MainMenu::one_player});
    list.push_back({"two", "Two players", &MainMenu::two_players});
    list.push_back({"bots", "Watch two bots", &MainMenu::bots});
    list.push_back({"games", "Games", &MainMenu::games});
    list.push_back({"settings", "Settings", &MainMenu::settings});
    list.push_back({"quit", "Quit", &MainMenu::quit});
    return list;
}

void MainMenu::run() {
    while (!is_done_) {
        const auto list = entries();
        say("\nCastellan");
        for (std::size_t i = 0; i < list.size(); ++i)
            say("  " + std::to_string(i + 1) + "  " + list[i].text);
        const auto answer = ask("Choose");
        if (!answer) return;
        if (answer->empty()) continue;
        const auto number = parse_number<std::size_t>(*answer);
        const auto found = std::ranges::find_if(list, [&](const Entry& entry) {
            if (number) return &entry - list.data() + 1 == static_cast<std::ptrdiff_t>(*number);
            return std::ranges::equal(std::string_view{entry.name}.substr(0, answer->size()),
                                      *answer, {}, to_lower, to_lower);
        });
        if (found == list.end())
            say("'" + *answer + "' is none of these: type a number or a word.");
        else
            (this->*found->run)();
    }
}

void MainMenu::play(GameSetup setup) {
    GameView game{context_, style_};
    setup.is_fast = read_settings(store_).is_fast;
    for (;;) {
        setup.seed = std::random_device{}();
        const Leaving leaving = game.play(setup);
        if (leaving == Leaving::new_game) continue;
        if (leaving == Leaving::end_of_input) is_done_ = true;
        return;
    }
}

void MainMenu::resume() {
    const auto open = store_->open_game();
    if (!open || !*open) return;
    const auto stored = store_->load(**open);
    if (!stored) return say(stored.error().message);
    GameView game{context_, style_};
    const Leaving leaving = game.resume(**open, *stored);
    if (leaving == Leaving::end_of_input) is_done_ = true;
    if (leaving == Leaving::new_game) play(stored->setup);
}

std::optional<std::array<TimeControl, 2>> MainMenu::ask_clock() {
    const auto control = ask_for("clock", "Clock: none, or minutes+seconds such as 5+3", "none",
                                 [](std::string_view text) { return parse_casual_control(text); });
    if (!control) return std::nullopt;
    return std::array{*control, *control};
}

void MainMenu::one_player() {
    std::string list;
    for (const NamedLevel& level : named_opponents())
        list += std::string{level.name} + ' ' +
                (level.elo == kFullStrength ? "full" : std::to_string(level.elo)) + ", ";
    say(list + "Easy, Medium, Hard, Expert, any level from 400 to 2800, or an engine's path");
    const auto opponent = ask_for("opponent", "Opponent", "Squire",
                                  [](std::string_view text) { return parse_opponent(text); });
    if (!opponent) return;
    const auto wish = ask_for("color", "Your colour: white, black or random", "white", parse_color);
    if (!wish) return;
    const auto clocks = ask_clock();
    if (!clocks) return;
    const bool is_black = *wish == ColorWish::black ||
                          (*wish == ColorWish::random && std::random_device{}() % 2 == 0);
    GameSetup setup;
    setup.seats = {person_seat(read_settings(store_).name), *opponent};
    if (is_black) std::swap(setup.seats[0], setup.seats[1]);
    setup.controls = *clocks;
    play(setup);
}

void MainMenu::two_players() {
    const auto turns =
        ask_for("turn-board", "Turn the board after each move? yes or no", "no", parse_yes);
    if (!turns) return;
    const auto clocks = ask_clock();
    if (!clocks) return;
    GameSetup setup;
    setup.seats = {person_seat("White"), person_seat("Black")};
    setup.controls = *clocks;
    const bool before = std::exchange(style_.lines.turns_board, *turns);
    play(setup);
    style_.lines.turns_board = before;
}

void MainMenu::bots() {
    const auto parse = [](std::string_view text) { return parse_opponent(text); };
    const auto white = ask_for("bot-white", "White", "Herald", parse);
    if (!white) return;
    const auto black = ask_for("bot-black", "Black", "Squire", parse);
    if (!black) return;
    GameSetup setup;
    setup.seats = {*white, *black};
    play(setup);
}

void MainMenu::games() {
    if (store_ == nullptr) return say("Games are not kept: there is no place for them.");
    constexpr int kMostShown = 20;
    GameFilter filter;
    filter.limit = kMostShown;
    const auto list = store_->list(filter);
    if (!list) return say(list.error().message);
    if (list->empty()) return say("No games yet.");
    for (const GameSummary& game : *list)
        say(std::to_string(game.id) + "  " + game.started.substr(0, 16) + "  " + game.white +
            " - " + game.black + "  " + game.result + "  " + game.opening);
    say("'castellan games' shows, exports and deletes them.");
}

void MainMenu::settings() {
    const auto any = [](std::string_view text) { return Choice<std::string>{text}; };
    if (!ask_for(kNameSetting, "Your name", "You", any)) return;
    const bool has_figures = style_.lines.board.pieces == PieceSet::unicode;
    const auto pieces = ask_for(kPiecesSetting, "Pieces: unicode or letters",
                                has_figures ? "unicode" : "letters", parse_pieces);
    if (!pieces) return;
    style_.lines.board.pieces = *pieces;
    const auto fills =
        ask_for(kScreenSetting, "Use the whole screen where possible? yes or no", "yes", parse_yes);
    if (!fills) return;
    style_.may_fill_screen = *fills;
    (void)ask_for(kFastSetting, "Let levels answer at once? yes or no", "no", parse_yes);
}

}  // namespace castellan
