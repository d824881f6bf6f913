#include "remote/remote_server.h"

#include <boost/asio.hpp>
#include <boost/beast.hpp>
#include <deque>
#include <thread>

#include "base/secret.h"
#include "base/text.h"

namespace castellan {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using ErrorCode = boost::system::error_code;
using namespace std::chrono_literals;
using Task = asio::awaitable<void>;

constexpr auto kPatience = 10s;
constexpr auto kBetweenAttempts = 1s;

auto into(ErrorCode& error) { return asio::redirect_error(asio::use_awaitable, error); }

}  // namespace

Result<RemoteAddress, RemoteError> parse_remote_address(std::string_view text) {
    constexpr std::string_view kHttp = "http://";
    if (text.starts_with("https://"))
        return fail(RemoteError::bad_address,
                    "only http:// is understood in the terminal: open this link in a browser");
    const auto bad = fail(RemoteError::bad_address,
                          "'" + std::string{text.substr(0, 100)} +
                              "' is no link to a game: it looks like http://NAME:8712/?game=…");
    if (!text.starts_with(kHttp)) return bad;
    text.remove_prefix(kHttp.size());
    const std::size_t slash = text.find("/?");
    const std::size_t equals = text.find('=');
    if (slash == std::string_view::npos || equals == std::string_view::npos || equals < slash)
        return bad;
    std::string_view authority = text.substr(0, slash);
    RemoteAddress address;
    address.kind = text.substr(slash + 2, equals - slash - 2);
    address.secret = text.substr(equals + 1);
    const std::size_t colon = authority.rfind(':');
    const bool has_port = colon != std::string_view::npos && !authority.ends_with(']');
    address.host = authority.substr(0, has_port ? colon : authority.size());
    address.port = has_port ? authority.substr(colon + 1) : "80";
    const bool is_known =
        address.kind == "game" || address.kind == "token" || address.kind == "device";
    if (!is_known || address.host.empty() || address.secret.empty()) return bad;
    return address;
}

Result<std::string, RemoteError> enter(const RemoteAddress& address, const std::string& name,
                                       const std::string& known) {
    constexpr std::string_view kCookie = "castellan=";
    asio::io_context io;
    beast::tcp_stream stream{io};
    ErrorCode error;
    const auto cannot = [&] {
        return fail(RemoteError::cannot_connect,
                    address.authority() + " cannot be reached: " + error.message());
    };
    tcp::resolver resolver{io};
    const auto found = resolver.resolve(address.host, address.port, error);
    if (error) return cannot();
    stream.expires_after(kPatience);
    stream.connect(found, error);
    if (error) return cannot();
    http::request<http::string_body> request{http::verb::post, "/api/enter", 11};
    request.set(http::field::host, address.authority());
    request.set(http::field::origin, "http://" + address.authority());
    if (!known.empty()) request.set(http::field::cookie, std::string{kCookie} + known);
    request.body() = to_text(Json{{address.kind, address.secret}, {"name", name}});
    request.prepare_payload();
    http::write(stream, request, error);
    if (error) return cannot();
    beast::flat_buffer buffer;
    http::response<http::string_body> response;
    http::read(stream, buffer, response, error);
    if (error) return cannot();
    if (response.result() != http::status::ok)
        return fail(RemoteError::refused, std::string{trim(response.body())});
    const auto field = response[http::field::set_cookie];
    const std::string_view cookie{field.data(), field.size()};
    if (!cookie.starts_with(kCookie)) return known;
    return std::string{cookie.substr(kCookie.size(), cookie.find(';') - kCookie.size())};
}

/// Everything here but the constructor, the destructor and send() is done by one thread of its own.
class RemoteServer::Link {
  public:
    Link(RemoteAddress address, std::string key, Post post, Listener listener)
        : address_{std::move(address)},
          key_{std::move(key)},
          post_{std::move(post)},
          listener_{std::make_shared<Listener>(std::move(listener))},
          thread_{[this] {
              asio::co_spawn(io_, talk(), asio::detached);
              io_.run();
          }} {}
    ~Link() { io_.stop(); }

