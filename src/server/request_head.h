// What the guard wants to know of a request, from Beast's form of it.
#pragma once

#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "server/request_guard.h"

namespace castellan {

using Request = boost::beast::http::request<boost::beast::http::string_body>;

/// Views into the request.
inline RequestHead head_of(const Request& request, std::string_view arrived_at) {
    namespace http = boost::beast::http;
    const auto view = [](const auto& text) { return std::string_view{text.data(), text.size()}; };
    // Given twice is as bad as not at all.
    const auto only = [&](http::field name) -> std::optional<std::string_view> {
        if (request.count(name) != 1) return std::nullopt;
        return view(request.at(name));
    };
    return {view(request.method_string()),
            view(request.target()),
            only(http::field::host),
            only(http::field::origin),
            only(http::field::cookie).value_or(""),
            boost::beast::websocket::is_upgrade(request),
            arrived_at};
}

}  // namespace castellan
