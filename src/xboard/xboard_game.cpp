// The position, how it changes, and which side of it is ours.
#include <algorithm>

#include "base/text.h"
#include "chess/movegen.h"
#include "chess/notation/fen.h"
#include "xboard/xboard_server.h"
#include "xboard/xboard_text.h"

namespace castellan {
namespace {

tl::unexpected<Error<XboardError>> no_position() {
    return fail(XboardError::bad_position, "illegal position");
}
tl::unexpected<Error<XboardError>> not_now() {
    return fail(XboardError::not_now, "command not legal now");
}

}  // namespace

void XboardServer::position_changed() {
    excluded_.clear();
    expected_ = {};
    if (mode_ == Mode::analyse) start_analysis();
}

/// The clock, pondering, thinking aloud and the options stay as they were set.
XboardStatus XboardServer::new_game(std::string_view) {
    cancel_search();
    engine_.engine().new_game();
    game_ = Game{};
    chess960_ = false;
    is_against_computer_ = false;
    last_score_.reset();
    resign_decision_.forget();
    clock_.start_game();
    if (mode_ != Mode::analyse) mode_ = Mode::play;
    engine_side_ = Color::black;
    position_changed();
    return {};
}

XboardStatus XboardServer::set_variant(std::string_view arguments) {
    const std::string_view name = take_word(arguments);
    if (name != "normal" && name != "fischerandom")
        return fail(XboardError::bad_value, "unknown variant");
    cancel_search();
    chess960_ = name == "fischerandom";
    Position start;
    start.set_chess960(chess960_);
    game_ = Game{start};
    position_changed();
    return {};
}

XboardStatus XboardServer::set_board(std::string_view fen) {
    set_up(parse_fen(trim(fen), {.chess960 = chess960_}));
    return {};
}

void XboardServer::set_up(const Result<Position, Problem>& position) {
    cancel_search();
    if (mode_ != Mode::analyse) mode_ = Mode::force;
    last_score_.reset();
    resign_decision_.forget();
    if (position) {
        game_ = Game{*position};
    } else {
        game_.reset();
        say("tellusererror Illegal position (" + position.error().message + ")");
    }
    position_changed();
}

XboardStatus XboardServer::start_edit(std::string_view) {
    cancel_search();
    edit_.emplace(game_ ? game_->position().to_setup() : Setup{});
    return {};
}

void XboardServer::continue_edit(std::string_view line) {
    const XboardEdit::Step step = edit_->handle(line);
    if (step == XboardEdit::Step::refused) say("Error (bad edit command): " + quoted_back(line));
    if (step != XboardEdit::Step::finished) return;
    const Setup setup = edit_->result();
    edit_.reset();
    set_up(Position::from(setup));
}

// ---------------------------------------------------------------------------------------------
// Who plays.

XboardStatus XboardServer::enter_force(std::string_view) {
    cancel_search();
    mode_ = Mode::force;
    return {};
}

XboardStatus XboardServer::go(std::string_view) {
    if (mode_ == Mode::analyse) return not_now();
    if (!game_) return no_position();
    if (activity_ == Activity::thinking) return {};
    cancel_search();
    mode_ = Mode::play;
    engine_side_ = game_->position().side_to_move();
    our_time_ = {};
    take_turn();
    return {};
}

XboardStatus XboardServer::play_other(std::string_view) {
    if (mode_ == Mode::analyse) return not_now();
    if (!game_) return no_position();
    cancel_search();
    mode_ = Mode::play;
    engine_side_ = !game_->position().side_to_move();
    start_pondering();
    return {};
}

/// Old interfaces pass the move in this way; what was played before can then not be taken back.
XboardStatus XboardServer::set_side(Color side) {
    if (!game_) return no_position();
    Setup setup = game_->position().to_setup();
    const bool is_turned = setup.side_to_move != side;
    setup.side_to_move = side;
    if (is_turned) setup.en_passant = Square::none;
    const auto position = Position::from(setup);
    if (!position) return fail(XboardError::bad_position, position.error().message);
    cancel_search();
    if (is_turned) game_ = Game{*position};
    engine_side_ = !side;
    position_changed();
    return {};
}

/// The game is over, whatever the board says: wait for the next.
XboardStatus XboardServer::end_game(std::string_view) {
    cancel_search();
    mode_ = Mode::force;
    return {};
}

// ---------------------------------------------------------------------------------------------
// Moves.

XboardStatus XboardServer::user_move(std::string_view text) {
    const std::string_view word = take_word(text);
    const auto refuse_move = [&](const std::string& why) {
        say("Illegal move (" + why + "): " + quoted_back(word));
        return XboardStatus{};
    };
    if (!game_) return refuse_move("there is no legal position");
    if (activity_ == Activity::thinking) return refuse_move("it is not your turn");
    const auto move = parse_xboard_move(game_->position(), word);
    if (!move) return refuse_move(move.error().message);
    take_turn_after(*move);
    return {};
}

void XboardServer::take_back(int plies) {
    for (int i = 0; i < plies; ++i) game_->take_back();
    clock_.forget_moves_from(game_->ply());
    position_changed();
}

/// Outside analysis an odd ply back leaves it open who is to play what, so neither side is ours.
XboardStatus XboardServer::undo(std::string_view) {
    if (!game_) return no_position();
    if (!game_->can_take_back()) return not_now();
    cancel_search();
    if (mode_ != Mode::analyse) mode_ = Mode::force;
    take_back(1);
    return {};
}

XboardStatus XboardServer::remove(std::string_view) {
    if (!game_) return no_position();
    if (game_->ply() < 2) return not_now();
    const bool was_thinking = activity_ == Activity::thinking;
    cancel_search();
    if (was_thinking) mode_ = Mode::force;
    take_back(2);
    return {};
}

// ---------------------------------------------------------------------------------------------
// Analysis.

XboardStatus XboardServer::enter_analysis(std::string_view) {
    if (mode_ == Mode::analyse) return {};
    cancel_search();
    mode_ = Mode::analyse;
    start_analysis();
    return {};
}

XboardStatus XboardServer::leave_analysis(std::string_view) {
    if (mode_ != Mode::analyse) return not_now();
    cancel_search();
    mode_ = Mode::force;
    return {};
}

XboardStatus XboardServer::change_excluded(std::string_view text, bool is_excluded) {
    if (!game_) return no_position();
    const std::string_view word = take_word(text);
    const MoveList legal = legal_moves(game_->position());
    if (word == "all") {
        excluded_.clear();
        if (is_excluded) excluded_.assign(legal.begin(), legal.end());
    } else {
        const auto move = parse_xboard_move(game_->position(), word);
        if (!move) return fail(XboardError::bad_value, move.error().message);
        std::erase(excluded_, *move);
        if (is_excluded) excluded_.push_back(*move);
    }
    if (mode_ == Mode::analyse || activity_ == Activity::thinking) {
        halt_search();
        mode_ == Mode::analyse ? start_analysis() : start_thinking();
    }
    return {};
}

std::vector<Move> XboardServer::included_moves() const {
    std::vector<Move> moves;
    for (const Move move : legal_moves(game_->position()))
        if (std::ranges::find(excluded_, move) == excluded_.end()) moves.push_back(move);
    return moves;
}

}  // namespace castellan
