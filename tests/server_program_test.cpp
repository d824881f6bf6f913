// castellan serve and clients that mean no good: raw sockets, no library that would help them to
// behave.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <filesystem>
#include <thread>

#include "tests/support/piped_program.h"
#include "tests/support/raw_page.h"
#include "tests/support/slowness.h"
#include "tests/support/temporary_folder.h"

namespace castellan {
namespace {

/// The program, listening on a port of its own.
class Server {
  public:
    Server(const std::string& data, std::vector<std::string> more = {},
           const std::string& port = "0") {
        int output[2];
        EXPECT_EQ(pipe(output), 0);
        pid_ = fork();
        if (pid_ == 0) {
            dup2(output[1], STDOUT_FILENO);
            close(output[0]);
            setenv("CASTELLAN_DATA", data.c_str(), 1);
            std::vector<std::string> words{CASTELLAN_PROGRAM, "serve", "--no-open", "--port", port};
            words.insert(words.end(), more.begin(), more.end());
            std::vector<char*> argv;
            for (std::string& word : words) argv.push_back(word.data());
            argv.push_back(nullptr);
            execv(CASTELLAN_PROGRAM, argv.data());
            _exit(127);
        }
        close(output[1]);
        // Where others can come, the invitation is told first, then the host's own address.
        const auto has = [&](const char* option) {
            return std::ranges::find(more, option) != more.end();
        };
        url_ = own_url_ = read_line(output[0]);
        if (has("--listen") || has("--public-url")) own_url_ = read_line(output[0]);
        close(output[0]);
        const std::size_t colon = own_url_.find(':', 7);
        EXPECT_NE(colon, std::string::npos) << own_url_;
        if (colon != std::string::npos) port_ = std::stoi(own_url_.substr(colon + 1));
    }
    ~Server() {
        if (pid_ > 0) end(SIGKILL);
    }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    int port() const { return port_; }
    const std::string& url() const { return url_; }
    const std::string& own_url() const { return own_url_; }
    std::string authority() const { return "127.0.0.1:" + std::to_string(port_); }
    int end(int signal) {
        kill(pid_, signal);
        int status = 0;
        waitpid(pid_, &status, 0);
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    bool is_alive() const { return kill(pid_, 0) == 0 && waitpid(pid_, nullptr, WNOHANG) == 0; }

  private:
    static std::string read_line(int file) {
        std::string line;
        char c = 0;
        while (read(file, &c, 1) == 1 && c != '\n') line += c;
        return line;
    }

    pid_t pid_ = -1;
    std::string url_;
    std::string own_url_;
    int port_ = 0;
};

class ServerProgramTest : public testing::Test {
  protected:
    std::string get(const Server& server, const std::string& target) const {
        return "GET " + target + " HTTP/1.1\r\nHost: " + server.authority() + "\r\n\r\n";
    }
    std::string data() const { return folder_.path(); }
    static Json two_people() {
        return {{"do", "new"},
                {"white", {{"kind", "person"}, {"name", "Ann"}}},
                {"black", {{"kind", "person"}, {"name", "Bob"}}}};
    }
    /// A page can still play.
    static void expect_sound(const Server& server) {
        ASSERT_TRUE(server.is_alive());
        Page page{server.port()};
        ASSERT_TRUE(page.is_open());
        const Json begun = page.ask(two_people());
        ASSERT_TRUE(begun.value("ok", false)) << begun;
        const Json moved =
            page.ask({{"do", "move"}, {"game", begun["game"]}, {"ply", 0}, {"move", "e2e4"}});
        EXPECT_TRUE(moved.value("ok", false)) << moved;
    }

