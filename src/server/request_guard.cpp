#include "server/request_guard.h"

#include <algorithm>

#include "base/text.h"

namespace castellan {
namespace {

constexpr std::size_t kLongestTarget = 2'048;
constexpr std::string_view kCookieName = "castellan=";
constexpr std::string_view kHttp = "http://";
constexpr std::string_view kHttps = "https://";
constexpr std::string_view kHttpPort = ":80";
constexpr std::string_view kHttpsPort = ":443";

bool is_same(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, to_lower, to_lower);
}

/// The port that the scheme means anyway is not said.
std::string_view without_port(std::string_view authority, std::string_view port) {
    if (authority.ends_with(port)) authority.remove_suffix(port.size());
    return authority;
}

}  // namespace

std::optional<PublicUrl> parse_public_url(std::string_view text) {
    while (text.ends_with('/')) text.remove_suffix(1);
    const bool is_https = text.starts_with(kHttps);
    if (!is_https && !text.starts_with(kHttp)) return std::nullopt;
    text.remove_prefix(is_https ? kHttps.size() : kHttp.size());
    const auto may_stand = [](char c) {
        return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'z') || c == '.' || c == '-' ||
               c == ':' || c == '[' || c == ']';
    };
    if (text.empty() || !std::ranges::all_of(text, may_stand)) return std::nullopt;
    text = without_port(text, is_https ? kHttpsPort : kHttpPort);
    return PublicUrl{is_https ? "https" : "http", std::string{text}};
}

std::optional<Refusal> RequestGuard::check(const RequestHead& request) const {
    if (request.target.size() > kLongestTarget) return Refusal{414, "the address is too long"};
    if (!request.host || !is_own_authority(*request.host, request))
        return Refusal{421, "this server has another name"};
    if (request.is_upgrade || (request.method != "GET" && request.method != "HEAD"))
        if (!request.origin || !is_own_origin(*request.origin, request))
            return Refusal{403, "this request comes from another site"};
    return std::nullopt;
}

bool RequestGuard::is_own_authority(std::string_view authority, const RequestHead& request) const {
    if (is_secret(request) ||
        (url_ && is_same(without_port(authority, kHttpPort), url_->authority)))
        return true;
    const auto is_ours = [&](std::string_view own) {
        return is_same(own, authority) || is_same(without_port(own, kHttpPort), authority);
    };
    if (!request.arrived_at.empty() && is_ours(request.arrived_at)) return true;
    return std::ranges::any_of(authorities_, is_ours);
}

bool RequestGuard::is_own_origin(std::string_view origin, const RequestHead& request) const {
    if (url_ && is_same(origin, url_->text())) return is_own_authority(*request.host, request);
    return origin.starts_with(kHttp) && !is_secret(request) &&
           is_own_authority(origin.substr(kHttp.size()), request);
}

bool RequestGuard::is_secret(const RequestHead& request) const {
    return url_ && url_->is_secret() && request.host &&
           is_same(without_port(*request.host, kHttpsPort), url_->authority);
}

bool RequestGuard::is_trustworthy(const RequestHead& request) const {
    const std::string_view host = request.host.value_or("");
    return is_secret(request) || host.starts_with("localhost") || host.starts_with("127.") ||
           host.starts_with("[::1]");
}

std::string key_in(std::string_view cookie) {
    while (!cookie.empty()) {
        const std::size_t end = std::min(cookie.find(';'), cookie.size());
        const std::string_view one = trim(cookie.substr(0, end));
        if (one.starts_with(kCookieName)) return std::string{one.substr(kCookieName.size())};
        cookie.remove_prefix(std::min(end + 1, cookie.size()));
    }
    return {};
}

std::string cookie_with(std::string_view key, bool is_secret) {
    constexpr std::string_view kForTwoYears = "; Max-Age=63072000";
    std::string cookie{kCookieName};
    cookie += key;
    cookie += "; HttpOnly; SameSite=Strict; Path=/";
    cookie += kForTwoYears;
    if (is_secret) cookie += "; Secure";
    return cookie;
}

}  // namespace castellan
