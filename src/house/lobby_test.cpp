#include "house/lobby.h"

#include <gtest/gtest.h>

#include <thread>

#include "play/textbook_player.h"
#include "store/sqlite/sqlite_game_store.h"
#include "tests/support/full_disk.h"
#include "tests/support/posted_work.h"
#include "tests/support/temporary_folder.h"

namespace castellan {
namespace {

/// Hears everything that it is sent.
class Listener final : public Client {
  public:
    explicit Listener(std::uint64_t number) : number_{number} {}
    void send(Message message) noexcept override { heard.push_back(Json::parse(*message)); }
    std::uint64_t number() const override { return number_; }

    std::vector<Json> heard;

    const Json& last() const { return heard.back(); }
    /// The last event of this kind, or null.
    Json last_of(const std::string& type) const {
        for (auto one = heard.rbegin(); one != heard.rend(); ++one)
            if (one->value("type", "") == type) return *one;
        return nullptr;
    }

  private:
    std::uint64_t number_;
};

class LobbyTest : public testing::Test {
  protected:
    LobbyTest() : store_{*SqliteGameStore::open(folder_ / "games.db")} { open(); }

    void open() {
        lobby_.reset();
        lobby_.emplace(LobbySettings{.engines = {{"mock", "mock"}},
                                     .most_rooms = 50,
                                     .make_program_player =
                                         [](const std::string&, std::stop_token) {
                                             return std::make_unique<TextbookPlayer>(1);
                                         }},
                       names_, &store_, "", work_.poster());
        lobby_->connect(ann_);
    }

    /// Sends a command under a new id and returns the answer.
    Json say(Client& client, Json command) {
        command["id"] = "test-" + std::to_string(++ids_);
        lobby_->receive(client, to_text(command));
        return ann_.last();
    }
    Json say(Json command) { return say(ann_, std::move(command)); }

