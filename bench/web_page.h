// A page as the server knows it: one WebSocket, and what a person says over it.
#pragma once

#include <boost/asio.hpp>
#include <boost/beast.hpp>
#include <chrono>
#include <nlohmann/json.hpp>
#include <string>

#include "base/random.h"

using Json = nlohmann::json;
using Task = boost::asio::awaitable<void>;
using Socket = boost::beast::websocket::stream<boost::beast::tcp_stream>;
inline constexpr auto kAwait = boost::asio::use_awaitable;

Task connect(Socket& socket, int port);

/// What one person says; the same number leads to the same choices. Kept out of the coroutines,
/// where g++ 12 does not understand such lists.
class Script {
  public:
    explicit Script(int number);

    /// As White; an Elo of 0 is full strength. The engine pretends nothing.
    std::string new_game(int elo, const std::string& clock);
    /// As pages do before the next game.
    std::string leave_game(const Json& message);
    /// One of the legal moves that the message tells of.
    std::string any_move(const Json& message);
    /// The same, but whoever can take something does.
    std::string greedy_move(const Json& message);
    /// A command that needs no more than the game.
    std::string about(const char* word, const Json& game);
    std::chrono::milliseconds pause(std::chrono::milliseconds least,
                                    std::chrono::milliseconds most);

  private:
    std::uint32_t below(std::size_t bound);
    std::string move(const Json& message, std::string squares);
    std::string with_id(Json command);

    castellan::Random random_;
    std::string prefix_;
    int ids_ = 0;
};
