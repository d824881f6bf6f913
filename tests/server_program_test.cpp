// castellan serve and clients that mean no good: raw sockets, no library that would help them to
// behave.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <thread>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace castellan {
namespace {

using Json = nlohmann::json;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

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
        char c = 0;
        while (read(output[0], &c, 1) == 1 && c != '\n') url_ += c;
        close(output[0]);
        const std::size_t colon = url_.find(':', 7);
        EXPECT_NE(colon, std::string::npos) << url_;
        if (colon != std::string::npos) port_ = std::stoi(url_.substr(colon + 1));
    }
    ~Server() {
        if (pid_ > 0) end(SIGKILL);
    }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    int port() const { return port_; }
    const std::string& url() const { return url_; }
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
    pid_t pid_ = -1;
    std::string url_;
    int port_ = 0;
};

class Connection {
  public:
    explicit Connection(int port) {
        fd_ = socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        is_open_ = connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    }
    ~Connection() {
        if (fd_ >= 0) close(fd_);
    }
    Connection(Connection&& other) noexcept
        : fd_{std::exchange(other.fd_, -1)},
          is_open_{other.is_open_},
          buffer_{std::move(other.buffer_)} {}
    Connection& operator=(Connection&&) = delete;

    bool is_open() const { return is_open_; }
    bool send(std::string_view text) {
        return ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL) ==
               static_cast<ssize_t>(text.size());
    }
    /// One more piece; false at the end, or if nothing comes.
    bool receive(std::chrono::milliseconds patience = 15s) {
        pollfd source{fd_, POLLIN, 0};
        if (poll(&source, 1, static_cast<int>(patience.count())) <= 0) return false;
        char bytes[16'384];
        const ssize_t count = read(fd_, bytes, sizeof bytes);
        if (count <= 0) return false;
        buffer_.append(bytes, static_cast<std::size_t>(count));
        return true;
    }
    std::string& buffer() { return buffer_; }
    /// Until the other side hangs up; false if it does not within this time.
    bool waits_for_end(std::chrono::milliseconds patience) {
        const auto end = Clock::now() + patience;
        while (Clock::now() < end) {
            pollfd source{fd_, POLLIN, 0};
            const auto left =
                std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
            if (poll(&source, 1, static_cast<int>(std::max(left, 1ms).count())) <= 0) continue;
            char bytes[4'096];
            if (read(fd_, bytes, sizeof bytes) <= 0) return true;
        }
        return false;
    }

  private:
    int fd_ = -1;
    bool is_open_ = false;
    std::string buffer_;
};

/// The status of the answer to these bytes; 0 if there is none.
int status_of(int port, const std::string& request) {
    Connection connection{port};
    if (!connection.send(request)) return 0;
    while (connection.buffer().find("\r\n") == std::string::npos && connection.receive()) {
    }
    const std::string& answer = connection.buffer();
    return answer.starts_with("HTTP/1.") ? std::stoi(answer.substr(9, 3)) : 0;
}

/// A page's side of a WebSocket.
class Page {
  public:
    Page(const Server& server, const std::string& origin, const std::string& host)
        : connection_{server.port()} {
        connection_.send("GET /ws HTTP/1.1\r\nHost: " + host + "\r\nUpgrade: websocket\r\n" +
                         "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
                         "Sec-WebSocket-Version: 13\r\n" +
                         (origin.empty() ? "" : "Origin: " + origin + "\r\n") + "\r\n");
        std::string& buffer = connection_.buffer();
        while (buffer.find("\r\n\r\n") == std::string::npos && connection_.receive()) {
        }
        is_open_ = buffer.starts_with("HTTP/1.1 101");
        buffer.erase(0, std::min(buffer.find("\r\n\r\n") + 4, buffer.size()));
    }
    explicit Page(const Server& server)
        : Page{server, "http://" + server.authority(), server.authority()} {}

    bool is_open() const { return is_open_; }
    Connection& connection() { return connection_; }

    void send_frame(int opcode, std::string_view payload) {
        std::string frame{static_cast<char>(0x80 | opcode)};
        if (payload.size() < 126) {
            frame += static_cast<char>(0x80 | payload.size());
        } else {
            frame += static_cast<char>(0x80 | 126);
            frame += static_cast<char>(payload.size() >> 8);
            frame += static_cast<char>(payload.size() & 0xFF);
        }
        frame.append(4, '\0');  // a mask that changes nothing
        frame += payload;
        connection_.send(frame);
    }
    void send(const Json& command) { send_frame(1, command.dump()); }

    /// The next text; pings are answered, a close ends it and leaves its code.
    std::optional<Json> next() {
        std::string& buffer = connection_.buffer();
        const auto end = Clock::now() + 15s;
        while (Clock::now() < end) {
            if (const auto frame = take_frame(buffer)) {
                const int opcode = frame->first;
                if (opcode == 9) send_frame(10, frame->second);
                if (opcode == 8 && frame->second.size() >= 2)
                    close_code_ = static_cast<unsigned char>(frame->second[0]) * 256 +
                                  static_cast<unsigned char>(frame->second[1]);
                if (opcode == 8) return std::nullopt;
                if (opcode == 1) return Json::parse(frame->second);
                continue;
            }
            if (!connection_.receive()) break;
        }
        return std::nullopt;
    }
    /// Sends a command and reads until its answer; events before it are kept.
    Json ask(Json command) {
        const std::string id = prefix_ + std::to_string(++ids_);
        command["id"] = id;
        send(command);
        while (const auto message = next()) {
            if (message->value("re", "") == id) return *message;
            events.push_back(*message);
        }
        return nullptr;
    }
    int close_code() const { return close_code_; }
    std::vector<Json> events;

  private:
    static std::optional<std::pair<int, std::string>> take_frame(std::string& buffer) {
        if (buffer.size() < 2) return std::nullopt;
        std::size_t length = static_cast<unsigned char>(buffer[1]) & 0x7F;
        std::size_t head = 2;
        const std::size_t wide = length == 126 ? 2 : length == 127 ? 8 : 0;
        if (buffer.size() < head + wide) return std::nullopt;
        if (wide > 0) length = 0;
        for (std::size_t i = 0; i < wide; ++i)
            length = length * 256 + static_cast<unsigned char>(buffer[head + i]);
        head += wide;
        if (buffer.size() < head + length) return std::nullopt;
        std::pair<int, std::string> frame{buffer[0] & 0x0F, buffer.substr(head, length)};
        buffer.erase(0, head + length);
        return frame;
    }

    Connection connection_;
    bool is_open_ = false;
    int close_code_ = 0;
    /// No two pages use the same ids.
    std::string prefix_ = std::to_string(std::random_device{}()) + '-';
    int ids_ = 0;
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
        Page page{server};
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
        Page page{server};
        page.send_frame(1, std::string(20'000, 'x'));
        while (page.next()) {
        }
        EXPECT_EQ(page.close_code(), 1009);
    }
    {
        Page page{server};
        for (int i = 0; i < 200; ++i)
            page.send({{"id", std::to_string(i)}, {"do", "unwatch"}, {"game", 1}});
        while (page.next()) {
        }
        EXPECT_EQ(page.close_code(), 1008);
    }
    {
        Page page{server};
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
    EXPECT_FALSE((Page{server, "http://evil.example", own}.is_open()));
    EXPECT_FALSE((Page{server, "", own}.is_open()));
    EXPECT_FALSE((Page{server, "null", own}.is_open()));
    EXPECT_FALSE((Page{server, "http://evil.example:" + std::to_string(server.port()),
                       "evil.example:" + std::to_string(server.port())}
                      .is_open()));
    EXPECT_TRUE((Page{server, "http://" + own, own}.is_open()));
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
    Page page{server};
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
    Page greedy{server};
    for (int i = 0; i < 12; ++i)
        EXPECT_TRUE(greedy.ask(
            {{"do", "new"}, {"white", {{"kind", "full"}}}, {"black", {{"kind", "full"}}}})["ok"]);
    Page page{server};
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
    EXPECT_LT(Clock::now() - asked, 8s) << "two searches of two seconds may be before it";
}

TEST_F(ServerProgramTest, W12_ItEndsPolitelyAndGamesGoOnAfterwards) {
    std::string port = "0";
    Json game;
    {
        Server server{data()};
        port = std::to_string(server.port());
        Page page{server};
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
        Page page{server};
        EXPECT_TRUE(page.ask({{"do", "move"}, {"game", game}, {"ply", 1}, {"move", "e7e5"}})["ok"]);
        server.end(SIGKILL);
    }
    Server server{data(), {}, port};
    EXPECT_EQ(std::to_string(server.port()), port);
    Page page{server};
    page.ask({{"do", "watch"}, {"game", game}});
    ASSERT_FALSE(page.events.empty());
    EXPECT_EQ(page.events.back()["moves"].size(), 2U);
}

TEST_F(ServerProgramTest, W13_BeyondLoopbackATokenIsAskedFor) {
    const Server server{data(), {"--listen", "0.0.0.0"}};
    EXPECT_NE(server.url().find("?token="), std::string::npos) << server.url();
    EXPECT_EQ(status_of(server.port(), get(server, "/")), 401);
    EXPECT_FALSE(Page{server}.is_open());
    const std::string token = server.url().substr(server.url().find("/?token="));
    Connection connection{server.port()};
    connection.send(get(server, token));
    while (connection.buffer().find("\r\n\r\n") == std::string::npos && connection.receive()) {
    }
    EXPECT_TRUE(connection.buffer().starts_with("HTTP/1.1 303")) << connection.buffer();
    EXPECT_NE(connection.buffer().find("HttpOnly; SameSite=Strict"), std::string::npos);
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
