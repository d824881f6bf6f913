// What the service answers to requests that are no WebSocket: docs/web.md, Over HTTP.
#include "base/text.h"
#include "server/service.h"
#include "store/game_pgn.h"

namespace castellan {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using ErrorCode = boost::system::error_code;
using namespace std::chrono_literals;

constexpr auto kTimeForPiece = 30s;
constexpr std::size_t kGamesAtOnce = 100;

Response json_answer(const Request& request, http::status status, const Json& json) {
    return answer(request, status, "application/json", to_text(json));
}

/// A body that is made while it is sent.
class Pieces {
  public:
    Pieces(boost::beast::tcp_stream& stream, const Request& request)
        : stream_{stream}, is_chunked_{request.version() >= 11} {}

    Task<bool> begin(Response&& head) {
        head.body().clear();
        head.erase(http::field::content_length);
        head.chunked(is_chunked_);
        http::response_serializer<http::string_body> serializer{head};
        ErrorCode error;
        stream_.expires_after(kTimeForPiece);
        co_await http::async_write_header(stream_, serializer, into(error));
        co_return !error;
    }
    Task<bool> write(const std::string& piece) {
        ErrorCode error;
        stream_.expires_after(kTimeForPiece);
        if (is_chunked_)
            co_await asio::async_write(stream_, http::make_chunk(asio::buffer(piece)), into(error));
        else
            co_await asio::async_write(stream_, asio::buffer(piece), into(error));
        co_return !error;
    }
    Task<> end() {
        ErrorCode error;
        if (is_chunked_) co_await asio::async_write(stream_, http::make_chunk_last(), into(error));
        stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, error);
    }

  private:
    boost::beast::tcp_stream& stream_;
    bool is_chunked_;
};

/// The numbers behind "?games="; nothing if they are none.
std::optional<std::vector<GameId>> games_in(std::string_view query) {
    std::vector<GameId> ids;
    for (std::string_view rest = query; !rest.empty();) {
        const std::size_t end = std::min(rest.find(','), rest.size());
        const auto number = parse_number<GameId>(rest.substr(0, end));
        if (!number) return std::nullopt;
        ids.push_back(*number);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return ids;
}

}  // namespace

Task<std::optional<Response>> WebServer::Service::respond(Stream& stream, const Request& request,
                                                          const RequestHead& head) {
    const std::string_view path = head.target.substr(0, head.target.find('?'));
    const bool is_post = request.method() == http::verb::post;
    if (is_post && path == "/api/enter") co_return enter(request, head);
    const auto person = lobby_.people().person_with(key_in(head.cookie));
    if (path == "/healthz")
        co_return lobby_.trouble().empty() ? plain(request, 200, "ok")
                                           : plain(request, 503, lobby_.trouble());
    if (path == "/metrics") co_return metrics(request, person);
    if (path.starts_with("/api/")) {
        if (!person) co_return plain(request, 401, kUninvited);
        if (path == "/api/me")
            co_return json_answer(request, http::status::ok,
                                  {{"name", lobby_.people().name(*person)}});
        if (is_post) co_return co_await import(request, *person);
        if (path == "/api/games.pgn") co_return co_await export_games(stream, request, *person);
    }
    co_return page(request, head);
}

/// The files are the same for everybody, and hold nothing of anybody.
Response WebServer::Service::page(const Request& request, const RequestHead& head) {
    const std::size_t question = std::min(head.target.find('?'), head.target.size());
    const std::string_view path = head.target.substr(0, question);
    const std::string_view query = head.target.substr(std::min(question + 1, head.target.size()));
    for (const PageFile& file : page_files()) {
        if (path != file.path && !(path == "/" && file.path == "/index.html")) continue;
        Response response = file_answer(request, file);
        const bool may_come =
            lobby_.people().person_with(key_in(head.cookie)) || lobby_.is_way_in(query);
        if (path == "/" && !may_come) response.result(http::status::unauthorized);
        return response;
    }
    if (path == "/" && page_files().empty())
        return plain(request, 503, "this program was built without its page");
    return plain(request, 404, "there is nothing here");
}

