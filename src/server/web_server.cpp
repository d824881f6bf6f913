#include "server/web_server.h"

#include <sys/resource.h>

#include <boost/asio.hpp>
#include <boost/beast.hpp>
#include <csignal>

#include "base/memory_reserve.h"
#include "base/text.h"
#include "server/http_answer.h"
#include "server/rate_limit.h"
#include "server/request_head.h"
#include "store/game_pgn.h"

namespace castellan {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using ErrorCode = boost::system::error_code;
using namespace std::chrono_literals;
template <typename Value = void>
using Task = asio::awaitable<Value>;

constexpr std::uint32_t kLongestHeader = 8 * 1024;
constexpr std::uint64_t kLongestBody = 64 * 1024;
constexpr std::uint64_t kLongestUpload = 16 * 1024 * 1024;
constexpr int kMostUploads = 4;  // at the same time
constexpr std::size_t kLongestMessage = 8 * 1024;
constexpr std::size_t kLongestBacklog = 4 * 1024 * 1024;  // of a client that does not read
constexpr double kMessagesPerSecond = 20;
constexpr double kMessagesAtOnce = 40;
constexpr auto kTimeForHeader = 10s;
constexpr auto kTimeForBody = 30s;
constexpr auto kTimeForGoodbye = 3s;
constexpr int kPortsTried = 20;
constexpr std::size_t kMemoryReserve = 4 * 1024 * 1024;

/// Errors are looked at, not thrown.
auto into(ErrorCode& error) { return asio::redirect_error(asio::use_awaitable, error); }

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

void allow_many_files() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

class WebServer::Service {
  public:
    Service(ServerSettings settings, GameStore* store, std::string notice);

    Result<void, ServerError> listen();
    std::string url() const;
    void run();

  private:
    class Socket;
    class Visit;

    std::string authority(const std::string& host) const;
    RequestGuard make_guard() const;
    Task<> accept();
    Task<> serve(tcp::socket socket);
    Task<bool> read_body(beast::tcp_stream& stream, beast::flat_buffer& buffer,
                         http::request_parser<http::string_body>& parser, Response& refusal);
    Task<Response> respond(const Request& request, std::string_view arrived_at);
    Task<Response> import(const Request& request);
    Task<Response> export_games(const Request& request);
    Task<> talk(beast::tcp_stream stream, Request request);
    Task<> say_goodbye();
    void start_accepting();
    void do_now(const std::function<void()>& work);
    void settle();
    void recover() noexcept;
    void set_alarm();

