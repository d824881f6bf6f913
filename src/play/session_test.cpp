#include "play/session.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"
#include "play/opponents.h"
#include "tests/support/posted_work.h"

namespace castellan {
namespace {

/// Answers with the moves of a script; "resign", "crash" and "@-300" (a score) are understood.
class ScriptedEngine final : public Player {
  public:
    explicit ScriptedEngine(std::string script) : script_{std::move(script)}, rest_{script_} {}

    PlayerStatus start_game(const GameStart&) override { return {}; }
    bool end_game(PgnResult, std::string_view) override { return true; }
    Answer answer(const Turn& turn) override {
        std::string word{take_word(rest_)};
        Answer answer{.kind = AnswerKind::move};
        if (const std::size_t at = word.find('@'); at != std::string::npos) {
            answer.thought = Thought{Score::centipawns(*parse_number<int>(word.substr(at + 1)))};
            word.resize(at);
        }
        if (word == "resign") answer.kind = AnswerKind::resigns;
        if (word == "crash") answer.kind = AnswerKind::crashed;
        if (answer.kind == AnswerKind::move)
            if (const auto move = parse_san(turn.game.position(), word)) answer.move = *move;
        if (!answer.move && answer.kind == AnswerKind::move) answer.kind = AnswerKind::illegal_move;
        return answer;
    }

  private:
    std::string script_;
    std::string_view rest_;
};

/// A session with a clock of its own, and the thread that its posts are carried out on: this one.
class SessionTest : public testing::Test {
  protected:
    Session& begin(Seat white, Seat black, const char* control = "inf",
                   const char* fen = kStartFen.data()) {
        GameSetup setup;
        setup.seats = {std::move(white), std::move(black)};
        setup.controls[0] = setup.controls[1] = *parse_time_control(control);
        setup.start = *parse_fen(fen);
        session_.emplace(
            setup, SessionHost{&thinkers_, 0, work_.poster(),
                               [this](const SessionEvent& event) { events_.push_back(event); },
                               [](const Seat& seat, std::stop_token) -> std::unique_ptr<Player> {
                                   if (seat.kind != SeatKind::engine)
                                       return make_own_player(seat, {});
                                   return std::make_unique<ScriptedEngine>(seat.command);
                               },
                               [this] { return now_; }});
        session_->start();
        return *session_;
    }

    static Seat person() { return person_seat("somebody"); }
    static Seat engine(std::string script) {
        return {SeatKind::engine, "script", 0, std::move(script)};
    }

    SessionStatus move(std::string_view san) {
        return session_->handle(MakeMove{*parse_san(session_->game().position(), san)});
    }

    /// Carries out what the engines have posted until the session waits for a person.
    void settle() {
        while (session_->is_asking() && work_.run_one()) {
        }
    }
    void pass(int milliseconds) {
        now_ += Milliseconds{milliseconds};
        session_->tick();
    }

    template <typename Event>
    std::vector<Event> all() const {
        std::vector<Event> found;
        for (const SessionEvent& event : events_)
            if (const auto* one = std::get_if<Event>(&event)) found.push_back(*one);
        return found;
    }
    std::size_t ply() const { return session_->game().ply(); }
    const std::string& reason() const { return session_->end()->reason; }
    SteadyTime now_ = SteadyClock::now();
    Thinkers thinkers_;
    PostedWork work_;

  private:
    std::vector<SessionEvent> events_;

