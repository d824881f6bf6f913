#include "server/service.h"

#include <sys/resource.h>

#include <csignal>

#include "server/own_address.h"
#include "server/request_head.h"

namespace castellan {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using ErrorCode = boost::system::error_code;
using namespace std::chrono_literals;

constexpr std::uint32_t kLongestHeader = 8 * 1024;
constexpr std::uint64_t kLongestBody = 64 * 1024;
constexpr std::uint64_t kLongestUpload = 16 * 1024 * 1024;
constexpr int kMostUploads = 4;  // at the same time
constexpr auto kTimeForHeader = 10s;
constexpr auto kTimeForBody = 30s;
constexpr auto kTimeForGoodbye = 3s;
constexpr int kPortsTried = 20;
constexpr std::size_t kMemoryReserve = 4 * 1024 * 1024;

/// How many there are of something.
template <typename Number>
class Count {
  public:
    explicit Count(Number& number) : number_{number} { ++number_; }
    Count(const Count&) = delete;
    Count& operator=(const Count&) = delete;
    ~Count() { --number_; }

  private:
    Number& number_;
};

/// What a page calls itself in "/ws?client=…", so that it is known when it comes back.
std::string client_name(std::string_view target) {
    constexpr std::string_view kKey = "/ws?client=";
    constexpr std::size_t kLongestName = 64;
    if (!target.starts_with(kKey) || target.size() > kKey.size() + kLongestName) return {};
    return std::string{target.substr(kKey.size())};
}

LobbySettings with_address(LobbySettings settings, std::function<std::string()> address) {
    settings.address = std::move(address);
    // No game has a thousand events a second, so those of the server before are smaller.
    settings.first_event = std::chrono::duration_cast<std::chrono::milliseconds>(
                               std::chrono::system_clock::now().time_since_epoch())
                               .count();
    return settings;
}

void allow_many_files() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

/// A socket among those that the lobby knows, whatever ends it.
class WebServer::Service::Visit {
  public:
    Visit(Service& service, PageSocket& socket) : service_{service}, socket_{socket} {
        service_.sockets_.insert(&socket_);
    }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;
    ~Visit() {
        if (is_here_.expired()) return;
        service_.sockets_.erase(&socket_);
        service_.lobby_.disconnect(socket_);
        service_.recover();
    }

