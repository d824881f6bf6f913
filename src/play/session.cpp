#include "play/session.h"

#include <algorithm>

#include "chess/legality.h"
#include "play/game_rules.h"
#include "play/tempo.h"

namespace castellan {
namespace {

constexpr Microseconds kPatienceWithoutClock{std::chrono::minutes{10}};
constexpr int kMostFailures = 2;  // of an engine in one game
constexpr auto kPauseForMemory = std::chrono::seconds{2};
constexpr Milliseconds kHangs{500};  // who has more left when nobody waits for it any longer
constexpr const char* kDrawAgreed = "Draw by agreement";

std::string capitalised(std::string_view text) {
    std::string result{text};
    if (!result.empty() && result[0] >= 'a' && result[0] <= 'z')
        result[0] = static_cast<char>(result[0] - 'a' + 'A');
    return result;
}

std::string text_of(const Outcome& outcome) {
    if (outcome.winner)
        return capitalised(describe(outcome.reason)) + ": " + side_name(*outcome.winner) + " wins";
    return "Draw: " + std::string{describe(outcome.reason)};
}

tl::unexpected<Error<SessionError>> refuse(SessionError error, std::string message) {
    return fail(error, std::move(message));
}

}  // namespace

Session::Session(GameSetup setup, SessionHost host)
    : setup_{std::move(setup)},
      host_{std::move(host)},
      game_{setup_.start},
      first_clocks_{ChessClock{setup_.controls[0]}, ChessClock{setup_.controls[1]}},
      turn_began_{host_.now()} {}

std::unique_ptr<BackgroundPlayer> Session::engine_for(const Seat& seat) const {
    auto engine = std::make_unique<BackgroundPlayer>(
        *host_.thinkers, lane_of(seat), host_.whom,
        [make = host_.make_player, seat](std::stop_token gone) {
            return make(seat, std::move(gone));
        },
        host_.post);
    if (!is_watched_) engine->set_watched(false);
    return engine;
}

void Session::restore(std::span<const TimedMove> moves, std::optional<GameEnd> end) {
    end_ = std::move(end);
    for (const auto& [move, spent] : moves) {
        auto after = clocks();
        after[index_of(to_move())].spend(spent);
        game_.play(move);
        plies_.push_back({move, spent, after});
    }
}

void Session::start(Microseconds spent) {
    if (end_ || check_board()) return;
    begin_turn();
    if (seat(to_move()).is_person()) turn_began_ -= spent;
}

namespace {

/// What two people apart can do; everything else is for one board.
bool is_for_people_apart(const SessionCommand& command) {
    return std::visit(
        []<typename Command>(const Command&) {
            return std::is_same_v<Command, MakeMove> || std::is_same_v<Command, TakeBack> ||
                   std::is_same_v<Command, OfferDraw> || std::is_same_v<Command, Decline> ||
                   std::is_same_v<Command, Resign>;
        },
        command);
}

}  // namespace

SessionStatus Session::handle(const SessionCommand& command, std::optional<Color> by) {
    if (setup_.is_apart && !by)
        return refuse(SessionError::not_apart, "only those who play can do that");
    if (setup_.is_apart && !is_for_people_apart(command))
        return refuse(SessionError::not_apart, "that is not done in a game between two people");
    const Who who = by ? by : person();
    return std::visit([&](const auto& one) { return on(one, who); }, command);
}

std::optional<Color> Session::person() const {
    const bool white = seat(Color::white).is_person();
    const bool black = seat(Color::black).is_person();
    if (white && black) return to_move();
    if (!white && !black) return std::nullopt;
    return white ? Color::white : Color::black;
}

// ---- time

const std::array<ChessClock, 2>& Session::clocks() const {
    return game_.ply() == 0 ? first_clocks_ : plies_[game_.ply() - 1].clocks;
}

Microseconds Session::spent_now() const {
    if (!is_clock_running()) return Microseconds{0};
    return std::chrono::duration_cast<Microseconds>(host_.now() - turn_began_);
}

std::optional<Microseconds> Session::time_left(Color color) const {
    const auto left = clocks()[index_of(color)].time_for_move();
    if (!left || color != to_move()) return left;
    return std::max(*left - spent_now(), Microseconds{0});
}

std::optional<SteadyTime> Session::next_deadline() const {
    if (end_) return std::nullopt;
    std::optional<SteadyTime> deadline;
    if (pending_) deadline = pending_->due;
    if (asks_again_) deadline = asks_again_;
    const auto left = clocks()[index_of(to_move())].time_for_move();
    if (left && is_clock_running()) {
        // The flag falls a moment after the last one that still counts.
        const SteadyTime flag = turn_began_ + *left + Microseconds{1};
        deadline = deadline ? std::min(*deadline, flag) : flag;
    }
    return deadline;
}

void Session::tick() {
    if (end_) return;
    const auto left = clocks()[index_of(to_move())].time_for_move();
    if (left && spent_now() > *left) return fall_flag();
    if (asks_again_ && host_.now() >= *asks_again_) {
        asks_again_.reset();
        ask_engine();
    }
    if (pending_ && host_.now() >= pending_->due) play(pending_->move);
}

void Session::fall_flag() {
    const Color loser = to_move();
    const PgnResult result = result_of_flag_fall(game_.position(), loser);
    const std::string whose = side_name(loser) + "'s time is up";
    finish(result,
           result == PgnResult::draw
               ? "Draw: " + whose + ", but " + side_name(!loser) + " cannot give mate"
               : whose + ": " + side_name(!loser) + " wins",
           "time forfeit");
}

// ---- the course of the game

void Session::play(Move move) {
    const Color mover = to_move();
    const Microseconds spent = spent_now();
    auto after = clocks();
    if (!after[index_of(mover)].spend(spent)) return fall_flag();
    plies_.erase(plies_.begin() + static_cast<std::ptrdiff_t>(game_.ply()), plies_.end());
    game_.play(move);
    plies_.push_back({move, spent, after});
    if (draw_offer_ == !mover) draw_offer_.reset();  // moving on declines it
    take_back_offer_.reset();
    emit(MoveMade{game_.ply() - 1, mover});
    if (!check_board()) begin_turn();
}

bool Session::check_board() {
    // Engines claim what they can get; people may play on.
    const bool claims = is_watching() || (!seat(to_move()).is_person() &&
                                          engine_claims_draw(belief_[index_of(to_move())]));
    const auto outcome = claims ? outcome_with_claims(game_) : game_.outcome();
    if (!outcome) return false;
    finish(result_of(*outcome), text_of(*outcome));
    return true;
}

void Session::finish(PgnResult result, std::string reason, std::string termination) {
    // They are not needed while nobody moves: another program ends.
    for (auto& engine : engines_) engine.reset();
    helper_.reset();
    is_asking_ = false;
    pending_.reset();
    asks_again_.reset();
    draw_offer_.reset();
    take_back_offer_.reset();
    end_ = GameEnd{result, std::move(reason), std::move(termination)};
    emit(GameEnded{});
}

/// Goes back or forth to where the game stood after so many plies.
void Session::stand_at(std::size_t ply) {
    while (game_.ply() > ply) game_.take_back();
    while (game_.ply() < ply) game_.replay();
    for (const auto& engine : engines_)
        if (engine) engine->forget_game();
    end_.reset();
    draw_offer_.reset();
    take_back_offer_.reset();
    declined_at_ = {};
    emit(MovesTakenBack{ply});
    if (!check_board()) begin_turn();
}

void Session::begin_turn() {
    turn_began_ = host_.now();
    pending_.reset();
    asks_again_.reset();
    hint_.reset();
    is_asking_ = false;
    if (helper_) helper_->cancel();
    if (!seat(to_move()).is_person() && !is_paused_) ask_engine();
}

void Session::ask_engine() {
    const Color mover = to_move();
    const auto& now = clocks();
    const Microseconds patience =
        now[index_of(mover)].time_for_move().value_or(kPatienceWithoutClock);
    auto& engine = engines_[index_of(mover)];
    if (!engine) engine = engine_for(seat(mover));
    is_asking_ = true;
    engine->ask(
        {game_, {now[0].reading(), now[1].reading()}, patience, 2 * setup_.seed + index_of(mover)},
        [this](const Result<Answer, PlayerError>& answer) { take_answer(answer); });
}

void Session::take_answer(const Result<Answer, PlayerError>& answer) {
    is_asking_ = false;
    const Color mover = to_move();
    if (!answer && answer.error().reason == PlayerError::lacks_memory) return wait_for_memory();
    if (!answer) return handle_trouble(answer.error().message);
    lacks_memory_ = false;
    if (answer->thought) belief_[index_of(mover)] = answer->thought->score;
    switch (answer->kind) {
        case AnswerKind::move: {
            if (answer->offers_draw) {
                if (draw_offer_ == !mover) return finish(PgnResult::draw, kDrawAgreed);
                draw_offer_ = mover;
                emit(DrawOffered{mover});
            }
            Milliseconds pause = is_watching() ? pace_ : Milliseconds{0};
            if (seat(mover).kind == SeatKind::level && !setup_.is_fast)
                pause = std::max(pause, believable_pause(game_, answer->move,
                                                         clocks()[index_of(mover)].reading(),
                                                         Random::stream(setup_.seed, game_.ply())));
            pending_ = PendingMove{answer->move, turn_began_ + pause};
            return tick();
        }
        case AnswerKind::resigns:
            return resign(mover);
        case AnswerKind::interrupted:
            return;
        case AnswerKind::out_of_time:
            // The flag decides; but nobody waits for ever.
            if (time_left(mover).value_or(kHangs) < kHangs) return;
            return handle_trouble("it does not answer");
        case AnswerKind::claims:
            return judge_claim(*answer);
        case AnswerKind::crashed:
            return handle_trouble("it has stopped");
        case AnswerKind::illegal_move:
            return handle_trouble("it wants to play " + answer->text + ", which is not legal");
        case AnswerKind::refuses_move:
            return handle_trouble("it calls a legal move illegal: " + answer->text);
    }
}

void Session::resign(Color side) {
    finish(win_of(!side), side_name(side) + " resigns: " + side_name(!side) + " wins");
}

void Session::judge_claim(const Answer& answer) {
    const Color mover = to_move();
    switch (meaning_of_claim(answer.claim, mover, draw_offer_ == !mover)) {
        case ClaimMeaning::resigns:
            return resign(mover);
        case ClaimMeaning::takes_draw:
            return finish(PgnResult::draw, kDrawAgreed);
        case ClaimMeaning::wrong:
            return handle_trouble("it says that the game is over: " + answer.text);
    }
}

/// The machine's fault, not the engine's: the game goes on when there is some.
void Session::wait_for_memory() {
    const Color mover = to_move();
    asks_again_ = host_.now() + kPauseForMemory;
    if (!std::exchange(lacks_memory_, true))
        emit(SeatTrouble{mover, seat(mover).name + " has not enough memory to think just now, " +
                                    "and will try again."});
}

/// An engine gets a second chance, from a fresh start.
void Session::handle_trouble(const std::string& message) {
    const Color mover = to_move();
    emit(SeatTrouble{mover, seat(mover).name + ": " + message});
    if (++failures_ >= kMostFailures)
        return finish(win_of(!mover),
                      side_name(mover) + " cannot go on: " + side_name(!mover) + " wins",
                      "abandoned");
    engines_[index_of(mover)]->forget_game();
    ask_engine();
}

// ---- what people do

SessionStatus Session::on(const MakeMove& command, Who who) {
    if (end_) return refuse(SessionError::game_is_over, "the game is over");
    if (!seat(to_move()).is_person() || (setup_.is_apart && who != to_move()))
        return refuse(SessionError::not_your_turn, "it is not your turn");
    if (!is_legal(game_.position(), command.move))
        return refuse(SessionError::illegal_move, "that move is not legal");
    play(command.move);
    return {};
}

/// The last position in which a person was to move; where people are apart, this one.
std::optional<std::size_t> Session::ply_to_take_back_to(Who who) const {
    for (std::size_t ply = game_.ply(); ply-- > 0;) {
        const Color mover = game_.position_at(ply).side_to_move();
        if (setup_.is_apart ? mover == who : is_watching() || seat(mover).is_person()) return ply;
    }
    return std::nullopt;
}

bool Session::may_offer_again(Color who) { return declined_at_[index_of(who)] != game_.ply(); }

SessionStatus Session::agree_to_take_back(Color who) {
    if (end_) return refuse(SessionError::game_is_over, "the game is over");
    if (take_back_offer_ == !who) {
        stand_at(*ply_to_take_back_to(!who));
    } else if (!ply_to_take_back_to(who)) {
        return refuse(SessionError::nothing_to_take_back, "there is no move to take back");
    } else if (!may_offer_again(who)) {
        return refuse(SessionError::nobody_to_ask, "that was declined just now");
    } else if (take_back_offer_ != who) {
        take_back_offer_ = who;
        emit(TakeBackOffered{who});
    }
    return {};
}

SessionStatus Session::on(const TakeBack&, Who who) {
    if (setup_.is_apart) return agree_to_take_back(*who);
    const auto ply = ply_to_take_back_to(who);
    if (!ply) return refuse(SessionError::nothing_to_take_back, "there is no move to take back");
    stand_at(*ply);
    return {};
}

SessionStatus Session::on(const Redo&, Who) {
    if (!game_.can_replay())
        return refuse(SessionError::nothing_to_redo, "there is no move to redo");
    std::size_t ply = game_.ply() + 1;
    while (!is_watching() && ply < plies_.size() &&
           !seat(game_.position_at(ply).side_to_move()).is_person())
        ++ply;
    stand_at(ply);
    return {};
}

SessionStatus Session::on(const AskHint&, Who) {
    if (end_) return refuse(SessionError::game_is_over, "the game is over");
    if (!seat(to_move()).is_person())
        return refuse(SessionError::not_your_turn, "it is not your turn");
    if (hint_) {
        emit(HintGiven{hint_->from(), hint_});
        return {};
    }
    if (!helper_) helper_ = engine_for({SeatKind::full, "", 0});
    constexpr Microseconds kTimeForHint{std::chrono::milliseconds{700}};
    helper_->ask({game_, {}, kTimeForHint, 0}, [this](const Result<Answer, PlayerError>& answer) {
        if (!answer || answer->kind != AnswerKind::move) return;
        ++hints_used_;
        hint_ = answer->move;
        emit(HintGiven{hint_->from(), std::nullopt});
    });
    return {};
}

SessionStatus Session::on(const OfferDraw&, Who who) {
    if (end_) return refuse(SessionError::game_is_over, "the game is over");
    if (!who) return refuse(SessionError::nobody_to_ask, "nobody plays who could offer a draw");
    if (const auto draw = game_.claimable_draw(); draw && *who == to_move()) {
        finish(PgnResult::draw, text_of({*draw, std::nullopt}));
    } else if (draw_offer_ == !*who ||
               (!seat(!*who).is_person() &&
                engine_accepts_draw(belief_[index_of(!*who)], game_.position()))) {
        finish(PgnResult::draw, kDrawAgreed);
    } else if (seat(!*who).is_person()) {
        if (setup_.is_apart && !may_offer_again(*who))
            return refuse(SessionError::nobody_to_ask, "that was declined just now");
        draw_offer_ = *who;
        emit(DrawOffered{*who});
    } else {
        emit(DrawDeclined{!*who});
    }
    return {};
}

SessionStatus Session::on(const Decline&, Who who) {
    const auto is_open = [&](const std::optional<Color>& offer) {
        return offer && (!setup_.is_apart || *offer != who);
    };
    if (is_open(draw_offer_)) {
        const Color by = !*draw_offer_;
        draw_offer_.reset();
        declined_at_[index_of(!by)] = game_.ply();
        emit(DrawDeclined{by});
    } else if (is_open(take_back_offer_)) {
        const Color by = !*take_back_offer_;
        take_back_offer_.reset();
        declined_at_[index_of(!by)] = game_.ply();
        emit(TakeBackDeclined{by});
    } else {
        return refuse(SessionError::nobody_to_ask, "nothing has been offered");
    }
    return {};
}

SessionStatus Session::on(const Resign&, Who who) {
    if (end_) return refuse(SessionError::game_is_over, "the game is over");
    if (!who) return refuse(SessionError::nobody_to_ask, "nobody plays who could resign");
    resign(*who);
    return {};
}

SessionStatus Session::on(const Pause& command, Who) {
    if (!is_watching()) return refuse(SessionError::not_watching, "only engines can be paused");
    if (is_paused_ == command.is_on) return {};
    is_paused_ = command.is_on;
    emit(PauseChanged{is_paused_});
    if (!is_paused_ && !end_ && !is_asking_ && !pending_) begin_turn();
    return {};
}

void Session::set_watched(bool is_watched) {
    is_watched_ = is_watched;
    for (const auto& engine : engines_)
        if (engine) engine->set_watched(is_watched);
    if (helper_) helper_->set_watched(is_watched);
    if (!is_watching() || end_) return;
    // Only a pause that was made for want of watchers ends with them.
    if (!is_watched && !is_paused_) {
        pauses_for_watchers_ = true;
        (void)on(Pause{true}, {});
    } else if (is_watched && std::exchange(pauses_for_watchers_, false) && is_paused_) {
        (void)on(Pause{false}, {});
    }
}

SessionStatus Session::on(const Step&, Who) {
    if (end_) return refuse(SessionError::game_is_over, "the game is over");
    if (!is_watching()) return refuse(SessionError::not_watching, "only engines can be stepped");
    if (!is_paused_) {
        is_paused_ = true;
        emit(PauseChanged{true});
    }
    if (!is_asking_ && !pending_) {
        turn_began_ = host_.now();
        ask_engine();
    }
    return {};
}

SessionStatus Session::on(const SetPace& command, Who) {
    pace_ = std::max(command.per_move, Milliseconds{0});
    if (pending_) pending_->due = std::min(pending_->due, turn_began_ + pace_);
    return {};
}

SessionStatus Session::on(const ChangeSeat& command, Who) {
    change_seat(command.side, command.seat);
    return {};
}

void Session::change_seat(Color side, const Seat& seat) {
    setup_.seats[index_of(side)] = seat;
    engines_[index_of(side)].reset();
    belief_[index_of(side)].reset();
    const bool goes_on = is_paused_ && !is_watching();
    if (goes_on) is_paused_ = false;
    emit(SeatChanged{side});
    if (goes_on) emit(PauseChanged{false});
    // Nobody's time to think begins anew because of a change on the other side.
    if (!end_ && (goes_on || side == to_move())) begin_turn();
}

void Session::break_off(PgnResult result, std::string reason) {
    if (!end_) finish(result, std::move(reason), "abandoned");
}

}  // namespace castellan
