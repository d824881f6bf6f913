// Any bytes as an HTTP request: refused by the parser or by the guard, unless it has our name.
#include <boost/asio/buffer.hpp>

#include "fuzz/fuzz_check.h"
#include "server/request_head.h"

using namespace castellan;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    namespace http = boost::beast::http;
    static const RequestGuard guard{{"localhost:8712"}};
    http::request_parser<http::string_body> parser;
    parser.header_limit(8 * 1024);
    parser.body_limit(64 * 1024);
    parser.eager(true);
    boost::system::error_code error;
    parser.put(boost::asio::buffer(data, size), error);
    if (error || !parser.is_header_done()) return 0;
    const RequestHead head = head_of(parser.get(), "");
    if (!guard.check(head)) {
        FUZZ_CHECK(head.host && head.host->size() == std::string_view{"localhost:8712"}.size());
        FUZZ_CHECK(head.target.size() <= 2'048);
        if (head.is_upgrade || head.method == "POST") FUZZ_CHECK(head.origin.has_value());
    }
    return 0;
}