    void send(std::string id, std::string text) {
        asio::post(io_, [this, id = std::move(id), text = std::move(text)] {
            unanswered_.emplace_back(id, text);
            outgoing_.push_back(text);
            if (socket_ && !is_writing_) asio::co_spawn(io_, write(), asio::detached);
        });
    }

  private:
    using Socket = websocket::stream<beast::tcp_stream>;

    Task talk() {
        asio::steady_timer pause{io_};
        for (;;) {
            const auto socket = std::make_shared<Socket>(io_);
            ErrorCode error;
            co_await connect(*socket, error);
            if (!error) co_await listen(socket);
            socket_.reset();
            tell(nullptr);
            pause.expires_after(kBetweenAttempts);
            co_await pause.async_wait(into(error));
        }
    }

    Task connect(Socket& socket, ErrorCode& error) {
        tcp::resolver resolver{io_};
        const auto found =
            co_await resolver.async_resolve(address_.host, address_.port, into(error));
        if (error) co_return;
        auto& stream = beast::get_lowest_layer(socket);
        stream.expires_after(kPatience);
        co_await stream.async_connect(found, into(error));
        if (error) co_return;
        stream.expires_never();
        socket.set_option(websocket::stream_base::timeout{kPatience, kPatience, true});
        socket.set_option(
            websocket::stream_base::decorator([this](websocket::request_type& request) {
                request.set(http::field::origin, "http://" + address_.authority());
                request.set(http::field::cookie, "castellan=" + key_);
            }));
        co_await socket.async_handshake(address_.authority(), "/ws?client=" + client_, into(error));
    }

    /// Until the connection is lost.
    Task listen(std::shared_ptr<Socket> socket) {
        socket_ = socket;
        is_writing_ = false;
        outgoing_.clear();
        for (const auto& [id, text] : unanswered_) outgoing_.push_back(text);
        ErrorCode error;
        for (bool is_first = true;; is_first = false) {
            beast::flat_buffer buffer;
            co_await socket->async_read(buffer, into(error));
            if (error) co_return;
            const Json message =
                Json::parse(beast::buffers_to_string(buffer.data()), nullptr, false);
            if (!message.is_object()) continue;
            const std::string id = text_field(message, "re").value_or("");
            std::erase_if(unanswered_, [&](const auto& one) { return one.first == id; });
            tell(message);
            if (is_first && !outgoing_.empty()) asio::co_spawn(io_, write(), asio::detached);
        }
    }

    Task write() {
        if (std::exchange(is_writing_, true)) co_return;
        const std::shared_ptr<Socket> socket = socket_;
        ErrorCode error;
        while (socket && socket == socket_ && !outgoing_.empty() && !error) {
            const std::string text = std::move(outgoing_.front());
            outgoing_.pop_front();
            co_await socket->async_write(asio::buffer(text), into(error));
        }
        if (socket == socket_) is_writing_ = false;
    }

    void tell(const Json& message) {
        post_([weak = std::weak_ptr{listener_}, message] {
            if (const auto listener = weak.lock()) (*listener)(message);
        });
    }

    RemoteAddress address_;
    std::string key_;
    Post post_;
    std::shared_ptr<Listener> listener_;
    std::string client_ = make_secret();
    asio::io_context io_{1};
    std::shared_ptr<Socket> socket_;  // while it is open
    bool is_writing_ = false;
    std::deque<std::pair<std::string, std::string>> unanswered_;  // by their ids
    std::deque<std::string> outgoing_;
    std::jthread thread_;
};

RemoteServer::RemoteServer(RemoteAddress address, std::string key, Post post, Listener listener)
    : link_{std::make_unique<Link>(std::move(address), std::move(key), std::move(post),
                                   std::move(listener))} {}
RemoteServer::~RemoteServer() = default;

void RemoteServer::send(Json command) {
    const std::string id = make_secret();
    command["id"] = id;
    link_->send(id, to_text(command));
}

}  // namespace castellan
