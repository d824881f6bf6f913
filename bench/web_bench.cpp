// Many pages at once: some play games against a level, the others only listen. Prints how long the
// echo of a move took.
//   web_bench PORT GAMES IDLE SECONDS
#include <algorithm>
#include <boost/asio.hpp>
#include <boost/beast.hpp>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/random.h"

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;
using Task = asio::awaitable<void>;
using Socket = websocket::stream<beast::tcp_stream>;
constexpr auto kAwait = asio::use_awaitable;

struct Tally {
    std::vector<double> echoes;  // milliseconds
    int games = 0;
    int connected = 0;
    int failures = 0;
};

Task connect(Socket& socket, int port) {
    const tcp::endpoint endpoint{asio::ip::address_v4::loopback(),
                                 static_cast<std::uint16_t>(port)};
    const std::string authority = "127.0.0.1:" + std::to_string(port);
    co_await beast::get_lowest_layer(socket).async_connect(endpoint, kAwait);
    socket.set_option(
        websocket::stream_base::decorator([authority](websocket::request_type& request) {
            request.set(beast::http::field::origin, "http://" + authority);
        }));
    co_await socket.async_handshake(authority, "/ws", kAwait);
}

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

/// What one player says. Kept out of the coroutine, where g++ 12 does not understand such lists.
class Script {
  public:
    explicit Script(int number) : random_{static_cast<std::uint64_t>(number)} {
        prefix_ = std::to_string(Clock::now().time_since_epoch().count()) + '-' +
                  std::to_string(number) + '-';
    }

    std::string new_game() {
        return with_id({{"do", "new"},
                        {"white", {{"kind", "person"}}},
                        {"black", {{"kind", "level"}, {"elo", 800}}},
                        {"fast", true}});
    }
    /// One of the legal moves.
    std::string any_move(const Json& message) {
        const Json& state = message["state"];
        auto from = state["legal"].begin();
        std::advance(from, below(state["legal"].size()));
        std::string move = from.key() + from->at(below(from->size())).get<std::string>();
        if (std::ranges::find(state["promotions"], Json(move)) != state["promotions"].end())
            move += 'q';
        return with_id(
            {{"do", "move"}, {"game", message["game"]}, {"ply", state["ply"]}, {"move", move}});
    }
    std::chrono::milliseconds pause() { return std::chrono::milliseconds{1'000 + below(2'000)}; }

  private:
    std::uint32_t below(std::size_t bound) {
        return random_.below(static_cast<std::uint32_t>(bound));
    }
    std::string with_id(Json command) {
        command["id"] = prefix_ + std::to_string(++ids_);
        return command.dump();
    }

    castellan::Random random_;
    std::string prefix_;
    int ids_ = 0;
};

/// A game after another, a move every two seconds or so.
Task play(int port, int number, Clock::time_point end, Tally& tally) {
    Script script{number};
    Socket socket{co_await asio::this_coro::executor};
    asio::steady_timer timer{co_await asio::this_coro::executor};
    co_await connect(socket, port);
    ++tally.connected;
    std::string text = script.new_game();
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
            tally.echoes.push_back(
                std::chrono::duration<double, std::milli>(Clock::now() - *sent).count());
            sent.reset();
        }
        const bool is_over = state["result"] != "*";
        if (!is_over && (state["legal"].empty() || sent)) continue;
        timer.expires_after(script.pause());
        co_await timer.async_wait(kAwait);
        tally.games += is_over ? 1 : 0;
        text = is_over ? script.new_game() : script.any_move(message);
        if (!is_over) sent = Clock::now();
        co_await socket.async_write(asio::buffer(text), kAwait);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    const int port = std::atoi(argv[1]);
    const int games = std::atoi(argv[2]);
    const int idle = std::atoi(argv[3]);
    const auto end = Clock::now() + std::chrono::seconds{std::atoi(argv[4])};
    asio::io_context io{1};
    Tally tally;
    const auto note_failure = [&](const std::exception_ptr& failure) {
        if (failure && Clock::now() < end) ++tally.failures;
    };
    for (int i = 0; i < idle; ++i) asio::co_spawn(io, listen_only(port, end, tally), note_failure);
    for (int i = 0; i < games; ++i) asio::co_spawn(io, play(port, i, end, tally), note_failure);
    io.run_until(end);
    std::ranges::sort(tally.echoes);
    if (tally.echoes.empty()) {
        std::puts("no move came back");
        return 1;
    }
    const auto at = [&](double share) {
        return tally
            .echoes[static_cast<std::size_t>(share * static_cast<double>(tally.echoes.size() - 1))];
    };
    std::printf(
        "%d connected, %d failures; %zu moves, %d games ended; echo in ms: median %.1f, 99 %% "
        "%.1f, longest %.1f\n",
        tally.connected, tally.failures, tally.echoes.size(), tally.games, at(0.5), at(0.99),
        at(1.0));
    return 0;
}
