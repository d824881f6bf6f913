#include "terminal/screen_game.h"

#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "chess/legality.h"
#include "chess/movegen.h"
#include "chess/notation/san.h"
#include "terminal/board_text.h"
#include "terminal/session_text.h"

#define NCURSES_NOMACROS  // no macros called move, clear or erase
#include <curses.h>
#include <term.h>

namespace castellan {
namespace {

constexpr int kFewestRows = 14;
constexpr int kFewestColumns = 40;
constexpr int kSidePanel = 30;
constexpr std::size_t kMostMessages = 200;
constexpr auto kRefresh = std::chrono::milliseconds{200};

enum class Shade { light, dark, marked, picked, target };

/// Pairs are numbered from 1: two for each shade, White's pieces first.
short pair_of(Shade shade, bool is_white) {
    return static_cast<short>(1 + 2 * static_cast<int>(shade) + (is_white ? 0 : 1));
}

void set_up_colors() {
    start_color();
    const bool has_many = COLORS >= 256;
    struct ShadeColor {
        Shade shade;
        short of_256;
        short of_8;
    };
    constexpr ShadeColor kColors[] = {{Shade::light, 109, COLOR_CYAN},
                                      {Shade::dark, 60, COLOR_BLUE},
                                      {Shade::marked, 136, COLOR_YELLOW},
                                      {Shade::picked, 65, COLOR_GREEN},
                                      {Shade::target, 72, COLOR_GREEN}};
    for (const auto& [shade, of_256, of_8] : kColors) {
        const short color = has_many ? of_256 : of_8;
        init_pair(pair_of(shade, true), has_many ? short{231} : short{COLOR_WHITE}, color);
        init_pair(pair_of(shade, false), has_many ? short{16} : short{COLOR_BLACK}, color);
    }
}

/// The terminal belongs to curses as long as this lives.
class Curtain {
  public:
    Curtain() {
        std::setlocale(LC_ALL, "");
        initscr();
        cbreak();
        noecho();
        keypad(stdscr, TRUE);
        nodelay(stdscr, TRUE);
        set_escdelay(25);
        // Releases too: curses loses a press that comes together with one it was not asked for.
        mousemask(BUTTON1_PRESSED | BUTTON1_RELEASED, nullptr);
        mouseinterval(0);
        set_up_colors();
    }
    ~Curtain() { endwin(); }
    Curtain(const Curtain&) = delete;
    Curtain& operator=(const Curtain&) = delete;
};

/// Cut at the edge of the window, where curses would go on in the next row.
void put(int row, int column, const std::string& text) {
    if (row < 0 || row >= LINES || column >= COLS) return;
    std::size_t end = 0;
    for (int left = COLS - column; end < text.size() && left > 0; --left) do
            ++end;
        while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80);
    mvaddnstr(row, column, text.c_str(), static_cast<int>(end));
}

}  // namespace

bool ScreenGame::is_possible() {
    if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) return false;
    const char* const term = std::getenv("TERM");
    const char* const no_color = std::getenv("NO_COLOR");
    if (term == nullptr || std::string_view{term} == "dumb" || std::string_view{term}.empty() ||
        (no_color != nullptr && *no_color != '\0'))
        return false;
    int error = 0;
    if (setupterm(nullptr, STDOUT_FILENO, &error) != OK) return false;
    const bool is_large = tigetnum(const_cast<char*>("lines")) >= kFewestRows &&
                          tigetnum(const_cast<char*>("cols")) >= kFewestColumns;
    return is_large && tigetnum(const_cast<char*>("colors")) >= 8;
}

ScreenGame::ScreenGame(const TerminalContext& context, ScreenStyle style)
    : loop_{context.loop}, names_{context.names}, style_{style}, dialogue_{*this, context, false} {}

Leaving ScreenGame::play(const GameSetup& setup) {
    dialogue_.begin(setup);
    return run();
}

Leaving ScreenGame::resume(GameId id, const StoredGame& game) {
    dialogue_.resume(id, game);
    return run();
}

void ScreenGame::say(const std::string& text) {
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        messages_.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    while (messages_.size() > kMostMessages) messages_.pop_front();
}

/// It is drawn anew after everything that happens.
void ScreenGame::show_board() { picked_.reset(); }

Leaving ScreenGame::run() {
    Session& session = dialogue_.session();
    is_flipped_ = is_seen_by_black(session);
    {
        const Curtain curtain;
        while (!dialogue_.leaving()) {
            if (style_.turns_board) is_flipped_ = session.to_move() == Color::black;
            draw();
            SteadyTime next = SteadyClock::now() + kRefresh;
            if (const auto deadline = session.next_deadline()) next = std::min(next, *deadline);
            const auto happening = loop_.wait_for_input(next);
            if (happening == EventLoop::Happening::end_of_input) break;
            session.tick();
            if (happening != EventLoop::Happening::input) continue;
            for (int key = getch(); key != ERR && !dialogue_.leaving(); key = getch())
                handle_key(key);
        }
    }
    // The screen is gone; how the game stands should not be.
    std::puts(session.end() ? session.end()->reason.c_str() : "The game is kept.");
    dialogue_.leave();
    messages_.clear();
    return dialogue_.leaving().value_or(Leaving::end_of_input);
}