Response WebServer::Service::enter(const Request& request, const RequestHead& head) {
    const auto entry =
        lobby_.enter(Json::parse(request.body(), nullptr, false), key_in(head.cookie));
    if (!entry)
        return plain(request, entry.error().reason == CommandError::malformed ? 400 : 403,
                     entry.error().message);
    Response response = json_answer(request, http::status::ok, entry->answer);
    if (!entry->key.empty())
        response.set(http::field::set_cookie, cookie_with(entry->key, guard_->is_secret(head)));
    return response;
}

Response WebServer::Service::metrics(const Request& request, std::optional<PersonId> person) {
    constexpr std::string_view kBearer = "Bearer ";
    const auto field = request[http::field::authorization];
    const std::string_view said{field.data(), field.size()};
    const bool is_host =
        person == kHost ||
        (said.starts_with(kBearer) && lobby_.people().is_host_secret(said.substr(kBearer.size())));
    if (!is_host) return plain(request, 401, "this is for the host");
    std::string text = lobby_.metrics();
    text +=
        "# HELP castellan_connections Connections of any kind.\n"
        "# TYPE castellan_connections gauge\n"
        "castellan_connections " +
        std::to_string(connections_) + '\n';
    return answer(request, http::status::ok, "text/plain; version=0.0.4", std::move(text));
}

Task<Response> WebServer::Service::import(const Request& request, PersonId owner) {
    if (lobby_.store() == nullptr) co_return plain(request, 503, "games cannot be kept here");
    if (!importing_.insert(owner).second)
        co_return plain(request, 503, "you import games already: wait until that is done");
    const std::shared_ptr<void> done{nullptr, [this, owner](void*) { importing_.erase(owner); }};
    PgnReader reader{source_of(request.body())};
    GameImport games{*lobby_.store(), reader, names_, owner};
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
    co_return json_answer(request, http::status::ok,
                          {{"games", games.report().games},
                           {"bad", games.report().games_with_problems},
                           {"problems", std::move(problems)}});
}

Task<std::optional<Response>> WebServer::Service::export_games(Stream& stream,
                                                               const Request& request,
                                                               PersonId person) {
    GameStore* const store = lobby_.store();
    if (store == nullptr) co_return plain(request, 503, "games cannot be kept here");
    const std::string_view target{request.target().data(), request.target().size()};
    const std::string_view query = target.substr(std::min(target.find('?'), target.size() - 1) + 1);
    constexpr std::string_view kKey = "games=";
    const bool is_of_all = query == "all";
    if (is_of_all && person != kHost) co_return plain(request, 403, "this is for the host");
    std::vector<GameId> ids;
    if (query.starts_with(kKey)) {
        auto named = games_in(query.substr(kKey.size()));
        if (!named) co_return plain(request, 400, "games are numbers with commas between");
        ids = std::move(*named);
    } else {
        auto all = store->numbers(is_of_all ? std::nullopt : std::optional{person});
        if (!all) co_return plain(request, 500, all.error().message);
        ids = std::move(*all);
    }
    const auto load = [&](GameId id) -> std::optional<StoredGame> {
        auto game = store->load(id);
        if (!game || (!is_of_all && !game->access.is_of(person))) return std::nullopt;
        return std::move(*game);
    };
    if (query.starts_with(kKey))
        for (const GameId id : ids)
            if (!load(id)) co_return plain(request, 404, "there is no game " + std::to_string(id));
    Response head = answer(request, http::status::ok, "application/vnd.chess-pgn", "");
    head.set(http::field::content_disposition, "attachment; filename=\"castellan.pgn\"");
    head.keep_alive(false);
    if (request.method() == http::verb::head) co_return head;
    Pieces pieces{stream, request};
    bool goes_on = co_await pieces.begin(std::move(head));
    std::string piece;
    for (std::size_t i = 0; i < ids.size() && goes_on; ++i) {
        if (const auto game = load(ids[i])) piece += to_pgn(*game, names_);
        const bool is_last = i + 1 == ids.size();
        if (piece.empty() || (!is_last && i % kGamesAtOnce != kGamesAtOnce - 1)) continue;
        // Games that are being played come first.
        co_await asio::post(io_, asio::use_awaitable);
        goes_on = co_await pieces.write(std::exchange(piece, {}));
    }
    if (goes_on) co_await pieces.end();
    co_return std::nullopt;
}

}  // namespace castellan
