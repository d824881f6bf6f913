#include "play/referee.h"

#include "play/game_rules.h"

namespace castellan {
namespace {

std::string rule_text(const Outcome& outcome) {
    if (outcome.winner) return side_name(*outcome.winner) + " mates";
    return "draw by " + std::string{describe(outcome.reason)};
}

class Referee {
  public:
    explicit Referee(const GamePlan& plan)
        : plan_{plan},
          clocks_{ChessClock{plan.controls[0], plan.time_margin[0]},
                  ChessClock{plan.controls[1], plan.time_margin[1]}},
          adjudicator_{plan.rules} {
        record_.game = Game{plan.start};
    }

    GameRecord run() {
        play_opening();
        if (start_players()) {
            while (!is_over() && !check_board()) ask();
            end_players();
        }
        return std::move(record_);
    }

  private:
    Color to_move() const { return record_.game.position().side_to_move(); }
    Player& player(Color color) { return *plan_.players[index_of(color)]; }
    ChessClock& clock(Color color) { return clocks_[index_of(color)]; }
    bool is_over() const { return is_over_; }

    void end(PgnResult result, Ending ending, std::string reason) {
        record_.result = result;
        record_.ending = ending;
        record_.reason = std::move(reason);
        is_over_ = true;
    }

    /// The game is lost for the one who did this.
    void punish(Color loser, Ending ending, const std::string& what) {
        end(win_of(!loser), ending, side_name(loser) + ' ' + what);
        record_.at_fault = loser;
        record_.evidence = player(loser).last_lines();
    }

    void play_opening() {
        for (const Move move : plan_.opening) {
            record_.game.play(move);
            record_.moves.push_back({.move = move, .is_opening = true});
        }
    }

    bool start_players() {
        for (const Color color : kColors) {
            const auto status = player(color).start_game(
                {plan_.start, clock(color).reading(), 2 * plan_.seed + index_of(color)});
            if (status) continue;
            end(PgnResult::unknown, Ending::not_played,
                side_name(color) + " cannot play: " + status.error().message);
            record_.at_fault = color;
            record_.evidence = player(color).last_lines();
            return false;
        }
        return true;
    }

    bool check_board() {
        if (const auto outcome = outcome_with_claims(record_.game))
            end(result_of(*outcome), Ending::by_rule, rule_text(*outcome));
        return is_over();
    }

    Turn turn() {
        const auto allowed = clock(to_move()).time_for_move();
        return {record_.game,
                {clock(Color::white).reading(), clock(Color::black).reading()},
                allowed.value_or(plan_.stall_limit)};
    }

    void ask() {
        const Color mover = to_move();
        player(!mover).wait_for_opponent(turn());
        const Answer answer = player(mover).answer(turn());
        switch (answer.kind) {
            case AnswerKind::move:
                return accept(mover, answer);
            case AnswerKind::resigns:
                return end(win_of(!mover), Ending::resigned, side_name(mover) + " resigns");
            case AnswerKind::claims:
                return judge_claim(mover, answer);
            case AnswerKind::out_of_time:
                return punish_silence(mover);
            case AnswerKind::crashed: {
                const std::string how = player(mover).ending();
                return punish(mover, Ending::crashed,
                              how.empty() ? "closes the connection" : "crashes: it " + how);
            }
            case AnswerKind::illegal_move:
                return punish(mover, Ending::illegal_move, "plays an illegal move: " + answer.text);
            case AnswerKind::refuses_move:
                return punish(mover, Ending::illegal_claim,
                              "calls a legal move illegal: " + answer.text);
            case AnswerKind::interrupted:
                return end(PgnResult::unknown, Ending::interrupted, "interrupted");
        }
    }

    void accept(Color mover, const Answer& answer) {
        if (!clock(mover).spend(answer.spent)) return fall_flag(mover);
        record_.game.play(answer.move);
        record_.moves.push_back(
            {answer.move, answer.thought, answer.spent, clock(mover).reading().left, false});
        if (check_board()) return;
        if (draw_offers_.after_move(mover, answer.offers_draw)) return agree_on_draw();
        adjudicate(answer.thought);
    }

    void adjudicate(const std::optional<Thought>& thought) {
        const auto verdict = adjudicator_.after_move(record_.game, thought);
        if (!verdict) return;
        std::string reason = verdict->result == PgnResult::draw         ? "draw"
                             : verdict->result == PgnResult::white_wins ? "White wins"
                                                                        : "Black wins";
        reason += " by adjudication";
        if (!verdict->why.empty()) reason.append(": ").append(verdict->why);
        end(verdict->result, Ending::adjudicated, std::move(reason));
    }

    /// The board has been judged before, so what ends the game here is not on it: only giving in,
    /// or taking the draw that was offered.
    void judge_claim(Color mover, const Answer& answer) {
        switch (meaning_of_claim(answer.claim, mover, draw_offers_.has_offered(!mover))) {
            case ClaimMeaning::resigns:
                return end(answer.claim, Ending::resigned, side_name(mover) + " resigns");
            case ClaimMeaning::takes_draw:
                return agree_on_draw();
            case ClaimMeaning::wrong:
                return punish(mover, Ending::illegal_claim,
                              "claims a wrong result: " + answer.text);
        }
    }

    void agree_on_draw() { end(PgnResult::draw, Ending::draw_agreed, "draw by agreement"); }

    /// Who cannot be mated any more does not lose by the clock; the fault is his all the same.
    void fall_flag(Color mover) {
        punish(mover, Ending::out_of_time, "loses on time");
        if (result_of_flag_fall(record_.game.position(), mover) != PgnResult::draw) return;
        record_.result = PgnResult::draw;
        record_.reason =
            side_name(mover) + " is out of time, but " + side_name(!mover) + " cannot give mate";
    }

    void punish_silence(Color mover) {
        fall_flag(mover);
        if (player(mover).end_game(record_.result, record_.reason)) return;
        const std::vector<std::string> evidence = record_.evidence;
        punish(mover, Ending::stalled, "stalls");
        record_.evidence = evidence;
    }

    void end_players() {
        for (const Color color : kColors)
            if (record_.ending != Ending::interrupted)
                player(color).end_game(record_.result, record_.reason);
    }

    const GamePlan& plan_;
    std::array<ChessClock, 2> clocks_;
    Adjudicator adjudicator_;
    GameRecord record_;
    DrawOffers draw_offers_;
    bool is_over_ = false;
};

}  // namespace

GameRecord play_game(const GamePlan& plan) { return Referee{plan}.run(); }

}  // namespace castellan
