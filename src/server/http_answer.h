// What the server answers: texts and files, with its policies on each.
#pragma once

#include <boost/beast/http.hpp>

#include "server/page.h"
#include "server/request_head.h"

namespace castellan {

inline constexpr std::string_view kUninvited =
    "this server is by invitation: open the address that you were given";

using Response = boost::beast::http::response<boost::beast::http::string_body>;

Response answer(const Request& request, boost::beast::http::status status, std::string_view type,
                std::string body);
/// A sentence for people; whatever is not 200 ends the connection.
Response plain(const Request& request, int status, std::string_view text);
Response file_answer(const Request& request, const PageFile& file);

}  // namespace castellan