  protected:
    std::optional<Session> session_;
};

TEST_F(SessionTest, TwoPeoplePlayToMate) {
    begin(person(), person());
    for (const char* const san : {"f3", "e5", "g4", "Qh4#"}) EXPECT_TRUE(move(san));
    EXPECT_EQ(reason(), "Checkmate: Black wins");
    EXPECT_EQ(all<MoveMade>().size(), 4U);
    EXPECT_EQ(all<GameEnded>().size(), 1U);
    EXPECT_EQ(session_->handle(MakeMove{Move{}}).error().reason, SessionError::game_is_over);
}

TEST_F(SessionTest, AnEngineAnswersAndOthersCannotMoveForIt) {
    begin(person(), engine("e5 Nc6"));
    EXPECT_TRUE(move("e4"));
    EXPECT_EQ(session_->handle(MakeMove{Move::normal(Square::e7, Square::e6)}).error().reason,
              SessionError::not_your_turn);
    settle();
    EXPECT_EQ(ply(), 2U);
    EXPECT_EQ(session_->handle(MakeMove{Move::normal(Square::e4, Square::e5)}).error().reason,
              SessionError::illegal_move);
}

TEST_F(SessionTest, TakingBackGoesToTheLastMoveOfThePerson) {
    begin(person(), engine("e5 Nc6 d6"));
    EXPECT_FALSE(session_->handle(TakeBack{}));
    move("e4");
    settle();
    move("Nf3");
    settle();
    EXPECT_EQ(ply(), 4U);
    EXPECT_TRUE(session_->handle(TakeBack{}));
    EXPECT_EQ(ply(), 2U);
    EXPECT_TRUE(session_->handle(Redo{}));
    EXPECT_EQ(ply(), 4U);
    EXPECT_FALSE(session_->handle(Redo{}));
    session_->handle(TakeBack{});
    session_->handle(TakeBack{});
    EXPECT_EQ(ply(), 0U);
    move("d4");
    settle();
    EXPECT_FALSE(session_->handle(Redo{})) << "another move was played instead";
}

TEST_F(SessionTest, BlackTakesBackToItsOwnMoveAndNotBeyond) {
    begin(engine("e4 d4"), person());
    settle();
    EXPECT_FALSE(session_->handle(TakeBack{})) << "only White has moved";
    move("e5");
    settle();
    EXPECT_TRUE(session_->handle(TakeBack{}));
    EXPECT_EQ(ply(), 1U);
}

TEST_F(SessionTest, TakingBackWhileTheEngineThinksStopsIt) {
    begin(person(), engine("e5 e5"));
    move("e4");
    EXPECT_TRUE(session_->handle(TakeBack{}));
    EXPECT_EQ(ply(), 0U);
    EXPECT_FALSE(session_->is_thinking());
    move("d4");
    settle();  // the answer that nobody wants any more is not taken for the next
    EXPECT_EQ(ply(), 2U);
    EXPECT_EQ(session_->game().move_at(0), *parse_san(Position{}, "d4"));
}

TEST_F(SessionTest, MateCanBeTakenBack) {
    begin(person(), person());
    for (const char* const san : {"f3", "e5", "g4", "Qh4#"}) move(san);
    EXPECT_TRUE(session_->handle(TakeBack{}));
    EXPECT_FALSE(session_->end());
    EXPECT_TRUE(move("d6"));
}

TEST_F(SessionTest, ClocksRunFromTheSecondMoveOnAndAreRestored) {
    begin(person(), person(), "60+1");
    pass(10'000);
    move("e4");
    pass(10'000);
    move("e5");
    EXPECT_EQ(session_->time_left(Color::white), Milliseconds{61'000}) << "the first move is free";
    pass(5'000);
    EXPECT_EQ(session_->time_left(Color::white), Milliseconds{56'000});
    move("Nf3");
    EXPECT_EQ(session_->time_left(Color::white), Milliseconds{57'000});
    session_->handle(TakeBack{});
    EXPECT_EQ(session_->time_left(Color::white), Milliseconds{61'000});
}

TEST_F(SessionTest, AFallenFlagLosesAndCanBeTakenBack) {
    begin(person(), person(), "60");
    move("e4");
    move("e5");
    ASSERT_TRUE(session_->next_deadline());
    EXPECT_LE(*session_->next_deadline(), now_ + Milliseconds{60'001});
    pass(60'000);
    EXPECT_FALSE(session_->end()) << "the last moment still counts";
    pass(1);
    EXPECT_EQ(reason(), "White's time is up: Black wins");
    EXPECT_EQ(session_->end()->termination, "time forfeit");
    EXPECT_TRUE(session_->handle(TakeBack{}));
    EXPECT_FALSE(session_->end());
}

TEST_F(SessionTest, AFallenFlagIsADrawAgainstABareKing) {
    begin(person(), person(), "60", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1");
    for (const char* const san : {"e3", "Kd5"}) move(san);
    pass(61'000);
    EXPECT_EQ(session_->end()->result, PgnResult::draw) << reason();
}

TEST_F(SessionTest, DrawsBetweenPeopleNeedBoth) {
    begin(person(), person());
    session_->handle(OfferDraw{});
    EXPECT_EQ(session_->draw_offer(), Color::white);
    move("e4");
    EXPECT_EQ(session_->draw_offer(), Color::white);
    move("e5");
    EXPECT_FALSE(session_->draw_offer()) << "moving on declines it";
    session_->handle(OfferDraw{});
    move("Nf3");
    session_->handle(OfferDraw{});
    EXPECT_EQ(reason(), "Draw by agreement");
}

TEST_F(SessionTest, AnEngineTakesADrawIfItBelievesToStandWorse) {
    begin(person(), engine("e5@30 Nc6@-80"));
    session_->handle(OfferDraw{});
    EXPECT_EQ(all<DrawDeclined>().size(), 1U) << "it has not thought yet";
    move("e4");
    settle();
    session_->handle(OfferDraw{});
    EXPECT_EQ(all<DrawDeclined>().size(), 2U);
    move("Nf3");
    settle();
    session_->handle(OfferDraw{});
    EXPECT_EQ(session_->end()->result, PgnResult::draw);
}

TEST_F(SessionTest, ThreefoldRepetitionIsClaimedByPeopleAndTakenByEngines) {
    begin(person(), person());
    for (const char* const san : {"Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"})
        move(san);
    EXPECT_FALSE(session_->end());
    session_->handle(OfferDraw{});
    EXPECT_EQ(session_->end()->result, PgnResult::draw) << reason();

    begin(engine("Nf3 Ng1 Nf3 Ng1"), engine("Nf6 Ng8 Nf6 Ng8"));
    settle();
    EXPECT_EQ(session_->end()->result, PgnResult::draw);
    EXPECT_EQ(ply(), 8U);
}

TEST_F(SessionTest, ResigningIsForPeopleAndEngines) {
    begin(engine("e4"), person());
    session_->handle(Resign{});
    EXPECT_EQ(reason(), "Black resigns: White wins");
    begin(person(), engine("resign"));
    move("e4");
    settle();
    EXPECT_EQ(reason(), "Black resigns: White wins");
    begin(engine("e4"), engine("e5"));
    EXPECT_FALSE(session_->handle(Resign{}));
}

TEST_F(SessionTest, AHintNamesThePieceAndThenTheMove) {
    begin(person(), person(), "inf", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    session_->handle(AskHint{});
    while (all<HintGiven>().empty()) ASSERT_TRUE(work_.run_one());
    EXPECT_EQ(all<HintGiven>().front().from, Square::a1);
    EXPECT_FALSE(all<HintGiven>().front().move);
    session_->handle(AskHint{});
    EXPECT_EQ(all<HintGiven>().back().move, Move::normal(Square::a1, Square::a8));
    EXPECT_EQ(session_->hints_used(), 1);
}

TEST_F(SessionTest, EnginesAreWatchedWithPauseStepAndTakingOver) {
    Session& session = begin(engine("e4 d4 Nf3"), engine("e5 d5 Nf6"));
    session.handle(Pause{true});
    settle();
    const std::size_t stopped_at = ply();
    EXPECT_EQ(stopped_at, 1U) << "the move that was thought about is still played";
    session.handle(Step{});
    settle();
    EXPECT_EQ(ply(), stopped_at + 1);
    EXPECT_TRUE(session.is_paused());
    session.handle(ChangeSeat{Color::white, person_seat("me")});
    EXPECT_FALSE(session.is_paused());
    EXPECT_TRUE(move("a3"));
    settle();
    EXPECT_EQ(ply(), 4U);
    EXPECT_FALSE(session.handle(Pause{true})) << "somebody plays now";
}

TEST_F(SessionTest, AnOpponentIsReplacedInMidGame) {
    begin(person(), engine("e5 d5"));
    move("e4");
    settle();
    ASSERT_TRUE(session_->handle(ChangeSeat{Color::black, engine("Nc6")}));
    EXPECT_EQ(all<SeatChanged>().size(), 1U);
    move("Nf3");
    settle();
    EXPECT_EQ(ply(), 4U);
    EXPECT_EQ(session_->game().move_at(3), Move::normal(Square::b8, Square::c6));
}

TEST_F(SessionTest, AChangeOnTheOtherSideGivesNobodyTime) {
    begin(person(), engine("e5 d5"), "60");
    move("e4");
    settle();
    pass(10'000);
    session_->handle(ChangeSeat{Color::black, engine("Nc6")});
    EXPECT_EQ(session_->time_left(Color::white), Milliseconds{50'000});
}

TEST_F(SessionTest, ThePaceKeepsMovesApart) {
    begin(engine("e4 d4 Nf3"), engine("resign"));
    session_->handle(SetPace{Milliseconds{500}});
    settle();
    EXPECT_EQ(ply(), 0U);
    pass(499);
    EXPECT_EQ(ply(), 0U);
    pass(1);
    EXPECT_EQ(ply(), 1U);
}

TEST_F(SessionTest, AnEngineGetsASecondChance) {
    begin(person(), engine("crash e5 crash"));
    move("e4");
    settle();
    EXPECT_EQ(all<SeatTrouble>().size(), 1U);
    EXPECT_EQ(ply(), 2U);
    move("d4");
    settle();
    EXPECT_EQ(reason(), "Black cannot go on: White wins");
    EXPECT_EQ(session_->end()->termination, "abandoned");
}

TEST_F(SessionTest, AContinuedGameHasItsMovesAndClocks) {
    Session& session = begin(person(), person(), "60");
    for (const char* const san : {"e4", "e5"}) move(san);
    pass(3'000);
    move("Nf3");
    std::vector<Session::TimedMove> moves;
    for (std::size_t i = 0; i < 3; ++i)
        moves.push_back({session.ply_at(i).move, session.ply_at(i).spent});
    begin(person(), person(), "60");
    session_->restore(moves);
    EXPECT_EQ(ply(), 3U);
    EXPECT_EQ(session_->time_left(Color::white), Milliseconds{57'000});
    session_->handle(TakeBack{});
    EXPECT_EQ(session_->time_left(Color::white), Milliseconds{60'000});
}

TEST_F(SessionTest, LevelsTakeTheirTimeUnlessTheyAreHurried) {
    begin(person(), level_seat(400));
    move("e4");
    settle();
    EXPECT_EQ(ply(), 1U) << "it has found its move, but waits";
    pass(5'000);
    EXPECT_EQ(ply(), 2U);
}

}  // namespace
}  // namespace castellan