    ServerSettings settings_;
    MemoryReserve reserve_{kMemoryReserve};
    asio::io_context io_{1};
    tcp::acceptor acceptor_{io_};
    asio::signal_set signals_{io_, SIGINT, SIGTERM};
    asio::steady_timer alarm_{io_};
    std::size_t connections_ = 0;
    int uploads_ = 0;
    std::uint64_t clients_so_far_ = 0;
    bool is_closing_ = false;
    bool is_unsettled_ = false;
    bool is_deaf_ = false;  // nobody is accepted, for want of memory
    std::set<Socket*> sockets_;
    std::vector<std::shared_ptr<Socket>> to_write_;  // once what they are told is on the disk
    std::optional<RequestGuard> guard_;
    OpeningNames names_;
    Lobby lobby_;
    std::shared_ptr<bool> is_here_ = std::make_shared<bool>(true);  // for visits that end later
};

// ---- one WebSocket

class WebServer::Service::Socket final : public Client,
                                         public std::enable_shared_from_this<Socket> {
  public:
    Socket(Service& service, beast::tcp_stream stream, std::uint64_t number, std::string name)
        : service_{service}, stream_{std::move(stream)}, number_{number}, name_{std::move(name)} {}

    std::uint64_t number() const override { return number_; }
    std::string name() const override { return name_.empty() ? Client::name() : name_; }

    void send(Message message) noexcept override {
        backlog_ += message->size();
        // It does not read what it is sent.
        if (backlog_ > kLongestBacklog) return hang_up();
        try {
            outgoing_.push_back(std::move(message));
            if (!is_waiting_) service_.to_write_.push_back(shared_from_this());
            is_waiting_ = true;
        } catch (const std::exception&) {
            hang_up();
        }
    }
    /// Everything sent so far may leave.
    void start_writing() noexcept {
        is_waiting_ = false;
        ready_ = outgoing_.size();
        if (std::exchange(is_writing_, true)) return;
        try {
            asio::co_spawn(
                stream_.get_executor(), [self = shared_from_this()] { return self->write(); },
                [self = shared_from_this()](const std::exception_ptr& failure) {
                    if (failure) self->hang_up();
                });
        } catch (const std::exception&) {
            hang_up();
        }
    }

    Task<bool> accept(const Request& request) {
        stream_.set_option(websocket::stream_base::timeout{kTimeForHeader, 10s, true});
        stream_.read_message_max(kLongestMessage);
        ErrorCode error;
        co_await stream_.async_accept(request, into(error));
        co_return !error;
    }

    /// The next text; nothing when it is over.
    Task<std::optional<std::string>> read() {
        beast::flat_buffer buffer;
        ErrorCode error;
        co_await stream_.async_read(buffer, into(error));
        if (error) co_return std::nullopt;
        if (!stream_.got_text()) {
            co_await close(websocket::close_code::unknown_data);
            co_return std::nullopt;
        }
        if (!limit_.take()) {
            co_await close(websocket::close_code::policy_error);
            co_return std::nullopt;
        }
        co_return beast::buffers_to_string(buffer.data());
    }

    Task<> close(websocket::close_code code) {
        ErrorCode error;
        co_await stream_.async_close(code, into(error));
    }
    void hang_up() noexcept {
        ErrorCode ignored;
        beast::get_lowest_layer(stream_).socket().close(ignored);
    }

  private:
    Task<> write() {
        ErrorCode error;
        stream_.text(true);
        while (ready_ > 0 && !error) {
            const Message message = outgoing_.front();
            outgoing_.pop_front();
            --ready_;
            co_await stream_.async_write(asio::buffer(*message), into(error));
            backlog_ -= message->size();
        }
        is_writing_ = false;
    }

    Service& service_;
    websocket::stream<beast::tcp_stream> stream_;
    std::uint64_t number_;
    std::string name_;
    RateLimit limit_{kMessagesPerSecond, kMessagesAtOnce};
    std::deque<Message> outgoing_;
    std::size_t ready_ = 0;    // of them, those that may leave
    std::size_t backlog_ = 0;  // bytes
    bool is_waiting_ = false;  // for the lobby to settle
    bool is_writing_ = false;
};

/// A socket among those that the lobby knows, whatever ends it.
class WebServer::Service::Visit {
  public:
    Visit(Service& service, Socket& socket) : service_{service}, socket_{socket} {
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
    Socket& socket_;
    std::weak_ptr<bool> is_here_ = service_.is_here_;
};

// ---- the service

WebServer::Service::Service(ServerSettings settings, GameStore* store, std::string notice)
    : settings_{std::move(settings)},
      lobby_{settings_.lobby, names_, store, std::move(notice), [this](std::function<void()> work) {
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
    return {std::move(authorities), settings_.token};
}

std::string WebServer::Service::url() const {
    return "http://" + authority(settings_.address) + '/' +
           (settings_.token.empty() ? "" : "?token=" + settings_.token);
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
            if (target == "/ws" || target.starts_with("/ws?"))
                co_return co_await talk(std::move(stream), parser.release());
            response = plain(parser.get(), 404, "there is nothing here");
        } else if (co_await read_body(stream, buffer, parser, response)) {
            response = co_await respond(parser.get(), arrived_at);
        }
        stream.expires_after(kTimeForBody);
        goes_on = response.keep_alive() && !is_closing_;
        co_await http::async_write(stream, response, into(error));
        if (error) co_return;
    }
    stream.socket().shutdown(tcp::socket::shutdown_send, error);
}

/// False with a refusal if it cannot be read, or should not be.
Task<bool> WebServer::Service::read_body(beast::tcp_stream& stream, beast::flat_buffer& buffer,
                                         http::request_parser<http::string_body>& parser,
                                         Response& refusal) {
    const Request& request = parser.get();
    const bool is_upload =
        request.method() == http::verb::post && request.target() == "/api/import";
    const bool is_known =
        is_upload || request.method() == http::verb::get || request.method() == http::verb::head;
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

Task<Response> WebServer::Service::respond(const Request& request, std::string_view arrived_at) {
    const RequestHead head = head_of(request, arrived_at);
    if (guard_->is_invitation(head)) {
        Response response = plain(request, 303, "welcome");
        response.set(http::field::location, "/");
        response.set(http::field::set_cookie, guard_->cookie());
        co_return response;
    }
    const std::string_view path = head.target.substr(0, head.target.find('?'));
    if (request.method() == http::verb::post) co_return co_await import(request);
    if (path == "/api/games.pgn") co_return co_await export_games(request);
    for (const PageFile& file : page_files())
        if (path == file.path || (path == "/" && file.path == "/index.html"))
            co_return file_answer(request, file);
    if (path == "/" && page_files().empty())
        co_return plain(request, 503, "this program was built without its page");
    co_return plain(request, 404, "there is nothing here");
}

Task<Response> WebServer::Service::import(const Request& request) {
    if (lobby_.store() == nullptr) co_return plain(request, 503, "games cannot be kept here");
    PgnReader reader{source_of(request.body())};
    GameImport games{*lobby_.store(), reader, names_};
    for (;;) {
        const auto step = games.step();
        if (!step) co_return plain(request, 507, step.error().message);
        if (!*step) break;
        // Games that are being played come first.
        co_await asio::post(io_, asio::use_awaitable);
    }
    Json problems = Json::array();
    for (const PgnProblem& problem : games.report().problems)
        problems.push_back(
            {{"line", problem.line}, {"column", problem.column}, {"message", problem.message}});
    co_return answer(request, http::status::ok, "application/json",
                     to_text(Json{{"games", games.report().games},
                                  {"bad", games.report().games_with_problems},
                                  {"problems", std::move(problems)}}));
}

Task<Response> WebServer::Service::export_games(const Request& request) {
    GameStore* const store = lobby_.store();
    if (store == nullptr) co_return plain(request, 503, "games cannot be kept here");
    constexpr std::string_view kKey = "?games=";
    const std::string_view target{request.target().data(), request.target().size()};
    std::vector<GameId> ids;
    if (const std::size_t at = target.find(kKey); at != std::string_view::npos) {
        for (std::string_view rest = target.substr(at + kKey.size()); !rest.empty();) {
            const std::size_t end = std::min(rest.find(','), rest.size());
            const auto number = parse_number<GameId>(rest.substr(0, end));
            if (!number) co_return plain(request, 400, "games are numbers with commas between");
            ids.push_back(*number);
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    } else {
        const auto all = store->list();
        if (!all) co_return plain(request, 500, all.error().message);
        for (auto game = all->rbegin(); game != all->rend(); ++game) ids.push_back(game->id);
    }
    std::string pgn;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const auto game = store->load(ids[i]);
        if (!game) co_return plain(request, 404, game.error().message);
        pgn += to_pgn(*game, names_);
        constexpr std::size_t kGamesAtOnce = 100;
        if (i % kGamesAtOnce == kGamesAtOnce - 1) co_await asio::post(io_, asio::use_awaitable);
    }
    Response response =
        answer(request, http::status::ok, "application/vnd.chess-pgn", std::move(pgn));
    response.set(http::field::content_disposition, "attachment; filename=\"castellan.pgn\"");
    co_return response;
}

Task<> WebServer::Service::talk(beast::tcp_stream stream, Request request) {
    stream.expires_never();  // the WebSocket has times of its own
    const auto socket =
        std::make_shared<Socket>(*this, std::move(stream), ++clients_so_far_,
                                 client_name({request.target().data(), request.target().size()}));
    if (!co_await socket->accept(request)) co_return;
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
    for (Socket* const socket : sockets_)
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

// ---- outside

Result<WebServer, ServerError> WebServer::listen(ServerSettings settings, GameStore* store,
                                                 std::string notice) {
    try {
        auto service = std::make_unique<Service>(std::move(settings), store, std::move(notice));
        if (const auto status = service->listen(); !status) return tl::unexpected(status.error());
        return WebServer{std::move(service)};
    } catch (const std::exception&) {
        return fail(ServerError::cannot_start, "there is not enough memory, or too many threads");
    }
}

WebServer::WebServer(std::unique_ptr<Service> service) : service_{std::move(service)} {}
WebServer::WebServer(WebServer&&) noexcept = default;
WebServer::~WebServer() = default;
std::string WebServer::url() const { return service_->url(); }
void WebServer::run() { service_->run(); }

bool is_loopback(const std::string& address) {
    ErrorCode error;
    const auto parsed = asio::ip::make_address(address, error);
    return !error && parsed.is_loopback();
}

}  // namespace castellan
