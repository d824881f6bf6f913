// Thinking, pondering and analysis; what we say while we do it and when we move.
#include <algorithm>
#include <numeric>

#include "base/text.h"
#include "chess/movegen.h"
#include "chess/notation/san.h"
#include "xboard/xboard_server.h"
#include "xboard/xboard_text.h"

namespace castellan {
namespace {

XboardStatus accepted(bool is_good, const char* what_is_expected) {
    if (is_good) return {};
    return fail(XboardError::bad_value, what_is_expected);
}

}  // namespace

// ---------------------------------------------------------------------------------------------
// Starting and ending searches.

void XboardServer::start_search(const Game& game, Activity activity, const Limits& limits) {
    engine_.wait();
    ++search_;
    activity_ = activity;
    search_root_ = game.position();
    search_limits_ = limits;
    search_time_ = {};
    last_report_.reset();
    const SearchMode mode = activity == Activity::thinking    ? SearchMode::play
                            : activity == Activity::pondering ? SearchMode::ponder
                                                              : SearchMode::analyse;
    engine_.go(game, limits, mode);
}

void XboardServer::halt_search() {
    if (activity_ == Activity::idle) return;
    activity_ = Activity::idle;
    engine_.stop();
    engine_.wait();
}

void XboardServer::cancel_search() {
    halt_search();
    obey_deferred();
}

void XboardServer::resume(Activity activity) {
    if (activity == Activity::pondering) start_pondering();
    if (activity == Activity::analysing) start_analysis();
}

void XboardServer::start_thinking() {
    Limits limits = clock_.limits(engine_.engine().overhead());
    // Somebody has to move, even if all moves are excluded.
    if (!excluded_.empty()) limits.search_moves = included_moves();
    start_search(*game_, Activity::thinking, limits);
}

void XboardServer::start_pondering() {
    if (!ponders_ || mode_ != Mode::play || !game_ || is_our_turn() || end_on_board(*game_)) return;
    Game ahead = *game_;
    if (expected_) ahead.play(expected_);
    if (end_on_board(ahead)) return;
    start_search(ahead, Activity::pondering,
                 expected_ ? clock_.limits(engine_.engine().overhead()) : Limits{});
}

/// With every move excluded there is nothing to look at until one is included again.
void XboardServer::start_analysis() {
    if (!game_) return;
    Limits limits;
    if (!excluded_.empty()) {
        limits.search_moves = included_moves();
        if (limits.search_moves.empty()) return;
    }
    start_search(*game_, Activity::analysing, limits);
}

// ---------------------------------------------------------------------------------------------
// Our moves.

void XboardServer::take_turn() {
    if (const auto outcome = end_on_board(*game_))
        say(result_line(*outcome));
    else
        start_thinking();
}

void XboardServer::take_turn_after(Move move) {
    const bool was_pondering = activity_ == Activity::pondering;
    const bool is_hit = was_pondering && expected_ == move;
    if (was_pondering && shows_debug_) say(is_hit ? "# ponder hit" : "# ponder miss");
    if (!is_hit) cancel_search();
    game_->play(move);
    our_time_ = {};
    position_changed();
    if (mode_ != Mode::play || !is_our_turn()) return;
    const bool goes_on =
        is_hit && !end_on_board(*game_) &&
        XboardClock::is_still_valid(search_limits_, clock_.limits(engine_.engine().overhead()));
    if (goes_on) {
        activity_ = Activity::thinking;
        engine_.ponder_hit();
    } else {
        cancel_search();
        take_turn();
    }
}

void XboardServer::make_move(const Verdict& verdict) {
    activity_ = Activity::idle;
    last_score_ = verdict.score;
    if (should_resign(verdict.score)) {
        mode_ = Mode::force;
        say("resign");
        return obey_deferred();
    }
    // The draw that is on the board already is claimed only if we have nothing better.
    if (game_->claimable_draw_with(verdict.best) ||
        (game_->claimable_draw() && engine_claims_draw(verdict.score)))
        say("offer draw");
    say("move " + xboard_move(game_->position(), verdict.best));
    clock_.count_move(game_->ply(),
                      Milliseconds{static_cast<long long>(our_time_.seconds() * 1e3)});
    game_->play(verdict.best);
    position_changed();
    expected_ = verdict.ponder;
    if (const auto outcome = end_on_board(*game_)) say(result_line(*outcome));
    obey_deferred();
    start_pondering();
}

bool XboardServer::should_resign(Score score) {
    return resign_decision_.after_search(score) && may_resign_ && is_against_computer_;
}

bool XboardServer::accepts_draw() const {
    return mode_ == Mode::play && game_ && engine_accepts_draw(last_score_, game_->position());
}

// ---------------------------------------------------------------------------------------------
// Commands.

XboardStatus XboardServer::move_now(std::string_view) {
    if (activity_ == Activity::thinking) engine_.stop();
    return {};
}

/// The game is over only when the interface says so; until then we play on.
XboardStatus XboardServer::answer_draw(std::string_view) {
    if (accepts_draw()) say("offer draw");
    return {};
}

XboardStatus XboardServer::give_hint(std::string_view) {
    if (!game_ || activity_ == Activity::thinking) return {};
    Move hint = expected_;
    if (activity_ == Activity::analysing && last_report_ && !last_report_->pv.empty())
        hint = last_report_->pv.front();
    if (hint) say("Hint: " + xboard_move(game_->position(), hint));
    return {};
}

/// Each line begins with a blank; the empty one ends the list for the interface.
XboardStatus XboardServer::show_book(std::string_view) {
    const auto moves =
        game_ ? engine_.engine().book_moves(game_->position()) : std::vector<BookMove>{};
    const int sum = std::accumulate(moves.begin(), moves.end(), 0,
                                    [](int so_far, BookMove each) { return so_far + each.weight; });
    for (const BookMove& each : moves)
        say(" " + to_san(game_->position(), each.move) + "  " +
            std::to_string(100 * each.weight / std::max(sum, 1)) + " %");
    if (moves.empty()) say(" no book moves");
    say("");
    return {};
}

XboardStatus XboardServer::show_progress(std::string_view) {
    if (mode_ != Mode::analyse) return fail(XboardError::not_now, "command not legal now");
    const bool is_running = activity_ == Activity::analysing;
    const auto hundredths = is_running ? static_cast<long long>(search_time_.seconds() * 100) : 0;
    const auto nodes = is_running ? engine_.engine().nodes_so_far() : 0;
    const Depth depth = is_running && last_report_ ? last_report_->depth : 0;
    const int moves = game_ ? count_legal_moves(game_->position()) : 0;
    say("stat01: " + std::to_string(hundredths) + ' ' + std::to_string(nodes) + ' ' +
        std::to_string(depth) + " 0 " + std::to_string(moves));
    return {};
}

XboardStatus XboardServer::set_level(std::string_view arguments) {
    return accepted(clock_.set_level(arguments), "expected moves, minutes and increment");
}

XboardStatus XboardServer::set_seconds_per_move(std::string_view arguments) {
    return accepted(clock_.set_seconds_per_move(arguments), "expected seconds");
}

XboardStatus XboardServer::set_depth(std::string_view arguments) {
    return accepted(clock_.set_depth(arguments), "expected a depth");
}

XboardStatus XboardServer::set_nodes_per_second(std::string_view arguments) {
    return accepted(clock_.set_nodes_per_second(arguments), "expected a number of nodes");
}

XboardStatus XboardServer::set_time(std::string_view arguments) {
    return accepted(clock_.set_time_left(arguments), "expected hundredths of a second");
}

XboardStatus XboardServer::set_post(std::string_view) {
    shows_thinking_ = true;
    return {};
}

XboardStatus XboardServer::set_nopost(std::string_view) {
    shows_thinking_ = false;
    return {};
}

XboardStatus XboardServer::set_hard(std::string_view) {
    ponders_ = true;
    return {};
}

XboardStatus XboardServer::set_easy(std::string_view) {
    ponders_ = false;
    if (activity_ == Activity::pondering) cancel_search();
    return {};
}

XboardStatus XboardServer::set_computer(std::string_view) {
    is_against_computer_ = true;
    return {};
}

}  // namespace castellan
