// RemoteServer: a Castellan on another machine, talked to as a page does (docs/web.md).
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "house/game_json.h"
#include "play/background_player.h"

namespace castellan {

enum class RemoteError { bad_address, cannot_connect, refused };

/// "http://192.168.1.20:8712/?game=…", in its parts.
struct RemoteAddress {
    std::string host;
    std::string port;
    std::string kind;    // "game", "token" or "device"
    std::string secret;  // of that kind

    std::string authority() const { return port == "80" ? host : host + ':' + port; }
};
Result<RemoteAddress, RemoteError> parse_remote_address(std::string_view text);

/// Comes in by the address: the key by which one is known there from then on. `known` is such a key
/// from before, or empty.
Result<std::string, RemoteError> enter(const RemoteAddress& address, const std::string& name,
                                       const std::string& known);

/// The connection. It comes back after it was lost; what was not answered is sent again.
class RemoteServer {
  public:
    /// Called through `post`, with every message, and with null when the connection is lost.
    using Listener = std::function<void(const Json& message)>;

    RemoteServer(RemoteAddress address, std::string key, Post post, Listener listener);
    RemoteServer(const RemoteServer&) = delete;
    RemoteServer& operator=(const RemoteServer&) = delete;
    ~RemoteServer();

    void send(Json command);

  private:
    class Link;
    std::unique_ptr<Link> link_;
};

}  // namespace castellan
