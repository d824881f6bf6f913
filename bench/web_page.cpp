#include "web_page.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using namespace std::chrono_literals;

/// Of a FEN, whose ranks come from the eighth down.
bool is_occupied(std::string_view fen, std::string_view square) {
    for (char rank = '8'; rank > square[1]; --rank) fen.remove_prefix(fen.find('/') + 1);
    int files_before = square[0] - 'a';
    for (const char each : fen) {
        const bool is_gap = each >= '1' && each <= '8';
        if (files_before == 0) return !is_gap;
        files_before -= is_gap ? each - '0' : 1;
        if (files_before < 0) return false;
    }
    return false;
}

}  // namespace

Task connect(Socket& socket, int port) {
    const asio::ip::tcp::endpoint endpoint{asio::ip::address_v4::loopback(),
                                           static_cast<std::uint16_t>(port)};
    const std::string authority = "127.0.0.1:" + std::to_string(port);
    co_await beast::get_lowest_layer(socket).async_connect(endpoint, kAwait);
    socket.set_option(
        websocket::stream_base::decorator([authority](websocket::request_type& request) {
            request.set(beast::http::field::origin, "http://" + authority);
        }));
    co_await socket.async_handshake(authority, "/ws", kAwait);
}

Script::Script(int number) : random_{static_cast<std::uint64_t>(number)} {
    prefix_ = std::to_string(std::chrono::steady_clock::now().time_since_epoch().count()) + '-' +
              std::to_string(number) + '-';
}

std::string Script::new_game(int elo, const std::string& clock) {
    const Json engine = elo == 0 ? Json{{"kind", "full"}} : Json{{"kind", "level"}, {"elo", elo}};
    return with_id({{"do", "new"},
                    {"white", {{"kind", "person"}}},
                    {"black", engine},
                    {"clocks", {{"white", clock}, {"black", clock}}},
                    {"fast", true}});
}

std::string Script::leave_game(const Json& message) {
    return with_id({{"do", "unwatch"}, {"game", message["game"]}});
}

std::string Script::about(const char* word, const Json& game) {
    return with_id({{"do", word}, {"game", game}, {"games", Json::array({game})}, {"limit", 20}});
}

std::string Script::any_move(const Json& message) {
    const Json& legal = message["state"]["legal"];
    auto from = legal.begin();
    std::advance(from, below(legal.size()));
    return move(message, from.key() + from->at(below(from->size())).get<std::string>());
}

std::string Script::greedy_move(const Json& message) {
    const Json& state = message["state"];
    const auto fen = state["fen"].get<std::string>();
    std::vector<std::string> moves;
    std::vector<std::string> captures;
    for (const auto& [from, targets] : state["legal"].items())
        for (const Json& target : targets) {
            const auto to = target.get<std::string>();
            (is_occupied(fen, to) ? captures : moves).push_back(from + to);
        }
    const auto& choice = captures.empty() ? moves : captures;
    return move(message, choice[below(choice.size())]);
}

std::chrono::milliseconds Script::pause(std::chrono::milliseconds least,
                                        std::chrono::milliseconds most) {
    return least + std::chrono::milliseconds{below(static_cast<std::size_t>((most - least) / 1ms))};
}

std::uint32_t Script::below(std::size_t bound) {
    return random_.below(static_cast<std::uint32_t>(bound));
}

std::string Script::move(const Json& message, std::string squares) {
    const Json& state = message["state"];
    if (std::ranges::find(state["promotions"], Json(squares)) != state["promotions"].end())
        squares += 'q';
    return with_id(
        {{"do", "move"}, {"game", message["game"]}, {"ply", state["ply"]}, {"move", squares}});
}

std::string Script::with_id(Json command) {
    command["id"] = prefix_ + std::to_string(++ids_);
    return command.dump();
}