    static Json person(const char* name) { return {{"kind", "person"}, {"name", name}}; }
    static Json level(int elo) { return {{"kind", "level"}, {"elo", elo}}; }
    GameId begin(Json white, Json black, Json more = Json::object()) {
        more.update({{"do", "new"}, {"white", white}, {"black", black}, {"fast", true}});
        const Json answer = say(more);
        EXPECT_TRUE(is_ok(answer)) << answer;
        return answer.value("game", GameId{0});
    }
    static bool is_ok(const Json& answer) { return answer.value("ok", false); }
    Json type(GameId game, int ply, const char* text) {
        return say({{"do", "type"}, {"game", game}, {"ply", ply}, {"text", text}});
    }
    const TemporaryFolder folder_;
    const OpeningNames names_;
    SqliteGameStore store_;
    Listener ann_{1};
    Listener bob_{2};
    PostedWork work_;
    std::optional<Lobby> lobby_;
    int ids_ = 0;
};

TEST_F(LobbyTest, WhoComesIsGreeted) {
    const Json hello = ann_.last_of("hello");
    EXPECT_EQ(hello["opponents"].size(), 8U);
    EXPECT_EQ(hello["presets"].size(), 4U);
    EXPECT_EQ(hello["engines"], Json::array({"mock"}));
    EXPECT_EQ(hello["open"], Json::array());
}

TEST_F(LobbyTest, TwoPeoplePlayAndEverybodyHears) {
    const GameId game = begin(person("Ann"), person("Bob"));
    const Json snapshot = ann_.last_of("snapshot");
    EXPECT_EQ(snapshot["white"]["name"], "Ann");
    EXPECT_EQ(snapshot["state"]["legal"].size(), 10U);
    EXPECT_EQ(snapshot["state"]["legal"]["g1"], Json::array({"f3", "h3"}));
    lobby_->connect(bob_);
    say(bob_, {{"do", "watch"}, {"game", game}});
    EXPECT_EQ(bob_.last_of("snapshot")["seq"], 0);
    EXPECT_TRUE(is_ok(say({{"do", "move"}, {"game", game}, {"ply", 0}, {"move", "e2e4"}})));
    EXPECT_EQ(bob_.last_of("move")["move"]["san"], "e4");
    EXPECT_EQ(bob_.last_of("move")["state"]["turn"], "black");
    EXPECT_EQ(bob_.last_of("move")["state"]["last"], Json::array({"e2", "e4"}));
    EXPECT_TRUE(is_ok(type(game, 1, "e5")));
    EXPECT_EQ(bob_.last_of("move")["seq"], 2);
}

TEST_F(LobbyTest, WhoWasAwayHearsWhatWasMissed) {
    const GameId game = begin(person("Ann"), person("Bob"));
    type(game, 0, "e4");
    type(game, 1, "e5");
    type(game, 2, "Nf3");
    lobby_->connect(bob_);
    bob_.heard.clear();
    say(bob_, {{"do", "watch"}, {"game", game}, {"since", 1}});
    ASSERT_EQ(bob_.heard.size(), 3U) << "two moves and the answer";
    EXPECT_EQ(bob_.heard[0]["move"]["san"], "e5");
    EXPECT_EQ(bob_.heard[1]["move"]["san"], "Nf3");
    bob_.heard.clear();
    say(bob_, {{"do", "watch"}, {"game", game}, {"since", 99}});
    EXPECT_EQ(bob_.heard[0]["type"], "snapshot") << "the future cannot have been seen";
    EXPECT_EQ(bob_.heard[0]["moves"].size(), 3U);
}

TEST_F(LobbyTest, TheSameCommandIsCarriedOutOnce) {
    const GameId game = begin(person("Ann"), person("Bob"));
    const Json command{
        {"id", "twice"}, {"do", "move"}, {"game", game}, {"ply", 0}, {"move", "e2e4"}};
    for (int i = 0; i < 100; ++i) {
        lobby_->receive(ann_, to_text(command));
        EXPECT_TRUE(is_ok(ann_.last()));
    }
    EXPECT_EQ(store_.load(game)->moves.size(), 1U);
    EXPECT_EQ(type(game, 0, "d4")["error"], "the game has moved on");
}

TEST_F(LobbyTest, WhatCannotBeIsRefusedWithAReason) {
    const GameId game = begin(person("Ann"), person("Bob"));
    EXPECT_FALSE(is_ok(type(game, 0, "Ke2")));
    EXPECT_FALSE(type(game, 0, "e5")["error"].get<std::string>().empty());
    EXPECT_FALSE(is_ok(say({{"do", "fly"}, {"game", game}})));
    EXPECT_FALSE(is_ok(say({{"do", "draw"}})));
    EXPECT_FALSE(is_ok(say({{"do", "watch"}, {"game", 12345}})));
    EXPECT_FALSE(is_ok(say({{"do", "new"}})));
    EXPECT_FALSE(is_ok(say({{"do", "new"}, {"white", level(99)}, {"black", level(400)}})));
    EXPECT_FALSE(is_ok(say({{"do", "new"}, {"white", person("a\nb")}, {"black", person("x")}})));
    EXPECT_FALSE(is_ok(say({{"do", "new"},
                            {"white", {{"kind", "engine"}, {"name", "/bin/sh"}}},
                            {"black", person("x")}})))
        << "only engines of the configuration";
    EXPECT_FALSE(is_ok(say({{"do", "new"},
                            {"white", person("a")},
                            {"black", person("b")},
                            {"from", {{"fen", "no position"}}}})));
    for (const char* const text : {"", "{", "[]", "7", "{\"do\": \"new\"}", "\"x\"", "null",
                                   "{\"id\": 7}", "{\"id\": \"\"}"}) {
        lobby_->receive(ann_, text);
        EXPECT_FALSE(is_ok(ann_.last())) << text;
    }
}

TEST_F(LobbyTest, ALevelAnswers) {
    const GameId game = begin(person("Ann"), level(400));
    type(game, 0, "e4");
    EXPECT_TRUE(ann_.last_of("move")["state"]["isThinking"]);
    EXPECT_EQ(ann_.last_of("move")["state"]["legal"], Json::object());
    ASSERT_TRUE(work_.run_one());
    EXPECT_EQ(ann_.last_of("move")["state"]["ply"], 2);
    say({{"do", "takeback"}, {"game", game}});
    EXPECT_EQ(ann_.last_of("back")["moves"], Json::array());
    EXPECT_TRUE(ann_.last_of("back")["state"]["canRedo"]);
    say({{"do", "resign"}, {"game", game}});
    EXPECT_EQ(ann_.last_of("end")["state"]["result"], "0-1");
    EXPECT_EQ(store_.load(game)->end->result, PgnResult::black_wins);
}

TEST_F(LobbyTest, GamesLiveOnAfterARestart) {
    const GameId game = begin(person("Ann"), person("Bob"), {{"clocks", {{"white", "5+3"}}}});
    type(game, 0, "e4");
    open();
    const Json hello = ann_.last_of("hello");
    ASSERT_EQ(hello["open"].size(), 1U);
    EXPECT_EQ(hello["open"][0]["game"], game);
    EXPECT_EQ(hello["open"][0]["plies"], 1);
    say({{"do", "watch"}, {"game", game}, {"since", 1}});
    const Json snapshot = ann_.last_of("snapshot");
    EXPECT_EQ(snapshot["moves"].size(), 1U);
    EXPECT_EQ(snapshot["clocks"]["white"], "5+3");
    EXPECT_TRUE(is_ok(type(game, 1, "e5")));
}

TEST_F(LobbyTest, GamesAreListedReadDeletedAndBroughtBack) {
    const GameId game = begin(person("<script>"), person("Bob"));
    type(game, 0, "e4");
    type(game, 1, "c5");
    EXPECT_EQ(say({{"do", "games"}, {"player", "bob"}})["games"].size(), 1U);
    EXPECT_EQ(say({{"do", "games"}, {"player", "' OR 1=1 --"}})["games"].size(), 0U);
    const Json record = say({{"do", "record"}, {"game", game}});
    EXPECT_EQ(record["moves"].size(), 2U);
    EXPECT_NE(record["pgn"].get<std::string>().find("1. e4 c5"), std::string::npos);
    EXPECT_TRUE(is_ok(say({{"do", "delete"}, {"games", {game}}})));
    EXPECT_EQ(say({{"do", "games"}})["games"].size(), 0U);
    EXPECT_FALSE(is_ok(say({{"do", "watch"}, {"game", game}})));
    EXPECT_TRUE(is_ok(say({{"do", "restore"}, {"games", {game}}})));
    EXPECT_EQ(say({{"do", "games"}})["games"].size(), 1U);
}

TEST_F(LobbyTest, SettingsAreToldToAllAndKept) {
    lobby_->connect(bob_);
    EXPECT_TRUE(is_ok(say({{"do", "set"}, {"key", "theme"}, {"value", "dark"}})));
    EXPECT_EQ(bob_.last_of("settings")["settings"]["theme"], "dark");
    EXPECT_FALSE(is_ok(say({{"do", "set"}, {"key", std::string(99, 'k')}, {"value", ""}})));
    open();
    EXPECT_EQ(ann_.last_of("hello")["settings"]["theme"], "dark");
}

TEST_F(LobbyTest, ThereAreOnlySoManyGames) {
    bool was_refused = false;
    for (int i = 0; i < 60; ++i)
        was_refused |= !is_ok(say({{"do", "new"}, {"white", person("a")}, {"black", person("b")}}));
    EXPECT_TRUE(was_refused);
}

TEST_F(LobbyTest, ClocksRunAndFlagsFall) {
    const GameId game =
        begin(person("Ann"), person("Bob"), {{"clocks", {{"white", "0.001"}, {"black", "0.001"}}}});
    type(game, 0, "e4");
    type(game, 1, "e5");
    EXPECT_EQ(ann_.last_of("move")["state"]["runs"], "white");
    const SteadyTime patience = SteadyClock::now() + std::chrono::seconds{10};
    while (ann_.last_of("end").is_null() && SteadyClock::now() < patience) {
        const auto deadline = lobby_->next_deadline();
        ASSERT_TRUE(deadline);
        std::this_thread::sleep_until(*deadline);
        lobby_->tick();
    }
    EXPECT_EQ(ann_.last_of("end")["state"]["result"], "0-1");
}

TEST_F(LobbyTest, WhatIsToldIsKeptWhenTheLobbyHasSettled) {
    const GameId game = begin(person("Ann"), person("Bob"));
    EXPECT_TRUE(is_ok(type(game, 0, "e4")));
    SqliteGameStore reader = *SqliteGameStore::open_to_read(folder_ / "games.db");
    lobby_->settle();
    EXPECT_EQ(reader.load(game)->moves.size(), 1U);
}

TEST_F(LobbyTest, PlayGoesOnWithAWordWhileTheDiskIsFull) {
    const GameId game = begin(person("Ann"), person("Bob"));
    lobby_->settle();
    {
        const FullDisk full;
        EXPECT_TRUE(is_ok(type(game, 0, "e4")));
        lobby_->settle();
    }
    const Json told = ann_.last_of("unsaved");
    EXPECT_TRUE(told.is_object());
    EXPECT_NE(told.value("notice", ""), "");
    EXPECT_TRUE(store_.load(game)->moves.empty());
    // With room again everything is made up for.
    EXPECT_TRUE(is_ok(type(game, 1, "e5")));
    EXPECT_FALSE(ann_.last_of("move").contains("notice"));
    lobby_->settle();
    EXPECT_EQ(store_.load(game)->moves.size(), 2U);
}

TEST_F(LobbyTest, W8_WhatIsSearchedForIsNeverPartOfAQuery) {
    const GameId game = begin(person("Ann"), person("100%_Bob"));
    const char* const attacks[] = {"' OR '1'='1",
                                   "'; DROP TABLE games; --",
                                   "\" OR \"\"=\"",
                                   "x' UNION SELECT 1,2,3,4,5,6,7,8 --",
                                   "\\",
                                   "%' ESCAPE '",
                                   "'/*",
                                   "1; DELETE FROM plies",
                                   "?1",
                                   "');ATTACH 'x' AS y; --",
                                   ":a @b $c",
                                   "NULL"};
    for (const char* const attack : attacks) {
        for (const char* const field : {"player", "opening", "result"}) {
            const Json answer = say({{"do", "games"}, {field, attack}});
            EXPECT_TRUE(is_ok(answer)) << answer;
            EXPECT_EQ(answer["games"].size(), 0U) << field << ' ' << attack;
        }
        // Any text is earlier or later than a day.
        for (const char* const field : {"since", "until"})
            EXPECT_TRUE(is_ok(say({{"do", "games"}, {field, attack}}))) << field << ' ' << attack;
    }
    const auto found = [&](const char* player) {
        return say({{"do", "games"}, {"player", player}})["games"].size();
    };
    EXPECT_EQ(found("100%_B"), 1U);
    EXPECT_EQ(found("1%B"), 0U) << "SQL's own signs are letters here";
    EXPECT_EQ(found("100%xB"), 0U);
    for (const char* const number : {"-1", "0", "9223372036854775807", "-9223372036854775808",
                                     "9223372036854775808", "1e300", "0.5", "\"1\"", "[]", "null"})
        for (const char* const field : {"limit", "before", "game"}) {
            const std::string text = std::string{R"({"id":"n-)"} + field + number + R"(","do":")" +
                                     (field == std::string_view{"game"} ? "record" : "games") +
                                     R"(",")" + field + R"(":)" + number + '}';
            lobby_->receive(ann_, text);
            EXPECT_TRUE(ann_.last().contains("ok")) << text;
        }
    EXPECT_EQ(say({{"do", "games"}})["games"].size(), 1U);
    EXPECT_TRUE(store_.load(game));
}

}  // namespace
}  // namespace castellan