  private:
    Service& service_;
    PageSocket& socket_;
    std::weak_ptr<bool> is_here_ = service_.is_here_;
};

// ---- the service

WebServer::Service::Service(ServerSettings settings, GameStore* store, std::string notice)
    : settings_{std::move(settings)},
      reserve_{kMemoryReserve},
      lobby_{with_address(settings_.lobby, [this] { return address(); }), names_, store,
             std::move(notice), [this](std::function<void()> work) {
                 asio::post(io_, [this, work = std::move(work)] { do_now(work); });
             }} {}

/// Everything else that is due now is done before the lobby settles, so that it is written
/// together.
void WebServer::Service::do_now(const std::function<void()>& work) {
    work();
    if (is_unsettled_) return;
    asio::post(io_, [this] { settle(); });
    is_unsettled_ = true;
}

void WebServer::Service::settle() {
    is_unsettled_ = false;
    lobby_.settle();
    for (const auto& socket : std::exchange(to_write_, {})) socket->start_writing();
    if (is_deaf_) start_accepting();
    reserve_.refill();
    set_alarm();
}

/// After something was cut short for want of memory, everything else goes on.
void WebServer::Service::recover() noexcept {
    try {
        settle();
    } catch (const std::exception&) {
        // The next event tries again.
    }
}

void WebServer::Service::set_alarm() {
    auto deadline = lobby_.next_deadline();
    if (!deadline || is_closing_) return;
    if (is_deaf_) deadline = std::min(*deadline, SteadyClock::now() + 1s);
    alarm_.expires_at(*deadline);
    alarm_.async_wait([this](ErrorCode error) {
        if (!error) do_now([this] { lobby_.tick(); });
    });
}

Result<void, ServerError> WebServer::Service::listen() {
    ErrorCode error;
    const auto address = asio::ip::make_address(settings_.address, error);
    if (error)
        return fail(ServerError::bad_address, "'" + settings_.address + "' is no IP address");
    const int tries = settings_.may_take_next_port && settings_.port != 0 ? kPortsTried : 1;
    for (int i = 0; i < tries; ++i) {
        const tcp::endpoint endpoint{address, static_cast<std::uint16_t>(settings_.port + i)};
        acceptor_.close(error);
        acceptor_.open(endpoint.protocol(), error);
        if (!error) acceptor_.set_option(asio::socket_base::reuse_address{true}, error);
        if (!error) acceptor_.bind(endpoint, error);
        if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
        if (error == asio::error::address_in_use) continue;
        break;
    }
    if (error) return fail(ServerError::cannot_listen, "cannot listen: " + error.message());
    guard_ = make_guard();
    return {};
}

std::string WebServer::Service::authority(const std::string& host) const {
    const std::string port = std::to_string(acceptor_.local_endpoint().port());
    return (host.find(':') == std::string::npos ? host : '[' + host + ']') + ':' + port;
}

RequestGuard WebServer::Service::make_guard() const {
    std::vector<std::string> authorities;
    for (const char* const host : {"localhost", "127.0.0.1", "::1"})
        authorities.push_back(authority(host));
    authorities.push_back(authority(settings_.address));
    for (const std::string& name : settings_.names) authorities.push_back(authority(name));
    return {std::move(authorities), settings_.public_url};
}

std::string WebServer::Service::address() const {
    if (settings_.public_url) return settings_.public_url->text();
    const std::string host = !settings_.names.empty()            ? settings_.names.front()
                             : is_any_address(settings_.address) ? own_address()
                                                                 : settings_.address;
    return "http://" + without_usual_port(authority(host));
}

std::string WebServer::Service::own_url() const {
    const bool is_here = is_any_address(settings_.address) || is_loopback(settings_.address);
    const std::string host = is_any_address(settings_.address) ? "127.0.0.1" : settings_.address;
    std::string url = "http://" + without_usual_port(authority(is_here ? host : settings_.address));
    url += '/';
    if (lobby_.people().are_several()) url += "?token=" + settings_.lobby.people.host_secret;
    return url;
}

std::string WebServer::Service::invitation_url() const {
    return address() + "/?token=" + lobby_.people().invitation();
}

void WebServer::Service::run() {
    std::signal(SIGPIPE, SIG_IGN);
    allow_many_files();
    start_accepting();
    signals_.async_wait([this](ErrorCode error, int) {
        if (!error) asio::co_spawn(io_, say_goodbye(), asio::detached);
    });
    set_alarm();
    for (;;) try {
            io_.run();
            return;
        } catch (const std::exception&) {
            recover();
        }
}

void WebServer::Service::start_accepting() {
    is_deaf_ = true;
    asio::co_spawn(io_, accept(), [this](const std::exception_ptr& failure) {
        is_deaf_ = failure != nullptr;
        if (is_deaf_) recover();
    });
    is_deaf_ = false;
}

Task<> WebServer::Service::accept() {
    asio::steady_timer pause{io_};
    for (;;) {
        ErrorCode error;
        tcp::socket socket = co_await acceptor_.async_accept(into(error));
        if (is_closing_) co_return;
        if (error) {
            // No descriptor is left, most likely: somebody will go.
            pause.expires_after(100ms);
            co_await pause.async_wait(into(error));
            continue;
        }
        asio::co_spawn(io_, serve(std::move(socket)), asio::detached);
    }
}

Task<> WebServer::Service::serve(tcp::socket socket) {
    const Count count{connections_};
    ErrorCode error;
    socket.set_option(tcp::no_delay{true}, error);
    // Others do not know us by a name of ours.
    const std::string arrived_at =
        is_loopback(settings_.address)
            ? ""
            : authority(socket.local_endpoint(error).address().to_string());
    beast::tcp_stream stream{std::move(socket)};
    beast::flat_buffer buffer;
    for (bool goes_on = true; goes_on;) {
        http::request_parser<http::string_body> parser;
        parser.header_limit(kLongestHeader);
        parser.body_limit(kLongestUpload);
        stream.expires_after(kTimeForHeader);
        co_await http::async_read_header(stream, buffer, parser, into(error));
        Response response;
        if (error) {
            // Gone, or too slow; what was sent is worth an answer only if it was sent.
            const bool is_about_text =
                error.category() == http::make_error_code(http::error::bad_method).category() &&
                error != http::error::end_of_stream && error != http::error::partial_message;
            if (!is_about_text) co_return;
            const int status = error == http::error::header_limit ? 431
                               : error == http::error::body_limit ? 413
                                                                  : 400;
            response = plain(parser.get(), status, error.message());
        } else if (!reserve_.refill()) {
            response = plain(parser.get(), 503, "there is not enough memory just now");
        } else if (connections_ > settings_.most_connections) {
            response = plain(parser.get(), 503, "too many are connected");
        } else if (const auto refusal = guard_->check(head_of(parser.get(), arrived_at))) {
            response = plain(parser.get(), refusal->status, refusal->reason);
        } else if (websocket::is_upgrade(parser.get())) {
            const auto target = parser.get().target();
            const RequestHead head = head_of(parser.get(), arrived_at);
            const auto person = lobby_.people().person_with(key_in(head.cookie));
            const bool is_known = target == "/ws" || target.starts_with("/ws?");
            if (is_known && person)
                co_return co_await talk(std::move(stream), parser.release(), *person);
            response = is_known ? plain(parser.get(), 401, kUninvited)
                                : plain(parser.get(), 404, "there is nothing here");
        } else if (co_await read_body(stream, buffer, parser, response)) {
            stream.expires_after(kTimeForBody);
            auto answer = co_await respond(stream, parser.get(), head_of(parser.get(), arrived_at));
            if (!answer) co_return;
            response = std::move(*answer);
        }
        if (guard_->is_trustworthy(head_of(parser.get(), "")))
            response.set("Cross-Origin-Opener-Policy", "same-origin");
        stream.expires_after(kTimeForBody);
        goes_on = response.keep_alive() && !is_closing_;
        co_await http::async_write(stream, response, into(error));
        if (error) co_return;
    }
    stream.socket().shutdown(tcp::socket::shutdown_send, error);
}

/// False with a refusal if it cannot be read, or should not be.
Task<bool> WebServer::Service::read_body(Stream& stream, beast::flat_buffer& buffer, Parser& parser,
                                         Response& refusal) {
    const Request& request = parser.get();
    const bool is_upload =
        request.method() == http::verb::post && request.target() == "/api/import";
    const bool is_known =
        is_upload || request.method() == http::verb::get || request.method() == http::verb::head ||
        (request.method() == http::verb::post && request.target() == "/api/enter");
    if (!is_known) {
        refusal = plain(request, 405, "only GET is understood here");
        co_return false;
    }
    if (parser.chunked() && request.count(http::field::content_length) > 0) {
        refusal = plain(request, 400, "a length and chunks at the same time");
        co_return false;
    }
    // Whatever else it says, somebody on the way may understand it otherwise.
    const auto codings = request.count(http::field::transfer_encoding);
    if (codings > 1 ||
        (codings == 1 && !beast::iequals(request[http::field::transfer_encoding], "chunked"))) {
        refusal = plain(request, 400, "the only transfer encoding understood here is chunked");
        co_return false;
    }
    // Before sixteen megabytes are read for somebody who may not send them.
    if (is_upload && !lobby_.people().person_with(key_in(head_of(request, "").cookie))) {
        refusal = plain(request, 401, kUninvited);
        co_return false;
    }
    if (is_upload && uploads_ >= kMostUploads) {
        refusal = plain(request, 503, "others import games just now: try again");
        co_return false;
    }
    if (!is_upload) {
        if (parser.content_length().value_or(0) > kLongestBody) {
            refusal = plain(request, 413, "the body is too long");
            co_return false;
        }
        parser.body_limit(kLongestBody);
    }
    ErrorCode error;
    stream.expires_after(kTimeForBody);
    std::optional<Count<int>> count;
    if (is_upload) count.emplace(uploads_);
    co_await http::async_read(stream, buffer, parser, into(error));
    if (!error) co_return true;
    refusal = plain(request, error == http::error::body_limit ? 413 : 400, error.message());
    co_return false;
}

Task<> WebServer::Service::talk(Stream stream, Request request, PersonId person) {
    stream.expires_never();  // the WebSocket has times of its own
    const RequestHead head = head_of(request, "");
    const auto socket = std::make_shared<PageSocket>(
        std::move(stream),
        PageSocket::Settings{++clients_so_far_, client_name(head.target), person,
                             key_in(head.cookie), [this](std::shared_ptr<PageSocket> waiting) {
                                 to_write_.push_back(std::move(waiting));
                             }});
    if (!co_await socket->accept(request)) co_return;
    // Whoever was removed in the meantime stays outside.
    if (lobby_.people().person_with(socket->key()) != person) co_return;
    const Visit visit{*this, *socket};
    do_now([&] { lobby_.connect(*socket); });
    while (const auto text = co_await socket->read())
        do_now([&] {
            if (reserve_.refill())
                lobby_.receive(*socket, *text);
            else
                lobby_.refuse(*socket, *text);
        });
}

Task<> WebServer::Service::say_goodbye() {
    is_closing_ = true;
    ErrorCode error;
    acceptor_.close(error);
    alarm_.cancel();
    for (PageSocket* const socket : sockets_)
        asio::co_spawn(
            io_,
            [socket = socket->shared_from_this()]() -> Task<> {
                co_await socket->close(websocket::close_code::going_away);
            },
            asio::detached);
    asio::steady_timer patience{io_};
    const SteadyTime end = SteadyClock::now() + kTimeForGoodbye;
    while (!sockets_.empty() && SteadyClock::now() < end) {
        patience.expires_after(20ms);
        co_await patience.async_wait(into(error));
    }
    io_.stop();
}

}  // namespace castellan
