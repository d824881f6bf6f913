// RequestGuard: which requests are answered at all. Other web sites can make a browser send
// requests here, under names of their own; they must get nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace castellan {

/// What of a request decides. Fields that are absent are not the same as empty ones.
struct RequestHead {
    std::string_view method;
    std::string_view target;
    std::optional<std::string_view> host;
    std::optional<std::string_view> origin;
    std::string_view cookie;
    bool is_upgrade = false;
    std::string_view arrived_at{};  // our own address and port, as a number, beyond loopback
};

struct Refusal {
    int status;
    std::string_view reason;
};

class RequestGuard {
  public:
    /// `authorities` are the names we answer to, with the port: "localhost:8712". Without a token
    /// nobody is asked for one.
    RequestGuard(std::vector<std::string> authorities, std::string token)
        : authorities_{std::move(authorities)}, token_{std::move(token)} {}

    /// Nothing if the request may pass.
    std::optional<Refusal> check(const RequestHead& request) const;

    /// Whether this is the address with the token in it, which earns the cookie.
    bool is_invitation(const RequestHead& request) const;
    std::string cookie() const;

  private:
    bool is_own_authority(std::string_view authority, const RequestHead& request) const;
    bool has_token(const RequestHead& request) const;

    std::vector<std::string> authorities_;
    std::string token_;
};

/// 128 random bits from the system, in hexadecimal.
std::string make_token();

}  // namespace castellan