// ---- keys

void ScreenGame::handle_key(int key) {
    constexpr int kEscape = 27;
    constexpr int kDelete = 127;
    switch (key) {
        case KEY_RESIZE:
            erase();
            return;
        case KEY_MOUSE:
            return handle_mouse();
        case KEY_BACKSPACE:
        case kDelete:
        case '\b':
            if (!input_.empty()) input_.pop_back();
            return;
        case kEscape:
            input_.clear();
            picked_.reset();
            cursor_.reset();
            return;
        case '\t':
            return complete();
        case KEY_UP:
        case KEY_DOWN:
        case KEY_LEFT:
        case KEY_RIGHT: {
            const int way = is_flipped_ ? -1 : 1;
            const int step = key == KEY_UP     ? 8 * way
                             : key == KEY_DOWN ? -8 * way
                             : key == KEY_LEFT ? -way
                                               : way;
            const int at = cursor_ ? index_of(*cursor_) : index_of(Square::e2) - step;
            const int to = at + step;
            const bool wraps = std::abs(step) == 1 && to / 8 != at / 8 && cursor_;
            if (to >= 0 && to < kSquareCount && !wraps) cursor_ = static_cast<Square>(to);
            return;
        }
        case '\n':
        case '\r':
        case KEY_ENTER: {
            if (input_.empty() && cursor_) return pick(*cursor_);
            const std::string line = std::exchange(input_, {});
            cursor_.reset();
            if (!line.empty()) say(dialogue_.prompt() + line);
            return dialogue_.handle_line(line);
        }
        default:
            constexpr std::size_t kLongest = 200;
            if (key >= ' ' && key < kDelete && input_.size() < kLongest)
                input_ += static_cast<char>(key);
    }
}

void ScreenGame::handle_mouse() {
    // Presses that came in one go are one key, and curses hands out the last one first.
    std::vector<Square> squares;
    for (MEVENT event; getmouse(&event) == OK;)
        if (const auto square = square_at(event.y, event.x);
            square && (event.bstate & BUTTON1_PRESSED) != 0)
            squares.push_back(*square);
    std::ranges::reverse(squares);
    for (const Square square : squares) pick(square);
}

/// The first square, then the second; a pawn that arrives becomes what is typed behind.
void ScreenGame::pick(Square square) {
    const Session& session = dialogue_.session();
    const Position& position = session.game().position();
    if (session.end() || !session.seat(session.to_move()).is_person()) return;
    const Piece piece = position.piece_on(square);
    const bool is_own = piece != Piece::none && color_of(piece) == session.to_move();
    if (!picked_ || (is_own && *picked_ != square)) {
        picked_ = is_own ? std::optional{square} : std::nullopt;
        return;
    }
    const Square from = *std::exchange(picked_, std::nullopt);
    if (from == square) return;
    std::string text = to_string(from) + to_string(square);
    for (const Move move : legal_moves(position))
        if (move.from() == from && move.to() == square && move.is_promotion()) {
            input_ = text + '=';
            return say("What does the pawn become? Type q, r, b or n.");
        }
    dialogue_.handle_line(text);
}

void ScreenGame::complete() {
    const auto found = dialogue_.completions(input_);
    if (found.empty()) return;
    std::string common = found.front();
    for (const std::string& one : found) {
        const auto [end, ignored] = std::ranges::mismatch(common, one);
        common.erase(end, common.end());
    }
    input_ = common;
    if (found.size() == 1) return;
    std::string list;
    for (const std::string& one : found) list += one + ' ';
    say(list);
}

// ---- drawing

int ScreenGame::square_rows() const {
    for (const int rows : {3, 2})
        if (8 * rows + 6 <= LINES && 16 * rows + 3 + kSidePanel <= COLS) return rows;
    return 1;
}

std::optional<Square> ScreenGame::square_at(int row, int column) const {
    const int rows = square_rows();
    if (column < 2 || row < 0) return std::nullopt;
    int rank = 7 - row / rows;
    int file = (column - 2) / (2 * rows);
    if (rank < 0 || file > 7) return std::nullopt;
    if (is_flipped_) {
        rank = 7 - rank;
        file = 7 - file;
    }
    return make_square(static_cast<File>(file), static_cast<Rank>(rank));
}

