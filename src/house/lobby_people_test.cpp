// Several people in one lobby: what is one's own, what is the host's, and games by link.
#include <gtest/gtest.h>

#include "house/lobby.h"
#include "store/sqlite/sqlite_game_store.h"
#include "tests/support/posted_work.h"
#include "tests/support/temporary_folder.h"

namespace castellan {
namespace {

constexpr const char* kInvitation = "0123456789abcdef0123456789abcdef";
constexpr const char* kHostSecret = "fedcba9876543210fedcba9876543210";

/// A page of somebody.
class Browser final : public Client {
  public:
    explicit Browser(std::uint64_t number) : number_{number} {}
    void send(Message message) noexcept override { heard.push_back(Json::parse(*message)); }
    std::uint64_t number() const override { return number_; }
    PersonId person() const override { return person_; }
    std::string key() const override { return key_; }
    void hang_up() noexcept override { is_cut_off = true; }
    void become(PersonId person, std::string key) {
        person_ = person;
        key_ = std::move(key);
    }
    Json last_of(const std::string& type) const {
        for (auto one = heard.rbegin(); one != heard.rend(); ++one)
            if (one->value("type", "") == type) return *one;
        return nullptr;
    }

    std::vector<Json> heard;
    bool is_cut_off = false;

  private:
    std::uint64_t number_;
    PersonId person_ = kNobody;
    std::string key_;
};

class LobbyPeopleTest : public testing::Test {
  protected:
    LobbyPeopleTest() : store_{*SqliteGameStore::open(folder_ / "games.db")} {
        open();
        come_in(host_, {{"token", kHostSecret}});
        come_in(ann_, {{"token", kInvitation}, {"name", "Ann"}});
        come_in(bob_, {{"token", kInvitation}, {"name", "Bob"}});
        come_in(eve_, {{"token", kInvitation}, {"name", "Eve"}});
    }
    void open() {
        lobby_.reset();
        lobby_.emplace(LobbySettings{.most_rooms_of_one = 20,
                                     .people = {.are_several = true,
                                                .invitation = kInvitation,
                                                .host_secret = kHostSecret},
                                     .address = [] { return "https://chess.example.org"; }},
                       names_, &store_, "", work_.poster());
    }
    void come_in(Browser& browser, const Json& wish) {
        const auto entry = lobby_->enter(wish, browser.key());
        ASSERT_TRUE(entry) << entry.error().message;
        browser.become(lobby_->people().person_with(entry->key).value(), entry->key);
        lobby_->connect(browser);
    }
    Json say(Browser& browser, Json command) {
        command["id"] = "test-" + std::to_string(++ids_);
        lobby_->receive(browser, to_text(command));
        return browser.heard.back();
    }
    static bool is_ok(const Json& answer) { return answer.value("ok", false); }
    GameId begin(Browser& browser) {
        return say(browser, {{"do", "new"},
                             {"white", {{"kind", "person"}, {"name", "A"}}},
                             {"black", {{"kind", "person"}, {"name", "B"}}}})
            .value("game", GameId{0});
    }
    /// Ann's game, and the secret of its link.
    std::pair<GameId, std::string> invite(bool may_watch = false, const char* clock = "none") {
        const Json answer = say(ann_, {{"do", "new"},
                                       {"white", {{"kind", "person"}}},
                                       {"black", {{"kind", "friend"}}},
                                       {"clocks", {{"white", clock}, {"black", clock}}},
                                       {"mayWatch", may_watch}});
        EXPECT_TRUE(is_ok(answer)) << answer;
        const std::string url = ann_.last_of("snapshot").value("url", "");
        return {answer.value("game", GameId{0}), url.substr(url.find('=') + 1)};
    }
    GameId play_apart() {
        const auto [game, link] = invite();
        EXPECT_TRUE(is_ok(say(bob_, {{"do", "join"}, {"link", link}})));
        return game;
    }
    Json move(Browser& browser, GameId game, int ply, const char* text) {
        return say(browser, {{"do", "move"}, {"game", game}, {"ply", ply}, {"move", text}});
    }

