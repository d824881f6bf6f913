// Many pages at once: some play games against a level, the others only listen.
#include <cstdio>
#include <optional>

#include "durations.h"
#include "web_load.h"
#include "web_page.h"

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using Clock = Durations::Clock;
using namespace std::chrono_literals;

struct Tally {
    Durations echoes;
    int games = 0;
    int connected = 0;
    int failures = 0;
};

Task listen_only(int port, Clock::time_point end, Tally& tally) {
    Socket socket{co_await asio::this_coro::executor};
    co_await connect(socket, port);
    ++tally.connected;
    beast::flat_buffer buffer;
    while (Clock::now() < end) {
        co_await socket.async_read(buffer, kAwait);
        buffer.clear();
    }
}

/// A game after another, a move every two seconds or so.
Task play(int port, int number, Clock::time_point end, Tally& tally) {
    constexpr int kElo = 800;
    Script script{number};
    Socket socket{co_await asio::this_coro::executor};
    asio::steady_timer timer{co_await asio::this_coro::executor};
    co_await connect(socket, port);
    ++tally.connected;
    std::string text = script.new_game(kElo, "none");
    co_await socket.async_write(asio::buffer(text), kAwait);
    beast::flat_buffer buffer;
    std::optional<Clock::time_point> sent;
    while (Clock::now() < end) {
        co_await socket.async_read(buffer, kAwait);
        const Json message = Json::parse(beast::buffers_to_string(buffer.data()));
        buffer.clear();
        if (!message.contains("state")) continue;
        const Json& state = message["state"];
        if (message["type"] == "move" && sent && state["ply"].get<int>() % 2 == 1) {
            tally.echoes.add_since(*sent);
            sent.reset();
        }
        // The last move says already that the game is over; the end comes behind it.
        const bool is_over = message["type"] == "end";
        if (!is_over && (state["legal"].empty() || sent)) continue;
        timer.expires_after(script.pause(1s, 3s));
        co_await timer.async_wait(kAwait);
        tally.games += is_over ? 1 : 0;
        text = is_over ? script.new_game(kElo, "none") : script.any_move(message);
        if (!is_over) sent = Clock::now();
        co_await socket.async_write(asio::buffer(text), kAwait);
    }
}

}  // namespace

bool measure_echo(int port, int games, int idle, std::chrono::seconds duration) {
    const auto end = Clock::now() + duration;
    asio::io_context io{1};
    Tally tally;
    const auto note_failure = [&](const std::exception_ptr& failure) {
        if (failure && Clock::now() < end) ++tally.failures;
    };
    for (int i = 0; i < idle; ++i) asio::co_spawn(io, listen_only(port, end, tally), note_failure);
    for (int i = 0; i < games; ++i) asio::co_spawn(io, play(port, i, end, tally), note_failure);
    io.run_until(end);
    if (tally.echoes.count() == 0) {
        std::puts("no move came back");
        return false;
    }
    std::printf(
        "%d connected, %d failures; %zu moves, %d games ended; echo in ms: median %.1f, 99 %% "
        "%.1f, longest %.1f\n",
        tally.connected, tally.failures, tally.echoes.count(), tally.games, tally.echoes.at(0.5),
        tally.echoes.at(0.99), tally.echoes.at(1));
    return true;
}
