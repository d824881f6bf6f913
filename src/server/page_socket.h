// PageSocket: one page's WebSocket, as a client of the lobby.
#pragma once

#include <boost/asio.hpp>
#include <boost/beast.hpp>
#include <deque>
#include <functional>

#include "base/rate_limit.h"
#include "house/client.h"
#include "server/http_answer.h"

namespace castellan {

template <typename Value = void>
using Task = boost::asio::awaitable<Value>;

/// Errors are looked at, not thrown.
inline auto into(boost::system::error_code& error) {
    return boost::asio::redirect_error(boost::asio::use_awaitable, error);
}

class PageSocket final : public Client, public std::enable_shared_from_this<PageSocket> {
  public:
    /// Who it is, and who is told that something waits to be written.
    struct Settings {
        std::uint64_t number;
        std::string name;  // by which the page is known when it comes back
        PersonId person;
        std::string key;
        std::function<void(std::shared_ptr<PageSocket>)> on_waiting;
    };
    PageSocket(boost::beast::tcp_stream stream, Settings settings);

    std::uint64_t number() const override { return settings_.number; }
    std::string name() const override;
    PersonId person() const override { return settings_.person; }
    std::string key() const override { return settings_.key; }
    void send(Message message) noexcept override;
    void hang_up() noexcept override;

    /// Everything sent so far may leave.
    void start_writing() noexcept;

    Task<bool> accept(const Request& request);
    /// The next text; nothing when it is over.
    Task<std::optional<std::string>> read();
    Task<> close(boost::beast::websocket::close_code code);

  private:
    Task<> write();

    boost::beast::websocket::stream<boost::beast::tcp_stream> stream_;
    Settings settings_;
    RateLimit limit_;
    std::deque<Message> outgoing_;
    std::size_t ready_ = 0;    // of them, those that may leave
    std::size_t backlog_ = 0;  // bytes
    bool is_waiting_ = false;  // for the lobby to settle
    bool is_writing_ = false;
};

}  // namespace castellan
