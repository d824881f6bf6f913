#include "server/request_guard.h"

#include <algorithm>
#include <random>

#include "base/text.h"

namespace castellan {
namespace {

constexpr std::size_t kLongestTarget = 2'048;
constexpr std::string_view kCookieName = "castellan=";
constexpr std::string_view kInvitation = "/?token=";

/// Takes the same time wherever the texts differ.
bool is_same_secret(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
    return difference == 0;
}

}  // namespace

std::optional<Refusal> RequestGuard::check(const RequestHead& request) const {
    if (request.target.size() > kLongestTarget) return Refusal{414, "the address is too long"};
    if (!request.host || !is_own_authority(*request.host, request))
        return Refusal{421, "this server has another name"};
    if (request.is_upgrade || (request.method != "GET" && request.method != "HEAD")) {
        constexpr std::string_view kScheme = "http://";
        if (!request.origin || !request.origin->starts_with(kScheme) ||
            !is_own_authority(request.origin->substr(kScheme.size()), request))
            return Refusal{403, "this request comes from another site"};
    }
    if (!token_.empty() && !has_token(request) && !is_invitation(request))
        return Refusal{401, "open the address that the server printed, with its token"};
    return std::nullopt;
}

bool RequestGuard::is_own_authority(std::string_view authority, const RequestHead& request) const {
    if (!request.arrived_at.empty() && authority == request.arrived_at) return true;
    return std::ranges::any_of(authorities_, [&](const std::string& own) {
        return std::ranges::equal(own, authority, {}, to_lower, to_lower);
    });
}

bool RequestGuard::has_token(const RequestHead& request) const {
    std::string_view rest = request.cookie;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(';'), rest.size());
        const std::string_view one = trim(rest.substr(0, end));
        if (one.starts_with(kCookieName) && is_same_secret(one.substr(kCookieName.size()), token_))
            return true;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
}

bool RequestGuard::is_invitation(const RequestHead& request) const {
    return !token_.empty() && request.method == "GET" && !request.is_upgrade &&
           request.target.starts_with(kInvitation) &&
           is_same_secret(request.target.substr(kInvitation.size()), token_);
}

std::string RequestGuard::cookie() const {
    return std::string{kCookieName} + token_ + "; HttpOnly; SameSite=Strict; Path=/";
}

std::string make_token() {
    std::random_device device;
    std::string token;
    for (int i = 0; i < 32; ++i) token += "0123456789abcdef"[device() % 16];
    return token;
}

}  // namespace castellan
