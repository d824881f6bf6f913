// A server in which each allocation, each start of a thread and each operation on a file fails in
// turn, while two people play: it lives, keeps what it has acknowledged, and the next command
// works. CASTELLAN_FAULTS=all tries every single one, CASTELLAN_FAULTS=5 every fifth.
#include "tests/faults/faults.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <thread>

#include "server/web_server.h"
#include "store/sqlite/sqlite_game_store.h"
#include "tests/support/failing_files.h"
#include "tests/support/raw_page.h"
#include "tests/support/temporary_folder.h"

namespace castellan {
namespace {

using faults::Kind;

constexpr const char* kInvitation = "0123456789abcdef0123456789abcdef";

/// So many are left out between two that are tried.
long stride(long otherwise) {
    const char* const wish = std::getenv("CASTELLAN_FAULTS");
    if (wish == nullptr) return otherwise;
    return std::string_view{wish} == "all" ? 1 : std::max(std::atol(wish), 1L);
}

ServerSettings settings() {
    ServerSettings settings;
    settings.port = 0;
    settings.lobby.thinkers = {.threads = {1, 1, 1}, .longest = 10'000ms};
    settings.lobby.people = {
        .are_several = true, .invitation = kInvitation, .host_secret = "the host's"};
    return settings;
}

/// The server in this very process, on a thread of its own.
class RunningServer {
  public:
    explicit RunningServer(GameStore* store)
        : server_{WebServer::listen(settings(), store, "").value()}, thread_{[this] {
              server_.run();
          }} {
        const std::string url = server_.own_url();
        port_ = std::stoi(url.substr(url.rfind(':') + 1));
        ann_ = key_after(port_, {{"token", kInvitation}, {"name", "Ann"}});
        bob_ = key_after(port_, {{"token", kInvitation}, {"name", "Bob"}});
    }
    ~RunningServer() { kill(getpid(), SIGTERM); }
    int port() const { return port_; }
    const std::string& ann() const { return ann_; }
    const std::string& bob() const { return bob_; }

  private:
    WebServer server_;
    int port_ = 0;
    std::string ann_;  // their browsers' keys
    std::string bob_;
    std::jthread thread_;
};

/// A person who does not give up: connects again, and repeats what got no answer or no memory.
class PatientPage {
  public:
    PatientPage(int port, const std::string& key)
        : port_{port}, key_{key}, target_{"/ws?client=" + std::to_string(std::random_device{}())} {}

    /// The last answer; null if there is none at all.
    Json ask(const Json& command) {
        Json answer;
        for (const auto end = Clock::now() + 10s; Clock::now() < end;) {
            if (!page_ || !page_->is_open()) page_.emplace(port_, Page::KnownBy{key_, target_});
            if (page_->is_open()) answer = page_->ask(command);
            if (answer.is_null()) {
                page_.reset();
                std::this_thread::sleep_for(2ms);
            } else if (answer.value("ok", false) || !is_for_now(answer.value("error", ""))) {
                break;
            }
        }
        return answer;
    }
    /// As its snapshot tells.
    std::string link_of(const Json& game) {
        for (int i = 0; i < 20; ++i) {
            ask({{"do", "watch"}, {"game", game}});
            if (!page_) continue;
            for (const Json& event : std::exchange(page_->events, {}))
                if (event.value("game", Json{}) == game && event.contains("url"))
                    return secret_in(event["url"].get<std::string>());
        }
        return {};
    }
    bool waits_for_ply(const Json& game, int ply) {
        for (const auto end = Clock::now() + 10s; Clock::now() < end;) {
            const Json watched = ask({{"do", "watch"}, {"game", game}});
            if (!page_) continue;
            for (const Json& event : std::exchange(page_->events, {}))
                if (event.value("game", Json{}) == game && event.contains("state") &&
                    event["state"]["ply"] >= ply)
                    return true;
            std::this_thread::sleep_for(5ms);
        }
        return false;
    }

  private:
    static bool is_for_now(const std::string& error) {
        return error.find("memory") != std::string::npos ||
               error.find("disk I/O") != std::string::npos ||
               error.find("saved") != std::string::npos;
    }
    int port_;
    std::string key_;
    std::string target_;
    std::optional<Page> page_;
};

Json move(const Json& game, int ply, const char* text) {
    return {{"do", "move"}, {"game", game}, {"ply", ply}, {"move", text}};
}

/// Two people at boards of their own, and a level at another.
void play_a_while(const RunningServer& server) {
    PatientPage ann{server.port(), server.ann()};
    PatientPage bob{server.port(), server.bob()};
    const Json begun = ann.ask({{"do", "new"},
                                {"white", {{"kind", "person"}}},
                                {"black", {{"kind", "friend"}}},
                                {"clocks", {{"white", "10+5"}, {"black", "10+5"}}}});
    ASSERT_TRUE(begun.is_object() && begun.value("ok", false)) << begun;
    const Json& game = begun["game"];
    const std::string link = ann.link_of(game);
    const Json joined = bob.ask({{"do", "join"}, {"link", link}});
    ASSERT_TRUE(joined.is_object() && joined.value("ok", false)) << joined;
    const char* const moves[] = {"e2e4", "e7e5", "g1f3", "b8c6"};
    std::size_t acknowledged = 0;
    for (int ply = 0; ply < 4; ++ply) {
        const Json answer = (ply % 2 == 0 ? ann : bob).ask(move(game, ply, moves[ply]));
        ASSERT_TRUE(answer.is_object()) << ply;
        // What was done before the memory was lacking is done.
        const bool is_done =
            answer.value("ok", false) || answer.value("error", "") == "the game has moved on";
        ASSERT_TRUE(is_done) << answer;
        ++acknowledged;
    }
    const Json level = bob.ask({{"do", "new"},
                                {"white", {{"kind", "person"}, {"name", "Bob"}}},
                                {"black", {{"kind", "level"}, {"elo", 600}}},
                                {"fast", true}});
    ASSERT_TRUE(level.is_object() && level.value("ok", false)) << level;
    bob.ask(move(level["game"], 0, "d2d4"));
    EXPECT_TRUE(bob.waits_for_ply(level["game"], 2)) << "the level does not answer";
    EXPECT_TRUE(ann.ask({{"do", "games"}, {"limit", 3}}).value("ok", false));
    EXPECT_TRUE(ann.ask({{"do", "set"}, {"key", "theme"}, {"value", "dark"}}).value("ok", false));
    const Json record = bob.ask({{"do", "record"}, {"game", game}});
    ASSERT_TRUE(record.is_object() && record.value("ok", false)) << record;
    EXPECT_EQ(record["moves"].size(), acknowledged) << record;
    const Json resigned = ann.ask({{"do", "resign"}, {"game", game}});
    EXPECT_TRUE(resigned.value("ok", false) || resigned.value("error", "") == "the game is over")
        << resigned;
}

TEST(Faults, EachAllocation) {
    faults::exempt_this_thread();
    const TemporaryFolder folder;
    auto store = SqliteGameStore::open(folder / "games.db");
    ASSERT_TRUE(store);
    const RunningServer server{&*store};
    play_a_while(server);
    long tried = 0;
    for (long before = 0;; before += stride(151)) {
        SCOPED_TRACE("after " + std::to_string(before));
        faults::fail_after(Kind::allocation, before);
        play_a_while(server);
        const long counted = faults::disarm(Kind::allocation);
        if (testing::Test::HasFailure()) return;
        if (counted <= before) break;
        ++tried;
        play_a_while(server);
    }
    std::printf("%ld allocations failed, one at a time\n", tried);
    EXPECT_GT(tried, 20);
}

TEST(Faults, EachStartOfAThread) {
    long tried = 0;
    for (;; ++tried) {
        faults::fail_after(Kind::thread_start, tried);
        auto server = WebServer::listen(settings(), nullptr, "");
        if (faults::disarm(Kind::thread_start) <= tried) {
            EXPECT_TRUE(server);
            break;
        }
        EXPECT_FALSE(server);
    }
    std::printf("%ld starts of threads failed, one at a time\n", tried);
    EXPECT_EQ(tried, 4);
}

TEST(Faults, EachFileOperation) {
    faults::exempt_this_thread();
    const FailingFiles files;
    const TemporaryFolder folder;
    auto store = SqliteGameStore::open(folder / "games.db");
    ASSERT_TRUE(store);
    const RunningServer server{&*store};
    long tried = 0;
    for (long before = 0;; before += stride(5)) {
        SCOPED_TRACE("after " + std::to_string(before));
        FailingFiles::fail_after(before);
        play_a_while(server);
        const long counted = FailingFiles::operations();
        FailingFiles::work_again();
        if (testing::Test::HasFailure()) return;
        if (counted <= before) break;
        ++tried;
    }
    play_a_while(server);
    std::printf("%ld operations on files failed, one at a time\n", tried);
    EXPECT_GT(tried, 10);
}

}  // namespace
}  // namespace castellan
