// People come, begin games, leave them, look at them again, delete them and go: what the server
// takes should not grow.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "web_load.h"
#include "web_page.h"

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr int kPeople = 50;
constexpr int kMovesInAGame = 6;
constexpr int kGamesInAVisit = 4;
constexpr double kGrowthAllowed =
    1.05;  // from the second third to the last: in the first, tables fill

struct Counts {
    long games = 0;
    long visits = 0;
    long refusals = 0;
    long lost_connections = 0;
};

/// One person, in one visit after another. Every game is begun, left, looked at and deleted.
class Visitor {
  public:
    Visitor(int number, Counts& counts) : script_{number}, counts_{counts} {}

    Task come_and_go(int port) {
        for (;;) {
            Socket socket{co_await asio::this_coro::executor};
            co_await connect(socket, port);
            ++counts_.visits;
            for (int i = 0; i < kGamesInAVisit; ++i) co_await play_and_delete(socket);
            // Every other time the page is closed without a word.
            if (counts_.visits % 2 == 0)
                co_await socket.async_close(beast::websocket::close_code::going_away, kAwait);
        }
    }

  private:
    Task play_and_delete(Socket& socket) {
        co_await say(socket, script_.new_game(counts_.games % 3 == 0 ? 1'400 : 800, "5+3"));
        Json game;
        for (int moves = 0; moves < kMovesInAGame;) {
            const Json message = co_await hear(socket);
            if (message.contains("re")) continue;
            if (message.contains("game")) game = message["game"];
            const bool is_turn = message.contains("state") && !message["state"]["legal"].empty() &&
                                 (message["type"] == "snapshot" || message["type"] == "move");
            if (message.value("type", "") == "end") break;
            if (!is_turn) continue;
            ++moves;
            asio::steady_timer pause{co_await asio::this_coro::executor};
            pause.expires_after(script_.pause(50ms, 250ms));
            co_await pause.async_wait(kAwait);
            co_await say(socket, script_.any_move(message));
        }
        ++counts_.games;
        for (const char* const word : {"hint", "unwatch", "record", "watch", "unwatch", "delete"})
            co_await ask(socket, script_.about(word, game));
        co_await ask(socket, script_.about("games", game));
    }

    Task say(Socket& socket, std::string text) {
        co_await socket.async_write(asio::buffer(text), kAwait);
    }
    asio::awaitable<Json> hear(Socket& socket) {
        beast::flat_buffer buffer;
        co_await socket.async_read(buffer, kAwait);
        Json message = Json::parse(beast::buffers_to_string(buffer.data()));
        // A hint for a game that has ended in the meantime is refused, and so is no surprise.
        if (message.contains("re") && message["ok"] == false) ++counts_.refusals;
        co_return message;
    }
    Task ask(Socket& socket, std::string text) {
        co_await say(socket, text);
        const Json id = Json::parse(text)["id"];
        Json message = Json::object();
        while (message.value("re", Json{}) != id) message = co_await hear(socket);
    }

    Script script_;
    Counts& counts_;
};

struct Sample {
    double megabytes = 0;
    long descriptors = 0;
};

Sample sample_of(int process) {
    Sample sample;
    const std::string folder = "/proc/" + std::to_string(process);
    std::ifstream status{folder + "/status"};
    for (std::string word; status >> word;)
        if (double kilobytes = 0; word == "VmRSS:" && status >> kilobytes)
            sample.megabytes = kilobytes / 1024;
    std::error_code ignored;
    const std::filesystem::directory_iterator descriptors{folder + "/fd", ignored};
    sample.descriptors = std::distance(begin(descriptors), end(descriptors));
    return sample;
}

double mean(const std::vector<Sample>& samples, std::size_t from, std::size_t to) {
    double sum = 0;
    for (std::size_t i = from; i < to; ++i) sum += samples[i].megabytes;
    return sum / static_cast<double>(std::max<std::size_t>(to - from, 1));
}

}  // namespace

bool measure_churn(int port, int process, std::chrono::seconds duration) {
    asio::io_context io{1};
    Counts counts;
    std::vector<std::unique_ptr<Visitor>> visitors;
    for (int number = 0; number < kPeople; ++number) {
        visitors.push_back(std::make_unique<Visitor>(number, counts));
        asio::co_spawn(io, visitors.back()->come_and_go(port),
                       [&counts](const std::exception_ptr&) { ++counts.lost_connections; });
    }
    std::vector<Sample> samples;
    const auto end = Clock::now() + duration;
    const auto between = std::max<std::chrono::seconds>(duration / 30, 1s);
    for (auto next = Clock::now() + between; next <= end; next += between) {
        io.run_until(next);
        samples.push_back(sample_of(process));
        std::printf("%5ld games, %5ld visits: %.0f MB, %ld descriptors\n", counts.games,
                    counts.visits, samples.back().megabytes, samples.back().descriptors);
        std::fflush(stdout);
    }
    const std::size_t third = samples.size() / 3;
    const double before = mean(samples, third, samples.size() - third);
    const double last = mean(samples, samples.size() - third, samples.size());
    const bool is_flat = last <= before * kGrowthAllowed;
    std::printf("%-6s memory: %.0f MB in the second third, %.0f MB in the last\n",
                is_flat ? "ok" : "MISSED", before, last);
    std::printf("%ld games, %ld visits, %ld refusals, %ld lost connections\n", counts.games,
                counts.visits, counts.refusals, counts.lost_connections);
    return is_flat && counts.lost_connections == 0;
}