  private:
    const TemporaryFolder folder_;
};

TEST_F(ServerProgramTest, W2_WhoIsSlowIsCut) {
    const Server server{data()};
    constexpr int kSlow = CASTELLAN_IS_SANITIZED ? 50 : 500;
    std::vector<Connection> slow;
    for (int i = 0; i < kSlow; ++i) {
        slow.emplace_back(server.port());
        ASSERT_TRUE(slow.back().is_open()) << i;
        slow.back().send("GET / HT");
    }
    expect_sound(server);
    const auto end = Clock::now() + 14s;
    for (Connection& one : slow)
        EXPECT_TRUE(one.waits_for_end(std::max<std::chrono::milliseconds>(
            std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()), 1ms)));
    expect_sound(server);
}

TEST_F(ServerProgramTest, W3_WhatIsTooLongOrContradictsItselfIsRefused) {
    const Server server{data()};
    const std::string host = "Host: " + server.authority() + "\r\n";
    const std::string origin = "Origin: http://" + server.authority() + "\r\n";
    const std::string post = "POST /api/import HTTP/1.1\r\n" + host + origin;
    EXPECT_EQ(status_of(server.port(), get(server, "/" + std::string(3'000, 'a'))), 414);
    EXPECT_EQ(status_of(server.port(),
                        "GET / HTTP/1.1\r\n" + host + "X: " + std::string(9'000, 'a') + "\r\n\r\n"),
              431);
    EXPECT_EQ(status_of(server.port(), post + "Content-Length: 99999999\r\n\r\n"), 413);
    for (const char* const fields :
         {"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
          "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello", "Content-Length: -1\r\n\r\n",
          "Content-Length: 5x\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\nZZ\r\n",
          "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\n"})
        EXPECT_EQ(status_of(server.port(), post + fields) / 100, 4) << fields;
    for (const char* const garbage : {"\r\n\r\n\r\n", "GET\r\n\r\n", "\x16\x03\x01\x02",
                                      "GET / HTTP/9.9\r\n\r\n", "G\0T / HTTP/1.1\r\n\r\n"}) {
        const int status = status_of(server.port(), std::string{garbage} + "\r\n\r\n");
        EXPECT_TRUE(status == 0 || status / 100 == 4) << status << ' ' << garbage;
    }
    EXPECT_EQ(status_of(server.port(), "DELETE / HTTP/1.1\r\n" + host + origin + "\r\n"), 405);
    expect_sound(server);
}

TEST_F(ServerProgramTest, W3_LongOrManyMessagesCloseTheSocket) {
    const Server server{data()};
    {
        Page page{server.port()};
        page.send_frame(1, std::string(20'000, 'x'));
        while (page.next()) {
        }
        EXPECT_EQ(page.close_code(), 1009);
    }
    {
        Page page{server.port()};
        for (int i = 0; i < 200; ++i)
            page.send({{"id", std::to_string(i)}, {"do", "unwatch"}, {"game", 1}});
        while (page.next()) {
        }
        EXPECT_EQ(page.close_code(), 1008);
    }
    {
        Page page{server.port()};
        page.send_frame(2, "bytes");
        while (page.next()) {
        }
        EXPECT_EQ(page.close_code(), 1003);
    }
    expect_sound(server);
}

TEST_F(ServerProgramTest, W4_W5_OtherNamesAndOtherSitesGetNothing) {
    const Server server{data()};
    const std::string own = server.authority();
    EXPECT_EQ(status_of(server.port(), "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"), 421);
    EXPECT_EQ(status_of(server.port(), "GET / HTTP/1.1\r\n\r\n"), 421);
    EXPECT_EQ(
        status_of(server.port(), "GET / HTTP/1.1\r\nHost: " + own + "\r\nHost: evil\r\n\r\n") / 100,
        4);
    EXPECT_FALSE((Page{server.port(), "http://evil.example", own}.is_open()));
    EXPECT_FALSE((Page{server.port(), "", own}.is_open()));
    EXPECT_FALSE((Page{server.port(), "null", own}.is_open()));
    EXPECT_FALSE((Page{server.port(), "http://evil.example:" + std::to_string(server.port()),
                       "evil.example:" + std::to_string(server.port())}
                      .is_open()));
    EXPECT_TRUE((Page{server.port(), "http://" + own, own}.is_open()));
    EXPECT_EQ(status_of(server.port(), "POST /api/import HTTP/1.1\r\nHost: " + own +
                                           "\r\nContent-Length: 3\r\n\r\n1.e"),
              403);
}

TEST_F(ServerProgramTest, W6_ThereAreNoPathsToOtherFiles) {
    const Server server{data()};
    const char* const parts[] = {"..",      "%2e%2e",   "..%2f", "..%5c",  "%00",  "\\",
                                 "....//",  "%c0%ae",   "etc",   "passwd", "proc", "self",
                                 "environ", "games.db", "//",    ".",      "%2f",  "index.html"};
    unsigned seed = 1;
    for (int i = 0; i < 300; ++i) {
        std::string target = "/";
        for (int j = 0; j < 5; ++j) {
            seed = seed * 1'103'515'245 + 12'345;
            target += parts[(seed >> 16) % std::size(parts)];
            target += '/';
        }
        target += "etc/passwd";
        const int status = status_of(server.port(), get(server, target));
        EXPECT_TRUE(status == 404 || status == 400) << target << ' ' << status;
    }
}

TEST_F(ServerProgramTest, W7_PoliciesStandOnEveryAnswer) {
    const Server server{data()};
    for (const char* const target : {"/", "/nowhere"}) {
        Connection connection{server.port()};
        connection.send(get(server, target));
        while (connection.buffer().find("\r\n\r\n") == std::string::npos && connection.receive()) {
        }
        for (const char* const field :
             {"Content-Security-Policy: default-src 'self'", "nosniff", "base-uri 'none'"})
            EXPECT_NE(connection.buffer().find(field), std::string::npos)
                << field << connection.buffer();
    }
}

TEST_F(ServerProgramTest, W9_W10_NobodyMovesOutOfTurnTwiceOrByAnotherProgram) {
    const Server server{data()};
    Page page{server.port()};
    ASSERT_TRUE(page.is_open());
    for (const char* const name : {"/bin/sh", "stockfish; id", "$(id)", "a\nquit"})
        EXPECT_FALSE(page.ask({{"do", "new"},
                               {"white", {{"kind", "engine"}, {"name", name}}},
                               {"black", {{"kind", "person"}}}})["ok"])
            << name;
    const Json begun = page.ask(two_people());
    const auto move = [&](int ply, const char* text) {
        return page.ask(
            {{"do", "move"}, {"game", begun["game"]}, {"ply", ply}, {"move", text}})["ok"];
    };
    EXPECT_EQ(move(0, "e7e5"), false) << "not Black's turn";
    EXPECT_EQ(move(5, "e2e4"), false) << "not now";
    EXPECT_EQ(move(0, "e2e4"), true);
    EXPECT_EQ(move(0, "e2e4"), false) << "not again";
    EXPECT_TRUE(page.ask({{"do", "resign"}, {"game", begun["game"]}})["ok"]);
    EXPECT_EQ(move(1, "e7e5"), false) << "not after the end";
}

TEST_F(ServerProgramTest, W11_OneClientsEnginesDoNotStarveAnother) {
    const Server server{data()};
    Page greedy{server.port()};
    for (int i = 0; i < 12; ++i)
        EXPECT_TRUE(greedy.ask(
            {{"do", "new"}, {"white", {{"kind", "full"}}}, {"black", {{"kind", "full"}}}})["ok"]);
    Page page{server.port()};
    const Json begun = page.ask({{"do", "new"},
                                 {"white", {{"kind", "person"}}},
                                 {"black", {{"kind", "level"}, {"elo", 400}}},
                                 {"fast", true}});
    ASSERT_TRUE(begun.value("ok", false)) << begun;
    const auto asked = Clock::now();
    EXPECT_TRUE(
        page.ask({{"do", "move"}, {"game", begun["game"]}, {"ply", 0}, {"move", "e2e4"}})["ok"]);
    while (const auto event = page.next())
        if (event->value("type", "") == "move" && (*event)["state"]["ply"] == 2) break;
    EXPECT_LT(Clock::now() - asked, 4s) << "weak levels wait behind nobody who is strong";
}

/// How long it takes until the answer to e4 has come.
std::chrono::milliseconds time_for_answer(Page& page, int elo) {
    const Json begun = page.ask({{"do", "new"},
                                 {"white", {{"kind", "person"}}},
                                 {"black", {{"kind", "level"}, {"elo", elo}}},
                                 {"fast", true}});
    EXPECT_TRUE(begun.value("ok", false)) << begun;
    const auto asked = Clock::now();
    page.ask({{"do", "move"}, {"game", begun["game"]}, {"ply", 0}, {"move", "e2e4"}});
    const auto is_answer = [&](const Json& event) {
        return event.value("type", "") == "move" && event["game"] == begun["game"] &&
               event["state"]["ply"] == 2;
    };
    if (std::ranges::none_of(page.events, is_answer))
        while (const auto event = page.next())
            if (is_answer(*event)) break;
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - asked);
}

Json full_strength(const char* clock) {
    return {{"do", "new"},
            {"white", {{"kind", "full"}}},
            {"black", {{"kind", "person"}}},
            {"clocks", {{"white", clock}, {"black", clock}}}};
}

TEST_F(ServerProgramTest, S1_LongSearchesHoldNobodyUp) {
    const Server server{data()};
    {
        Page greedy{server.port()};
        for (int i = 0; i < 2; ++i) EXPECT_TRUE(greedy.ask(full_strength("16000+0"))["ok"]);
    }
    Page page{server.port()};
    EXPECT_LT(time_for_answer(page, 400), 4s);
    std::vector<std::unique_ptr<Page>> others;
    for (int i = 0; i < 30; ++i) {
        others.push_back(std::make_unique<Page>(server.port()));
        EXPECT_TRUE(others.back()->ask(full_strength("15+10"))["ok"]);
    }
    std::vector<std::chrono::milliseconds> times;
    for (int i = 0; i < 20; ++i) times.push_back(time_for_answer(page, i % 2 == 0 ? 400 : 2'000));
    std::ranges::sort(times);
    EXPECT_LT(times[18], std::chrono::milliseconds{static_cast<int>(1'000 * kSlowness)});
}

TEST_F(ServerProgramTest, S3_AHangingEngineStopsNobody) {
    const Server server{data(), {"--engine", "/bin/cat"}};  // never says uciok
    Page page{server.port()};
    const auto engine = [&](int i) {
        return page.ask({{"do", "new"},
                         {"white", {{"kind", "engine"}, {"name", "cat"}}},
                         {"black", {{"kind", "person"}, {"name", std::to_string(i)}}}});
    };
    int begun = 0;
    Json refusal;
    for (int i = 0; i < 12; ++i) {
        const Json answer = engine(i);
        begun += answer.value("ok", false) ? 1 : 0;
        if (!answer.value("ok", false)) refusal = answer;
    }
    EXPECT_EQ(begun, 8);
    EXPECT_NE(refusal.value("error", "").find("other engines"), std::string::npos) << refusal;
    const auto asked = Clock::now();
    EXPECT_TRUE(page.ask({{"do", "games"}})["ok"]);
    Json games = Json::array();
    for (int i = 1; i <= 8; ++i) games.push_back(i);
    EXPECT_TRUE(page.ask({{"do", "delete"}, {"games", games}})["ok"]);
    EXPECT_TRUE(page.ask({{"do", "games"}})["ok"]);
    EXPECT_LT(Clock::now() - asked, 1s * kSlowness) << "they end elsewhere";
    EXPECT_TRUE(engine(0)["ok"]);
    Server& mutable_server = const_cast<Server&>(server);
    const auto ended = Clock::now();
    EXPECT_EQ(mutable_server.end(SIGTERM), 0);
    EXPECT_LT(Clock::now() - ended, 5s * kSlowness);
}

TEST_F(ServerProgramTest, S9_IdsBelongToAClient) {
    const Server server{data()};
    Page ann{server.port(), "/ws?client=ann"};
    Page eve{server.port(), "/ws?client=eve"};
    Page nameless{server.port()};
    Json command = two_people();
    command["id"] = "1";
    const auto answer_to = [&](Page& page) -> Json {
        page.send(command);
        while (const auto message = page.next())
            if (message->contains("re")) return *message;
        return nullptr;
    };
    const Json first = answer_to(ann);
    EXPECT_NE(answer_to(eve)["game"], first["game"]);
    EXPECT_NE(answer_to(nameless)["game"], first["game"]);
    Page again{server.port(), "/ws?client=ann"};
    EXPECT_EQ(answer_to(again), first) << "not done again after a lost connection";
}

TEST_F(ServerProgramTest, S9_NoRequestIsSmuggledIn) {
    const Server server{data()};
    for (const char* const coding :
         {"xchunked", "chunked, identity", "gzip", "chunked\r\nTransfer-Encoding: chunked"})
        EXPECT_EQ(
            status_of(server.port(), "POST /api/import HTTP/1.1\r\nHost: " + server.authority() +
                                         "\r\nOrigin: http://" + server.authority() +
                                         "\r\nTransfer-Encoding: " + coding + "\r\n\r\n0\r\n\r\n"),
            400)
            << coding;
    expect_sound(server);
}

TEST_F(ServerProgramTest, W12_ItEndsPolitelyAndGamesGoOnAfterwards) {
    std::string port = "0";
    Json game;
    {
        Server server{data()};
        port = std::to_string(server.port());
        Page page{server.port()};
        game = page.ask(two_people())["game"];
        page.ask({{"do", "move"}, {"game", game}, {"ply", 0}, {"move", "e2e4"}});
        const auto begin = Clock::now();
        EXPECT_EQ(server.end(SIGTERM), 0);
        EXPECT_LT(Clock::now() - begin, 5s);
        while (page.next()) {
        }
        EXPECT_EQ(page.close_code(), 1001);
    }
    {
        Server server{data(), {}, port};
        Page page{server.port()};
        EXPECT_TRUE(page.ask({{"do", "move"}, {"game", game}, {"ply", 1}, {"move", "e7e5"}})["ok"]);
        server.end(SIGKILL);
    }
    Server server{data(), {}, port};
    EXPECT_EQ(std::to_string(server.port()), port);
    Page page{server.port()};
    page.ask({{"do", "watch"}, {"game", game}});
    ASSERT_FALSE(page.events.empty());
    EXPECT_EQ(page.events.back()["moves"].size(), 2U);
}

TEST_F(ServerProgramTest, W13_BeyondLoopbackOneComesByInvitation) {
    const Server server{data(), {"--listen", "0.0.0.0"}};
    const int port = server.port();
    EXPECT_NE(server.url().find("/?token="), std::string::npos) << server.url();
    EXPECT_EQ(server.url().find("0.0.0.0"), std::string::npos) << "nobody can type that";
    for (const char* const target : {"/", "/?token=", "/?token=0", "/?game=", "/?device=x",
                                     "/api/me", "/api/games.pgn", "/metrics"})
        EXPECT_EQ(status_of(port, get(server, target)), 401) << target;
    EXPECT_EQ(status_of(port, request(port, "POST /api/import", "", "1. e4 *")), 401);
    EXPECT_FALSE(Page{port}.is_open());
    EXPECT_FALSE((Page{port, Page::KnownBy{std::string(32, '0')}}.is_open()));
    EXPECT_EQ(status_of(port, get(server, "/healthz")), 200);

    const std::string token = secret_in(server.url());
    EXPECT_EQ(status_of(port, get(server, "/?token=" + token)), 200);
    EXPECT_EQ(key_after(port, {{"token", token}}), "") << "a name is asked for first";
    EXPECT_EQ(key_after(port, {{"token", token.substr(1)}, {"name", "Eve"}}), "");
    const std::string answer = answer_to(
        port, request(port, "POST /api/enter", "", Json{{"token", token}, {"name", "Ann"}}.dump()));
    EXPECT_NE(answer.find("HttpOnly; SameSite=Strict"), std::string::npos) << answer;
    const std::string key = answer.substr(answer.find("castellan=") + 10, 32);
    EXPECT_EQ(status_of(port, request(port, "GET /", key)), 200);
    EXPECT_EQ(status_of(port, request(port, "GET /metrics", key)), 401) << "that is the host's";
    Page page{port, Page::KnownBy{key}};
    ASSERT_TRUE(page.is_open());
    EXPECT_EQ(page.next().value_or(Json{}).at("you").at("name"), "Ann");
}

TEST_F(ServerProgramTest, S6_WhatIsSomebodysIsNobodyElses) {
    const Server server{data(), {"--listen", "0.0.0.0"}};
    const int port = server.port();
    const std::string token = secret_in(server.url());
    const std::string ann = key_after(port, {{"token", token}, {"name", "Ann"}});
    const std::string eve = key_after(port, {{"token", token}, {"name", "Eve"}});
    ASSERT_EQ(ann.size(), 32U);
    ASSERT_NE(ann, eve);
    Page one{port, Page::KnownBy{ann}};
    Page other{port, Page::KnownBy{eve}};
    const Json game = one.ask(two_people())["game"];
    for (const char* const word : {"watch", "record", "resign", "takeback"})
        EXPECT_FALSE(other.ask({{"do", word}, {"game", game}}).value("ok", true)) << word;
    EXPECT_FALSE(other.ask({{"do", "delete"}, {"games", {game}}}).value("ok", true));
    const std::string export_one = "GET /api/games.pgn?games=" + game.dump();
    EXPECT_EQ(status_of(port, request(port, export_one, eve)), 404);
    EXPECT_EQ(status_of(port, request(port, export_one, ann)), 200);
    EXPECT_EQ(status_of(port, request(port, "GET /api/games.pgn?all", eve)), 403);
    EXPECT_EQ(answer_to(port, request(port, "GET /api/games.pgn", eve)).find("Event"),
              std::string::npos);
    EXPECT_TRUE(
        one.ask({{"do", "move"}, {"game", game}, {"ply", 0}, {"move", "e2e4"}}).value("ok", false));
}

TEST_F(ServerProgramTest, S6_SecretsLastAndFilesAreTheOwnersAlone) {
    std::string invitation;
    std::string key;
    {
        Server server{data(), {"--listen", "0.0.0.0"}};
        invitation = secret_in(server.url());
        key = key_after(server.port(), {{"token", invitation}, {"name", "Ann"}});
        EXPECT_EQ(server.end(SIGTERM), 0);
    }
    const Server server{data(), {"--listen", "0.0.0.0"}};
    EXPECT_EQ(secret_in(server.url()), invitation);
    EXPECT_TRUE((Page{server.port(), Page::KnownBy{key}}.is_open()));
    for (const auto& entry : std::filesystem::directory_iterator{data()}) {
        using std::filesystem::perms;
        const auto others = perms::group_all | perms::others_all;
        EXPECT_EQ(entry.status().permissions() & others, perms::none) << entry.path();
    }
}

TEST_F(ServerProgramTest, S6_APublicUrlMakesNamesOriginsAndCookiesRight) {
    const Server server{data(), {"--public-url", "https://chess.example.org"}};
    const int port = server.port();
    ASSERT_TRUE(server.url().starts_with("https://chess.example.org/?token=")) << server.url();
    const std::string token = secret_in(server.url());
    const std::string body = Json{{"token", token}, {"name", "Ann"}}.dump();
    const auto enter = [&](const std::string& host, const std::string& origin) {
        return answer_to(
            port, "POST /api/enter HTTP/1.1\r\nHost: " + host + "\r\nOrigin: " + origin +
                      "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    };
    const std::string answer = enter("chess.example.org", "https://chess.example.org");
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 200")) << answer;
    EXPECT_NE(answer.find("; Secure"), std::string::npos) << answer;
    EXPECT_TRUE(enter("chess.example.org", "http://chess.example.org").starts_with("HTTP/1.1 403"));
    EXPECT_TRUE(enter("evil.example", "https://chess.example.org").starts_with("HTTP/1.1 421"));
}

TEST_F(ServerProgramTest, S7_ALongGameComesInPieces) {
    const Server server{data()};
    std::string pgn = "\n";
    for (int move = 1; move < 25'000; move += 2)
        pgn += std::to_string(move) + ". Nf3 Nf6 " + std::to_string(move + 1) + ". Ng1 Ng8 ";
    pgn += "*\n";
    const std::string imported =
        answer_to(server.port(), request(server.port(), "POST /api/import", "", pgn));
    ASSERT_NE(imported.find("\"games\":1"), std::string::npos) << imported;
    Page page{server.port()};
    std::size_t known = 0;
    for (int pieces = 0; pieces < 100; ++pieces) {
        const Json piece = page.ask({{"do", "record"}, {"game", 1}, {"from", known}});
        ASSERT_TRUE(piece.value("ok", false)) << piece;
        EXPECT_LE(piece["moves"].size(), 4'000U);
        EXPECT_FALSE(piece.contains("pgn"));
        known += piece["moves"].size();
        if (known == piece["plies"]) break;
    }
    EXPECT_EQ(known, 50'000U);
}

/// The lines that a program says, up to one that has this in it.
bool says(PipedProgram& program, const std::string& wanted) {
    while (const auto line = program.read_until("", 10))
        if (line->find(wanted) != std::string::npos) return true;
    return false;
}

TEST_F(ServerProgramTest, AFriendPlaysInTheTerminal) {
    const TemporaryFolder own;
    std::optional<Server> server{std::in_place, data(),
                                 std::vector<std::string>{"--listen", "0.0.0.0"}};
    const std::string ann =
        key_after(server->port(), {{"token", secret_in(server->url())}, {"name", "Ann"}});
    std::optional<Page> page{std::in_place, server->port(), Page::KnownBy{ann}};
    const Json game = page->ask({{"do", "new"},
                                 {"white", {{"kind", "person"}}},
                                 {"black", {{"kind", "friend"}}},
                                 {"clocks", {{"white", "5+0"}, {"black", "5+0"}}}})["game"];
    std::string link;
    for (const Json& event : page->events)
        if (event.contains("url")) link = secret_in(event["url"]);
    const std::string command = "CASTELLAN_DATA=" + own.path().string() +
                                " exec " CASTELLAN_PROGRAM
                                " play --name Bob --join 'http://127.0.0.1:" +
                                std::to_string(server->port()) + "/?game=" + link + "'";
    const auto move = [&](int ply, const char* text) {
        const Json answer =
            page->ask({{"do", "type"}, {"game", game}, {"ply", ply}, {"text", text}});
        EXPECT_TRUE(answer.value("ok", false)) << answer;
    };
    {
        PipedProgram bob{command};
        EXPECT_TRUE(says(bob, "Ann (White) against Bob (Black)"));
        move(0, "f3");
        EXPECT_TRUE(says(bob, "Ann plays f3"));
        bob.send("Ke2");
        EXPECT_TRUE(says(bob, "the king cannot go to e2")) << "it says why";
        bob.send("e5");
        bob.send("undo");
        while (const auto event = page->next())
            if (event->value("type", "") == "takebackOffered") break;
        EXPECT_TRUE(page->ask({{"do", "takeback"}, {"game", game}}).value("ok", false));
        EXPECT_TRUE(says(bob, "taken back"));
        bob.send("e5");
        while (const auto event = page->next())
            if (event->value("type", "") == "move") break;
        bob.send("quit");
        EXPECT_EQ(bob.wait_for_exit(5), 0);
    }
    // The same person comes back, and stays while the server is away.
    PipedProgram bob{command};
    EXPECT_TRUE(says(bob, "Ann (White) against Bob (Black)"));
    const std::string port = std::to_string(server->port());
    server->end(SIGKILL);
    EXPECT_TRUE(says(bob, "The connection is lost"));
    server.emplace(data(), std::vector<std::string>{"--listen", "0.0.0.0"}, port);
    EXPECT_TRUE(says(bob, "Connected again"));
    page.emplace(server->port(), Page::KnownBy{ann});
    page->ask({{"do", "watch"}, {"game", game}});
    move(2, "g4");
    EXPECT_TRUE(says(bob, "Ann plays g4"));
    bob.send("Qh4");
    EXPECT_TRUE(says(bob, "Checkmate: Black wins (0-1)"));
    bob.close_input();
    EXPECT_EQ(bob.wait_for_exit(5), 0);
}

/// A number from the environment, for the long form of a test.
int count_from(const char* variable, int otherwise) {
    const char* const text = std::getenv(variable);
    return text == nullptr ? otherwise : std::stoi(text);
}

// CASTELLAN_KILLS=200 kills the server so often.
TEST_F(ServerProgramTest, R13_WhoeverPlaysKeepsMovesAndClocksWhenTheServerIsKilled) {
    constexpr const char* kMoves[] = {"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6",
                                      "d2d3", "f8c5", "c2c3", "d7d6", "e1g1", "e8g8"};
    std::mt19937 random{20'261'118};
    auto server = std::make_unique<Server>(data(), std::vector<std::string>{"--listen", "0.0.0.0"});
    const std::string token = secret_in(server->url());
    const std::string keys[] = {key_after(server->port(), {{"token", token}, {"name", "Ann"}}),
                                key_after(server->port(), {{"token", token}, {"name", "Bob"}})};
    const int kills = count_from("CASTELLAN_KILLS", 6);
    int acknowledged = 0;
    double largest_error = 0;
    for (int kill = 0; kill < kills; ++kill) {
        SCOPED_TRACE(kill);
        std::optional<Page> pages[2];
        for (int side = 0; side < 2; ++side)
            pages[side].emplace(server->port(), Page::KnownBy{keys[side]});
        const Json begun = pages[0]->ask({{"do", "new"},
                                          {"white", {{"kind", "person"}}},
                                          {"black", {{"kind", "friend"}}},
                                          {"clocks", {{"white", "5+0"}, {"black", "5+0"}}}});
        ASSERT_TRUE(begun.value("ok", false)) << begun;
        const Json game = begun["game"];
        std::string link;
        for (const Json& event : pages[0]->events)
            if (event.contains("url")) link = secret_in(event["url"]);
        ASSERT_TRUE(pages[1]->ask({{"do", "join"}, {"link", link}}).value("ok", false));
        const int plies = static_cast<int>(random() % 13);
        auto turn_began = Clock::now();
        for (int ply = 0; ply < plies; ++ply) {
            if (ply >= 2) std::this_thread::sleep_for(std::chrono::milliseconds{random() % 40});
            const Json answer = pages[ply % 2]->ask(
                {{"do", "move"}, {"game", game}, {"ply", ply}, {"move", kMoves[ply]}});
            ASSERT_TRUE(answer.value("ok", false)) << answer;
            turn_began = Clock::now();
            ++acknowledged;
        }
        double left = 300'000;
        for (const Json& event : pages[plies % 2]->events)
            if (event.value("game", Json{}) == game && event.contains("state") &&
                event["state"]["ply"] == plies)
                left = event["state"]["clocks"][plies % 2 == 0 ? "white" : "black"].get<double>();
        // The other one's page has not looked since its move.
        while (plies > 0) {
            const auto event = pages[plies % 2]->next();
            if (!event || event->value("game", Json{}) != game || !event->contains("state")) break;
            if ((*event)["state"]["ply"] != plies) continue;
            left = (*event)["state"]["clocks"][plies % 2 == 0 ? "white" : "black"].get<double>();
            break;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{random() % 1'800});
        const double thought =
            std::chrono::duration<double, std::milli>(Clock::now() - turn_began).count();
        server->end(SIGKILL);
        server = std::make_unique<Server>(data(), std::vector<std::string>{"--listen", "0.0.0.0"});
        Page again{server->port(), Page::KnownBy{keys[plies % 2]}};
        ASSERT_TRUE(again.ask({{"do", "watch"}, {"game", game}}).value("ok", false));
        for (const Json& event : again.events) {
            if (event.value("type", "") != "snapshot") continue;
            EXPECT_EQ(event["moves"].size(), static_cast<std::size_t>(plies));
            for (int ply = 0; ply < plies; ++ply)
                EXPECT_EQ(event["moves"][static_cast<std::size_t>(ply)]["move"], kMoves[ply]);
            const double expected = plies < 2 ? left : left - thought;
            const double found =
                event["state"]["clocks"][plies % 2 == 0 ? "white" : "black"].get<double>();
            largest_error = std::max(largest_error, std::abs(found - expected));
            EXPECT_NEAR(found, expected, 1'000) << plies << " plies";
        }
        ASSERT_FALSE(again.events.empty());
    }
    std::printf("%d kills, %d acknowledged moves, all there; clocks within %.0f ms\n", kills,
                acknowledged, largest_error);
}

TEST_F(ServerProgramTest, TheNextFreePortIsTaken) {
    const Server first{data()};
    const Server second{data(), {}, std::to_string(first.port())};
    EXPECT_NE(first.port(), second.port());
    expect_sound(second);
}

TEST_F(ServerProgramTest, GamesAreImportedWithTheirErrorsAndExported) {
    const Server server{data()};
    const std::string pgn =
        "[White \"<img src=x onerror=alert(1)>\"]\n\n1. e4 e5 2. Nf3 1-0\n\n1. e4 Ke3 *\n";
    Connection connection{server.port()};
    connection.send("POST /api/import HTTP/1.1\r\nHost: " + server.authority() +
                    "\r\nOrigin: http://" + server.authority() +
                    "\r\nContent-Length: " + std::to_string(pgn.size()) + "\r\n\r\n" + pgn);
    while (connection.buffer().find("problems") == std::string::npos && connection.receive()) {
    }
    EXPECT_NE(connection.buffer().find("\"games\":2"), std::string::npos) << connection.buffer();
    EXPECT_NE(connection.buffer().find("\"bad\":1"), std::string::npos) << connection.buffer();
    Connection out{server.port()};
    out.send(get(server, "/api/games.pgn"));
    while (out.buffer().find("2. Nf3") == std::string::npos && out.receive()) {
    }
    EXPECT_NE(out.buffer().find("2. Nf3"), std::string::npos) << out.buffer();
    EXPECT_EQ(status_of(server.port(), get(server, "/api/games.pgn?games=1;drop")), 400);
    EXPECT_EQ(status_of(server.port(), get(server, "/api/games.pgn?games=99")), 404);
}

}  // namespace
}  // namespace castellan
