#include "server/http_answer.h"

namespace castellan {
namespace {

namespace http = boost::beast::http;

/// What every answer says about who may do what with it.
void add_policies(Response& response) {
    response.set("Content-Security-Policy",
                 "default-src 'self'; base-uri 'none'; object-src 'none'; "
                 "form-action 'none'; frame-ancestors 'none'");
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Referrer-Policy", "no-referrer");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    response.set(http::field::cache_control, "no-cache");
}

}  // namespace

Response answer(const Request& request, http::status status, std::string_view type,
                std::string body) {
    Response response{status, request.version()};
    add_policies(response);
    response.set(http::field::content_type, boost::string_view{type.data(), type.size()});
    response.keep_alive(request.keep_alive());
    response.content_length(body.size());
    if (request.method() != http::verb::head) response.body() = std::move(body);
    return response;
}

Response plain(const Request& request, int status, std::string_view text) {
    Response response = answer(request, static_cast<http::status>(status),
                               "text/plain; charset=utf-8", std::string{text} + '\n');
    if (status != 200) response.keep_alive(false);
    return response;
}

Response file_answer(const Request& request, const PageFile& file) {
    const auto accepted = request[http::field::accept_encoding];
    const bool takes_gzip = accepted.find("gzip") != boost::string_view::npos;
    Response response = answer(request, http::status::ok, file.type,
                               std::string{takes_gzip ? file.gzipped : file.plain});
    if (takes_gzip) response.set(http::field::content_encoding, "gzip");
    response.set(http::field::vary, "Accept-Encoding");
    return response;
}

}  // namespace castellan
