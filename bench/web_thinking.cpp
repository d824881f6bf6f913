// Hundreds of people play at once, against engines from weak to full strength.
#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "durations.h"
#include "web_load.h"
#include "web_page.h"

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using Clock = Durations::Clock;
using namespace std::chrono_literals;

struct Opponent {
    const char* name;
    int elo;
    int people;
    double bar;  // milliseconds in which 95 % of the moves should come; 0: none
};
constexpr Opponent kOpponents[] = {{"full strength", 0, 30, 0},
                                   {"level 2800", 2800, 30, 0},
                                   {"level 2000", 2000, 30, 3'000},
                                   {"level 1400", 1400, 100, 1'000},
                                   {"level 800", 800, 300, 1'000}};
constexpr const char* kClock = "5+3";
constexpr auto kShortestPause = 2s;  // of a person, even chances up to the longest
constexpr auto kLongestPause = 8s;
constexpr auto kPatience = 30s;     // for the last answers, when nobody moves any more
constexpr double kEchoBar = 100;    // milliseconds
constexpr double kMemoryBar = 500;  // megabytes

/// What those who play against the same opponent have seen.
struct Tally {
    Durations answers;     // from a person's move to the engine's
    Durations echoes;      // to its own event
    int ended = 0;         // games, in whatever way
    int lost_on_time = 0;  // by the server's own side
    int refusals = 0;
    int troubles = 0;  // that the server told of
    int lost_connections = 0;
    int unanswered = 0;

    int failures() const { return refusals + troubles + lost_connections + unanswered; }
    void add(const Tally& other) {
        answers.add(other.answers);
        echoes.add(other.echoes);
        ended += other.ended;
        lost_on_time += other.lost_on_time;
        refusals += other.refusals;
        troubles += other.troubles;
        lost_connections += other.lost_connections;
        unanswered += other.unanswered;
    }
};

/// One game after another. Listens all the time, and answers after a pause.
class Person {
  public:
    Person(asio::io_context& io, int number, int elo, Clock::time_point end, Tally& tally)
        : script_{number}, elo_{elo}, end_{end}, tally_{tally}, socket_{io}, pause_{io} {}

    /// Never ends by itself.
    Task play(int port) {
        co_await pause(0s);
        co_await connect(socket_, port);
        co_await say(script_.new_game(elo_, kClock));
        beast::flat_buffer buffer;
        for (;;) {
            co_await socket_.async_read(buffer, kAwait);
            hear(Json::parse(beast::buffers_to_string(buffer.data())));
            buffer.clear();
        }
    }
    /// For a move that still counts: those that come later only keep the server busy.
    bool is_waiting() const { return asked_ && *asked_ < end_; }
    void count_unanswered() { tally_.unanswered += is_waiting() ? 1 : 0; }
    void lose_connection() {
        ++tally_.lost_connections;
        is_gone_ = true;
        asked_.reset();
    }

  private:
    Task pause(std::chrono::milliseconds least) {
        pause_.expires_after(script_.pause(least, kLongestPause));
        co_await pause_.async_wait(kAwait);
    }

    void hear(const Json& message) {
        if (message.contains("re") && message["ok"] == false) ++tally_.refusals;
        if (!message.contains("state")) return;
        const Json& state = message["state"];
        const bool is_own = state["ply"].get<int>() % 2 == 1;
        if (message["type"] == "trouble") ++tally_.troubles;
        if (message["type"] == "move" && asked_) {
            if (is_waiting()) (is_own ? tally_.echoes : tally_.answers).add_since(*asked_);
            if (!is_own) asked_.reset();
        }
        if (message["type"] == "end") {
            asked_.reset();
            ++tally_.ended;
            if (state["reason"].get<std::string>().find("Black's time is up") != std::string::npos)
                ++tally_.lost_on_time;
            start(say(script_.leave_game(message)));
            start(say_later(script_.new_game(elo_, kClock), false));
        } else if ((message["type"] == "snapshot" || message["type"] == "move") &&
                   !state["legal"].empty()) {
            start(say_later(script_.greedy_move(message), true));
        }
    }

    /// Whoever cannot speak any more cannot listen either, and play() tells of it.
    void start(Task task) {
        asio::co_spawn(pause_.get_executor(), std::move(task), asio::detached);
    }
    Task say(std::string text) { co_await socket_.async_write(asio::buffer(text), kAwait); }
    Task say_later(std::string text, bool is_move) {
        co_await pause(kShortestPause);
        if (is_gone_) co_return;
        if (is_move) asked_ = Clock::now();
        co_await say(std::move(text));
    }

    Script script_;
    int elo_;
    Clock::time_point end_;
    Tally& tally_;
    Socket socket_;
    asio::steady_timer pause_;
    std::optional<Clock::time_point> asked_;  // a move that has no answer yet
    bool is_gone_ = false;
};

/// Of all its life; more than any bar if nobody knows.
double megabytes_at_most(int process) {
    std::ifstream status{"/proc/" + std::to_string(process) + "/status"};
    for (std::string word; status >> word;)
        if (double kilobytes = 0; word == "VmHWM:" && status >> kilobytes) return kilobytes / 1024;
    return std::numeric_limits<double>::infinity();
}

void print(const char* name, int people, const Tally& tally) {
    std::printf("%-13s %6d %7zu | %6.0f %6.0f %6.0f %7.0f | %6.1f %6.1f | %6d %6d %8d\n", name,
                people, tally.answers.count(), tally.answers.at(0.5), tally.answers.at(0.95),
                tally.answers.at(0.99), tally.answers.at(1), tally.echoes.at(0.5),
                tally.echoes.at(0.99), tally.ended, tally.lost_on_time, tally.failures());
}

/// Prints what was measured beside what it should be at most.
bool check(const std::string& what, double measured, double bar, const char* unit) {
    const bool is_met = measured <= bar;
    std::printf("%-6s %s: %.0f%s, bar %.0f%s\n", is_met ? "ok" : "MISSED", what.c_str(), measured,
                unit, bar, unit);
    return is_met;
}

bool check_all(std::span<const Tally> tallies, const Tally& total, double megabytes) {
    bool is_met = true;
    for (std::size_t i = 0; i < tallies.size(); ++i)
        if (kOpponents[i].bar > 0)
            is_met &= check(std::string{kOpponents[i].name} + " answers, 95 %",
                            tallies[i].answers.at(0.95), kOpponents[i].bar, " ms");
    is_met &= check("echo of a move, 99 %", total.echoes.at(0.99), kEchoBar, " ms");
    is_met &= check("games of the server's lost on time", total.lost_on_time, 0, "");
    is_met &= check("failures", total.failures(), 0, "");
    is_met &= check("memory", megabytes, kMemoryBar, " MB");
    return is_met;
}

}  // namespace

bool measure_thinking(int port, int process, std::chrono::seconds duration) {
    const auto end = Clock::now() + duration;
    asio::io_context io{1};
    std::array<Tally, std::size(kOpponents)> tallies;
    std::vector<std::unique_ptr<Person>> people;
    for (std::size_t i = 0; i < tallies.size(); ++i)
        for (int k = 0; k < kOpponents[i].people; ++k) {
            const int number = static_cast<int>(people.size());
            people.push_back(
                std::make_unique<Person>(io, number, kOpponents[i].elo, end, tallies[i]));
            asio::co_spawn(io, people.back()->play(port),
                           [person = people.back().get()](const std::exception_ptr&) {
                               person->lose_connection();
                           });
        }
    io.run_until(end);
    const auto is_waiting = [](const auto& person) { return person->is_waiting(); };
    while (std::ranges::any_of(people, is_waiting) && Clock::now() < end + kPatience)
        io.run_for(100ms);
    for (const auto& person : people) person->count_unanswered();

    std::printf("%zu people for %d s, a move %d to %d s after the engine's; times in ms\n",
                people.size(), static_cast<int>(duration / 1s),
                static_cast<int>(kShortestPause / 1s), static_cast<int>(kLongestPause / 1s));
    std::printf("%-13s %6s %7s | %6s %6s %6s %7s | %6s %6s | %6s %6s %8s\n", "", "people",
                "answers", "median", "95 %", "99 %", "longest", "echo", "99 %", "games", "lost",
                "failures");
    Tally total;
    for (std::size_t i = 0; i < tallies.size(); ++i) {
        print(kOpponents[i].name, kOpponents[i].people, tallies[i]);
        total.add(tallies[i]);
    }
    print("all", static_cast<int>(people.size()), total);
    return check_all(tallies, total, megabytes_at_most(process));
}