void ScreenGame::draw() {
    erase();
    draw_board();
    draw_side(16 * square_rows() + 4);
    draw_messages(8 * square_rows() + 1);
    draw_prompt();
    refresh();
}

void ScreenGame::draw_board() {
    const int rows = square_rows();
    for (int row = 0; row < 8; ++row) {
        const int rank = is_flipped_ ? row : 7 - row;
        mvaddch(row * rows + rows / 2, 0, static_cast<chtype>('1' + rank));
        for (int column = 0; column < 8; ++column) {
            const int file = is_flipped_ ? 7 - column : column;
            draw_square(make_square(static_cast<File>(file), static_cast<Rank>(rank)), row * rows,
                        2 + column * 2 * rows);
            if (row == 7)
                mvaddch(8 * rows, 2 + column * 2 * rows + rows - 1,
                        static_cast<chtype>('a' + file));
        }
    }
}

void ScreenGame::draw_square(Square square, int top, int left) {
    const Session& session = dialogue_.session();
    const Game& game = session.game();
    const Piece piece = game.position().piece_on(square);
    const bool is_white = piece == Piece::none || color_of(piece) == Color::white;
    Shade shade = is_light(square) ? Shade::light : Shade::dark;
    if (game.ply() > 0) {
        const Move last = game.move_at(game.ply() - 1);
        if (last.from() == square || last.to() == square) shade = Shade::marked;
    }
    bool is_target = false;
    if (picked_)
        for (const Move move : legal_moves(game.position()))
            is_target |= move.from() == *picked_ && move.to() == square;
    if (is_target) shade = Shade::target;
    if (picked_ == square) shade = Shade::picked;

    const int rows = square_rows();
    attr_t look = COLOR_PAIR(pair_of(shade, is_white)) | (is_white ? A_BOLD : 0);
    if (cursor_ == square) look |= A_REVERSE;
    attron(look);
    for (int row = 0; row < rows; ++row) mvhline(top + row, left, ' ', 2 * rows);
    const BoardStyle style{style_.has_figures ? PieceSet::unicode : PieceSet::letters,
                           ColorUse::many, false};
    std::string text = piece_text(piece, style);
    if (piece == Piece::none && is_target) text = style_.has_figures ? "·" : "*";
    if (!style_.has_figures && piece != Piece::none && !is_white) text[0] |= 0x20;
    put(top + rows / 2, left + rows - 1, text);
    attroff(look);
}

void ScreenGame::draw_side(int left) {
    if (left + 12 > COLS) return;
    const Session& session = dialogue_.session();
    const Game& game = session.game();
    int row = 0;
    const auto line = [&](const std::string& text) { put(row++, left, text); };
    for (const Color color :
         {is_flipped_ ? Color::white : Color::black, is_flipped_ ? Color::black : Color::white}) {
        const bool is_next = !session.end() && session.to_move() == color;
        if (is_next) attron(A_BOLD);
        const auto time = session.time_left(color);
        line((is_next ? "> " : "  ") + session.seat(color).name + " (" + side_name(color) + ")" +
             (time ? "  " + time_text(*time) : ""));
        if (is_next) attroff(A_BOLD);
    }
    if (const OpeningLine* opening = names_.find(game)) line("  " + std::string{opening->name});
    if (const std::string material = material_text(
            game.position(), style_.has_figures ? PieceSet::unicode : PieceSet::letters);
        !material.empty())
        line("  " + material);
    ++row;
    // The last moves that fit, two in a row.
    std::vector<std::string> rows;
    for (std::size_t ply = 0; ply < game.ply(); ++ply) {
        const Position& before = game.position_at(ply);
        const std::string san = to_san(before, game.move_at(ply));
        if (before.side_to_move() == Color::white || rows.empty())
            rows.push_back(move_number(before) + san);
        else
            rows.back() += "  " + san;
    }
    const int space = std::max(1, 8 * square_rows() - row);
    const std::size_t skipped = rows.size() > static_cast<std::size_t>(space)
                                    ? rows.size() - static_cast<std::size_t>(space)
                                    : 0;
    for (std::size_t i = skipped; i < rows.size(); ++i) line("  " + rows[i]);
}

void ScreenGame::draw_messages(int top) {
    const int space = LINES - 1 - top - 1;
    if (space <= 0) return;
    const std::size_t count = std::min(messages_.size(), static_cast<std::size_t>(space));
    for (std::size_t i = 0; i < count; ++i)
        put(top + 1 + static_cast<int>(i), 0, messages_[messages_.size() - count + i]);
}

void ScreenGame::draw_prompt() {
    const std::string text = dialogue_.prompt() + input_;
    put(LINES - 1, 0, text);
    move(LINES - 1, std::min(static_cast<int>(text.size()), COLS - 1));
}

}  // namespace castellan