    const TemporaryFolder folder_;
    const OpeningNames names_;
    SqliteGameStore store_;
    Browser host_{1};
    Browser ann_{2};
    Browser bob_{3};
    Browser eve_{4};
    PostedWork work_;
    std::optional<Lobby> lobby_;
    int ids_ = 0;
};

/// Every command there is, as somebody would say it who means another's game.
std::vector<Json> all_commands_about(GameId game) {
    const Json person{{"kind", "person"}, {"name", "Eve"}};
    return {{{"do", "watch"}, {"game", game}},
            {{"do", "watch"}, {"game", game}, {"since", 0}},
            {{"do", "record"}, {"game", game}},
            {{"do", "delete"}, {"games", {game}}},
            {{"do", "restore"}, {"games", {game}}},
            {{"do", "move"}, {"game", game}, {"ply", 0}, {"move", "e2e4"}},
            {{"do", "type"}, {"game", game}, {"ply", 0}, {"text", "e4"}},
            {{"do", "takeback"}, {"game", game}},
            {{"do", "redo"}, {"game", game}},
            {{"do", "hint"}, {"game", game}},
            {{"do", "draw"}, {"game", game}},
            {{"do", "decline"}, {"game", game}},
            {{"do", "resign"}, {"game", game}},
            {{"do", "pause"}, {"game", game}, {"on", true}},
            {{"do", "step"}, {"game", game}},
            {{"do", "pace"}, {"game", game}, {"ms", 0}},
            {{"do", "seat"}, {"game", game}, {"side", "white"}, {"seat", person}},
            {{"do", "claim"}, {"game", game}, {"as", "win"}},
            {{"do", "rematch"}, {"game", game}},
            {{"do", "join"}, {"link", std::to_string(game)}},
            {{"do", "join"}, {"link", ""}},
            {{"do", "join"}},
            {{"do", "people"}},
            {{"do", "remove"}, {"person", 1}},
            {{"do", "end"}, {"game", game}},
            {{"do", "revoke"}}};
}

TEST_F(LobbyPeopleTest, NothingThatASecondPersonSaysTouchesTheFirstOnesGames) {
    const GameId own = begin(ann_);
    const GameId apart = play_apart();
    const GameId over = begin(ann_);
    ASSERT_TRUE(is_ok(say(ann_, {{"do", "resign"}, {"game", over}})));
    for (const GameId game : {own, apart, over})
        for (const Json& command : all_commands_about(game)) {
            const std::size_t heard = eve_.heard.size();
            EXPECT_FALSE(is_ok(say(eve_, command))) << command;
            EXPECT_EQ(eve_.heard.size(), heard + 1) << "she hears more than the refusal";
        }
    EXPECT_EQ(say(eve_, {{"do", "games"}})["games"].size(), 0U);
    EXPECT_EQ(say(ann_, {{"do", "games"}})["games"].size(), 3U);
    EXPECT_EQ(say(bob_, {{"do", "games"}})["games"].size(), 1U);
    EXPECT_TRUE(is_ok(move(ann_, own, 0, "e2e4")));
    EXPECT_TRUE(is_ok(move(ann_, apart, 0, "e2e4")));
    EXPECT_EQ(store_.list().value().size(), 3U);
}

TEST_F(LobbyPeopleTest, ARefusalDoesNotSayWhetherThereIsSuchAGame) {
    const GameId game = begin(ann_);
    const auto about = [&](GameId number) {
        return say(eve_, {{"do", "watch"}, {"game", number}}).value("error", "");
    };
    EXPECT_EQ(about(game), "there is no game " + std::to_string(game));
    EXPECT_EQ(about(99), "there is no game 99");
}

TEST_F(LobbyPeopleTest, EachSideIsItsOwnPersons) {
    const GameId game = play_apart();
    EXPECT_FALSE(is_ok(move(bob_, game, 0, "e2e4"))) << "White's move";
    EXPECT_TRUE(is_ok(move(ann_, game, 0, "e2e4")));
    EXPECT_FALSE(is_ok(move(ann_, game, 1, "e7e5"))) << "Black's move";
    EXPECT_TRUE(is_ok(move(bob_, game, 1, "e7e5")));
    EXPECT_TRUE(is_ok(say(bob_, {{"do", "resign"}, {"game", game}}))) << "on the other's turn";
    EXPECT_EQ(ann_.last_of("end")["state"]["reason"], "Black resigns: White wins");
}

TEST_F(LobbyPeopleTest, SettingsAndNamesAreOnesOwn) {
    say(ann_, {{"do", "set"}, {"key", "theme"}, {"value", "dark"}});
    say(bob_, {{"do", "set"}, {"key", "name"}, {"value", "Robert"}});
    open();
    lobby_->connect(ann_);
    lobby_->connect(bob_);
    EXPECT_EQ(ann_.last_of("hello")["settings"], (Json{{"name", "Ann"}, {"theme", "dark"}}));
    EXPECT_EQ(bob_.last_of("hello")["settings"], (Json{{"name", "Robert"}}));
    EXPECT_EQ(bob_.last_of("hello")["you"]["name"], "Robert");
    EXPECT_FALSE(is_ok(say(bob_, {{"do", "set"}, {"key", "name"}, {"value", "a\nb"}})));
}

TEST_F(LobbyPeopleTest, TheFirstToOpenTheLinkPlaysAndOthersWatchIfTheyMay) {
    for (const bool may_watch : {false, true}) {
        const auto [game, link] = invite(may_watch);
        EXPECT_EQ(link.size(), 32U);
        EXPECT_TRUE(is_ok(say(bob_, {{"do", "join"}, {"link", link}})));
        EXPECT_EQ(bob_.last_of("snapshot")["you"], "black");
        EXPECT_EQ(is_ok(say(eve_, {{"do", "join"}, {"link", link}})), may_watch);
        EXPECT_EQ(is_ok(say(eve_, {{"do", "watch"}, {"game", game}})), may_watch);
        EXPECT_FALSE(is_ok(move(eve_, game, 0, "e2e4")));
        EXPECT_FALSE(is_ok(say(eve_, {{"do", "resign"}, {"game", game}})));
        EXPECT_TRUE(is_ok(say(bob_, {{"do", "join"}, {"link", link}}))) << "it is Bob's seat";
    }
    EXPECT_FALSE(eve_.last_of("snapshot").contains("you"));
    EXPECT_FALSE(eve_.last_of("snapshot").contains("url"));
}

TEST_F(LobbyPeopleTest, AGameByLinkGoesOnAfterARestart) {
    const GameId game = play_apart();
    ASSERT_TRUE(is_ok(move(ann_, game, 0, "e2e4")));
    open();
    lobby_->connect(bob_);
    EXPECT_TRUE(is_ok(say(bob_, {{"do", "watch"}, {"game", game}})));
    EXPECT_EQ(bob_.last_of("snapshot")["you"], "black");
    EXPECT_EQ(bob_.last_of("snapshot")["state"]["away"]["side"], "white");
    EXPECT_TRUE(is_ok(move(bob_, game, 1, "e7e5")));
    EXPECT_EQ(bob_.last_of("hello")["open"].size(), 1U);
}

TEST_F(LobbyPeopleTest, DeletingAGameBetweenTwoTakesItOutOfOnesOwnSightOnly) {
    const GameId game = play_apart();
    EXPECT_TRUE(is_ok(say(ann_, {{"do", "delete"}, {"games", {game}}})));
    EXPECT_EQ(say(ann_, {{"do", "games"}})["games"].size(), 0U);
    EXPECT_EQ(say(bob_, {{"do", "games"}})["games"].size(), 1U);
    EXPECT_TRUE(is_ok(say(ann_, {{"do", "restore"}, {"games", {game}}})));
    EXPECT_EQ(say(ann_, {{"do", "games"}})["games"].size(), 1U);
}

TEST_F(LobbyPeopleTest, AnInvitationToAGameCanBeWithdrawn) {
    const auto [game, link] = invite();
    EXPECT_TRUE(lobby_->is_way_in("game=" + link));
    EXPECT_TRUE(is_ok(say(ann_, {{"do", "delete"}, {"games", {game}}})));
    EXPECT_FALSE(lobby_->is_way_in("game=" + link));
    EXPECT_FALSE(is_ok(say(bob_, {{"do", "join"}, {"link", link}})));
}

TEST_F(LobbyPeopleTest, BothAgreeToPlayAgainWithColoursChanged) {
    const GameId game = play_apart();
    EXPECT_FALSE(is_ok(say(ann_, {{"do", "rematch"}, {"game", game}}))) << "it is not over";
    say(bob_, {{"do", "resign"}, {"game", game}});
    say(ann_, {{"do", "rematch"}, {"game", game}});
    say(ann_, {{"do", "rematch"}, {"game", game}});
    EXPECT_TRUE(ann_.last_of("rematch").is_null()) << "one alone does not agree";
    EXPECT_TRUE(is_ok(say(bob_, {{"do", "rematch"}, {"game", game}})));
    const GameId next = ann_.last_of("rematch").value("next", GameId{0});
    EXPECT_NE(next, 0);
    EXPECT_TRUE(is_ok(say(bob_, {{"do", "watch"}, {"game", next}})));
    EXPECT_TRUE(is_ok(move(bob_, next, 0, "e2e4")));
    EXPECT_FALSE(is_ok(say(ann_, {{"do", "rematch"}, {"game", game}}))) << "there is one already";
}

TEST_F(LobbyPeopleTest, ATakenBackMoveNeedsTheOthersWord) {
    const GameId game = play_apart();
    move(ann_, game, 0, "e2e4");
    EXPECT_FALSE(is_ok(say(bob_, {{"do", "takeback"}, {"game", game}}))) << "Bob has no move yet";
    EXPECT_TRUE(is_ok(say(ann_, {{"do", "takeback"}, {"game", game}})));
    EXPECT_EQ(ann_.last_of("takebackOffered")["state"]["ply"], 1);
    EXPECT_FALSE(is_ok(say(ann_, {{"do", "decline"}, {"game", game}}))) << "it is her own offer";
    EXPECT_TRUE(is_ok(say(bob_, {{"do", "decline"}, {"game", game}})));
    EXPECT_FALSE(is_ok(say(ann_, {{"do", "takeback"}, {"game", game}}))) << "once for each move";
    move(bob_, game, 1, "e7e5");
    EXPECT_TRUE(is_ok(say(ann_, {{"do", "takeback"}, {"game", game}})));
    EXPECT_TRUE(is_ok(say(bob_, {{"do", "takeback"}, {"game", game}})));
    EXPECT_EQ(ann_.last_of("back")["moves"].size(), 0U);
}

TEST_F(LobbyPeopleTest, WhatIsForOneBoardIsRefusedApart) {
    const GameId game = play_apart();
    move(ann_, game, 0, "e2e4");
    for (const char* const word : {"hint", "redo", "pause", "step", "pace", "seat"}) {
        Json command{{"do", word}, {"game", game}, {"on", true}, {"ms", 0}};
        command["side"] = "black";
        command["seat"] = {{"kind", "level"}, {"elo", 2800}};
        EXPECT_FALSE(is_ok(say(bob_, command))) << word;
    }
}

TEST_F(LobbyPeopleTest, OnlyTheHostSeesWhoIsThereAndEndsGames) {
    const GameId game = begin(ann_);
    const Json seen = say(host_, {{"do", "people"}});
    EXPECT_EQ(seen["people"].size(), 3U);
    EXPECT_EQ(seen["people"][0]["name"], "Ann");
    EXPECT_EQ(seen["people"][0]["isHere"], true);
    EXPECT_EQ(seen["people"][0]["games"], 1);
    EXPECT_EQ(seen["playing"][0]["game"], game);
    EXPECT_FALSE(is_ok(say(host_, {{"do", "watch"}, {"game", game}}))) << "it is not the host's";
    EXPECT_TRUE(is_ok(say(host_, {{"do", "end"}, {"game", game}})));
    EXPECT_EQ(ann_.last_of("end")["state"]["reason"], "The host has ended the game");
    EXPECT_EQ(store_.load(game)->end->termination, "abandoned");
}

TEST_F(LobbyPeopleTest, RevokedMeansRevokedAtOnce) {
    EXPECT_TRUE(is_ok(say(host_, {{"do", "remove"}, {"person", ann_.person()}})));
    EXPECT_TRUE(ann_.is_cut_off);
    EXPECT_FALSE(bob_.is_cut_off);
    EXPECT_FALSE(lobby_->people().person_with(ann_.key()));
    EXPECT_TRUE(is_ok(say(host_, {{"do", "revoke"}})));
    EXPECT_FALSE(lobby_->enter({{"token", kInvitation}, {"name", "Ann"}}, ""));
    EXPECT_TRUE(lobby_->people().person_with(bob_.key())) << "who came by it stays";
}

TEST_F(LobbyPeopleTest, ALinkForAnotherDeviceMakesItTheSamePerson) {
    const std::string url = say(ann_, {{"do", "device"}}).value("url", "");
    const std::string pass = url.substr(url.find('=') + 1);
    Browser phone{9};
    come_in(phone, {{"device", pass}});
    EXPECT_EQ(phone.person(), ann_.person());
    EXPECT_NE(phone.key(), ann_.key());
    EXPECT_TRUE(is_ok(say(phone, {{"do", "forget"}})));
    EXPECT_TRUE(phone.is_cut_off);
    EXPECT_FALSE(ann_.is_cut_off);
    EXPECT_FALSE(lobby_->enter({{"device", std::string(32, '0')}}, ""));
}

TEST_F(LobbyPeopleTest, NobodyBecomesSomebodyElseUnasked) {
    const std::string url = say(eve_, {{"do", "device"}}).value("url", "");
    Json wish{{"device", url.substr(url.find('=') + 1)}};
    const auto asked = lobby_->enter(wish, ann_.key());
    EXPECT_EQ(asked->answer, (Json{{"isKnown", false}, {"from", "Eve"}, {"isNow", "Ann"}}));
    EXPECT_EQ(asked->key, "");
    wish["switch"] = true;
    EXPECT_EQ(lobby_->people().person_with(lobby_->enter(wish, ann_.key())->key), eve_.person());
    EXPECT_EQ(lobby_->enter({{"token", kHostSecret}}, ann_.key())->key, "");
}

TEST_F(LobbyPeopleTest, WhoIsSomebodyAlreadyStaysThatByAnyLink) {
    const auto [game, link] = invite();
    for (const Json& wish : {Json{{"token", kInvitation}, {"name", "X"}}, Json{{"game", link}}}) {
        const auto entry = lobby_->enter(wish, bob_.key());
        EXPECT_TRUE(entry->answer.value("isKnown", false));
        EXPECT_EQ(entry->key, "");
    }
    const auto asked = lobby_->enter({{"game", link}}, "");
    EXPECT_EQ(asked->answer, (Json{{"isKnown", false}, {"from", "Ann"}}));
    EXPECT_EQ(lobby_->people().all().size(), 3U) << "looking at a link changes nothing";
}

TEST_F(LobbyPeopleTest, ALinkLetsNobodyNewInForWhomItHasNoPlace) {
    for (const bool may_watch : {false, true}) {
        const auto [game, link] = invite(may_watch);
        const Json wish{{"game", link}, {"name", "Mallory"}};
        EXPECT_TRUE(lobby_->is_way_in("game=" + link));
        ASSERT_TRUE(is_ok(say(bob_, {{"do", "join"}, {"link", link}})));
        EXPECT_EQ(lobby_->is_way_in("game=" + link), may_watch);
        EXPECT_EQ(lobby_->enter(wish, "").has_value(), may_watch);
        say(bob_, {{"do", "resign"}, {"game", game}});
        EXPECT_FALSE(lobby_->is_way_in("game=" + link));
        EXPECT_FALSE(lobby_->enter(wish, ""));
        EXPECT_TRUE(lobby_->enter(wish, ann_.key())) << "who is somebody may look at it";
    }
}

TEST_F(LobbyPeopleTest, OnePersonDoesNotTakeAllTheRoom) {
    int begun = 0;
    for (int i = 0; i < 50; ++i) begun += begin(eve_) != 0 ? 1 : 0;
    EXPECT_EQ(begun, 20);
    EXPECT_NE(begin(ann_), 0);
}

TEST_F(LobbyPeopleTest, OnlySoManyHintsAtOnce) {
    const GameId game = begin(ann_);
    int given = 0;
    for (int i = 0; i < 30; ++i)
        given += is_ok(say(ann_, {{"do", "hint"}, {"game", game}})) ? 1 : 0;
    EXPECT_GE(given, 10);
    EXPECT_LT(given, 20);
}

}  // namespace
}  // namespace castellan
