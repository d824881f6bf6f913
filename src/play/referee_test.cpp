#include "play/referee.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"

namespace castellan {
namespace {

/// Plays the moves of a script: e4@25 with a score, e4= with an offer of a draw, or one of the
/// special words.
class ScriptedPlayer final : public Player {
  public:
    explicit ScriptedPlayer(std::string_view script) : script_{script} {}

    PlayerStatus start_game(const GameStart&) override { return {}; }
    bool end_game(PgnResult, std::string_view) override { return !hangs_; }

    Answer answer(const Turn& turn) override {
        std::string word{take_word(script_)};
        Answer answer{.kind = AnswerKind::move};
        answer.spent = Milliseconds{10};
        if (word.ends_with('=')) {
            answer.offers_draw = true;
            word.pop_back();
        }
        if (const std::size_t at = word.find('@'); at != std::string::npos) {
            answer.thought = Thought{Score::centipawns(*parse_number<int>(word.substr(at + 1)))};
            word.resize(at);
        }
        if (word == "resign") answer.kind = AnswerKind::resigns;
        if (word == "late") answer.kind = AnswerKind::out_of_time;
        if (word == "slow") answer.spent = Milliseconds{100'000};
        if (word == "crash") answer.kind = AnswerKind::crashed;
        if (word == "e9") answer.kind = AnswerKind::illegal_move;
        if (word == "illegal") answer.kind = AnswerKind::refuses_move;
        if (word == "hang") {
            answer.kind = AnswerKind::out_of_time;
            hangs_ = true;
        }
        for (const PgnResult result :
             {PgnResult::white_wins, PgnResult::black_wins, PgnResult::draw})
            if (word == to_text(result)) {
                answer.kind = AnswerKind::claims;
                answer.claim = result;
            }
        if (answer.kind == AnswerKind::move && word != "slow")
            answer.move = *parse_san(turn.game.position(), word);
        if (word == "slow") answer.move = *parse_san(turn.game.position(), "Nf3");
        return answer;
    }

  private:
    std::string_view script_;
    bool hangs_ = false;
};

GameRecord play(std::string_view white, std::string_view black, const AdjudicationRules& rules = {},
                const char* start = kStartFen.data()) {
    ScriptedPlayer first{white};
    ScriptedPlayer second{black};
    GamePlan plan;
    plan.players = {&first, &second};
    plan.controls[0] = plan.controls[1] = *parse_time_control("10+0.1");
    plan.start = *parse_fen(start);
    plan.rules = rules;
    return play_game(plan);
}

struct Case {
    const char* white;
    const char* black;
    PgnResult result;
    Ending ending;
    const char* reason;
};

const Case kCases[] = {
    {"f3 g4", "e5 Qh4#", PgnResult::black_wins, Ending::by_rule, "Black mates"},
    {"Nf3 Ng1 Nf3 Ng1", "Nf6 Ng8 Nf6 Ng8", PgnResult::draw, Ending::by_rule,
     "draw by threefold repetition"},
    {"e4 resign", "e5", PgnResult::black_wins, Ending::resigned, "White resigns"},
    {"e4", "late", PgnResult::white_wins, Ending::out_of_time, "Black loses on time"},
    {"slow", "", PgnResult::black_wins, Ending::out_of_time, "White loses on time"},
    {"hang", "", PgnResult::black_wins, Ending::stalled, "White stalls"},
    {"e4", "crash", PgnResult::white_wins, Ending::crashed, "Black closes the connection"},
    {"e9", "", PgnResult::black_wins, Ending::illegal_move, "White plays an illegal move: "},
    {"e4", "illegal", PgnResult::white_wins, Ending::illegal_claim,
     "Black calls a legal move illegal: "},
    {"1-0", "", PgnResult::black_wins, Ending::illegal_claim, "White claims a wrong result: "},
    {"0-1", "", PgnResult::black_wins, Ending::resigned, "White resigns"},
    {"e4 1/2-1/2", "e5", PgnResult::black_wins, Ending::illegal_claim,
     "White claims a wrong result: "},
    {"e4 1/2-1/2", "e5=", PgnResult::draw, Ending::draw_agreed, "draw by agreement"},
    {"e4=", "e5=", PgnResult::draw, Ending::draw_agreed, "draw by agreement"},
};

TEST(Referee, EveryEndIsCalledByItsName) {
    for (const Case& one : kCases) {
        const GameRecord record = play(one.white, one.black);
        EXPECT_EQ(record.result, one.result) << one.white << " / " << one.black;
        EXPECT_EQ(record.ending, one.ending) << one.white << " / " << one.black;
        EXPECT_EQ(record.reason, one.reason);
    }
}

TEST(Referee, ADrawOfferHoldsOnlyUntilTheNextMove) {
    const GameRecord record = play("e4= d4 resign", "e5 d5= ");
    EXPECT_EQ(record.ending, Ending::resigned);
}

TEST(Referee, TheFiftiethQuietMoveEndsTheGame) {
    const GameRecord record = play("Ra2", "", {}, "7k/8/8/8/8/8/8/R6K w - - 99 80");
    EXPECT_EQ(record.reason, "draw by 50 moves without a capture or pawn move");
    EXPECT_EQ(record.moves.size(), 1U);
    EXPECT_EQ(record.moves[0].left, Microseconds{10'090'000});
}

TEST(Adjudication, LostGamesAreResignedWhenTheScoresSaySoInARow) {
    AdjudicationRules rules;
    rules.resign = ResignRule{.move_count = 2, .score = 500, .two_sided = false};
    EXPECT_EQ(play("e4@-600 d4@-600 a3", "e5@20 d5@20", rules).reason,
              "Black wins by adjudication");
    EXPECT_EQ(play("e4@-600 d4@-100 Nc3@-600 resign", "e5@20 d5@20 a6", rules).reason,
              "White resigns");
    rules.resign->two_sided = true;
    EXPECT_EQ(play("e4@-600 d4@-600 resign", "e5@20 d5@20", rules).reason, "White resigns");
    EXPECT_EQ(play("e4@-600 d4@-600 resign", "e5@600 d5@600", rules).reason,
              "Black wins by adjudication");
}

TEST(Adjudication, LevelGamesAreDrawnLateEnough) {
    AdjudicationRules rules;
    rules.draw = DrawRule{.move_number = 2, .move_count = 1, .score = 10};
    EXPECT_EQ(play("e4@0 d4@0", "e5@0 d5@-10", rules).reason, "draw by adjudication");
    EXPECT_EQ(play("e4@0 d4@0", "e5@0 d5@-10", rules).moves.size(), 4U);
    EXPECT_EQ(play("e4@0 d4@11 resign", "e5@0 d5@0", rules).reason, "White resigns");
    EXPECT_EQ(play("e4@0 d4 resign", "e5@0 d5@0", rules).reason, "White resigns") << "no score";
}

TEST(Adjudication, TablesDecideWhatTheyKnow) {
    AdjudicationRules rules;
    const auto tables = Tablebase::load(CASTELLAN_SHARED_DATA "/syzygy");
    if (!tables) GTEST_SKIP() << tables.error().message;
    rules.tables = *tables;
    EXPECT_EQ(play("Kxb2", "", rules, "8/8/8/4k3/8/8/1p5R/K7 w - - 5 60").reason,
              "White wins by adjudication: endgame tables");
    EXPECT_EQ(play("Kb1 resign", "Kd5", rules, "8/8/8/4k3/8/8/7R/K7 w - - 5 60").reason,
              "White resigns")
        << "some moves have been counted already";
    EXPECT_EQ(play("Kb1", "", rules, "8/8/8/4k3/8/8/NN6/K7 w - - 5 60").reason,
              "draw by adjudication: endgame tables");
}

TEST(Adjudication, GamesThatTakeTooLongAreDrawn) {
    AdjudicationRules rules;
    rules.max_moves = 2;
    const GameRecord record = play("e4 d4", "e5 d5", rules);
    EXPECT_EQ(record.result, PgnResult::draw);
    EXPECT_EQ(record.ending, Ending::adjudicated);
    EXPECT_EQ(record.moves.size(), 4U);
}

}  // namespace
}  // namespace castellan
