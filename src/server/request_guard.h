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

/// "https://chess.example.org": where others find us, through a proxy that speaks TLS for us.
struct PublicUrl {
    std::string scheme;     // "http" or "https"
    std::string authority;  // with the port, unless it is the scheme's own

    std::string text() const { return scheme + "://" + authority; }
    bool is_secret() const { return scheme == "https"; }
};
/// Nothing if it is not the whole address of a server: no path, no query, no name.
std::optional<PublicUrl> parse_public_url(std::string_view text);

class RequestGuard {
  public:
    /// `authorities` are the names we answer to, with the port: "localhost:8712".
    RequestGuard(std::vector<std::string> authorities, std::optional<PublicUrl> url = {})
        : authorities_{std::move(authorities)}, url_{std::move(url)} {}

    /// Nothing if the request may pass.
    std::optional<Refusal> check(const RequestHead& request) const;

    /// Whether it came by the public URL's name and TLS.
    bool is_secret(const RequestHead& request) const;
    /// Whether browsers heed what is for such origins alone.
    bool is_trustworthy(const RequestHead& request) const;

  private:
    bool is_own_authority(std::string_view authority, const RequestHead& request) const;
    bool is_own_origin(std::string_view origin, const RequestHead& request) const;

    std::vector<std::string> authorities_;
    std::optional<PublicUrl> url_;
};

/// The key by which a browser is known; empty if it has none.
std::string key_in(std::string_view cookie);
/// The cookie that brings it back.
std::string cookie_with(std::string_view key, bool is_secret);

}  // namespace castellan
