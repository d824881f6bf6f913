// WebServer: HTTP and WebSocket in front of the lobby. One thread does everything but think.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "house/lobby.h"
#include "server/request_guard.h"

namespace castellan {

struct ServerSettings {
    std::string address = "127.0.0.1";
    std::uint16_t port = 8712;       // 0: any that is free
    bool may_take_next_port = true;  // if this one is taken
    std::vector<std::string> names;  // more host names that lead here
    std::optional<PublicUrl> public_url{};
    std::size_t most_connections = 8'000;
    LobbySettings lobby;
};

enum class ServerError { bad_address, cannot_listen, cannot_start };

class WebServer {
  public:
    /// Listens from now on. The store is lent, and may be absent; `notice` says why.
    static Result<WebServer, ServerError> listen(ServerSettings settings, GameStore* store,
                                                 std::string notice);
    WebServer(WebServer&&) noexcept;
    ~WebServer();

    /// What to type into a browser on this machine; where people come from elsewhere, it makes the
    /// browser the host's.
    std::string own_url() const;
    /// What others open.
    std::string invitation_url() const;
    /// Until SIGINT or SIGTERM; then says goodbye to everybody, which takes seconds at most.
    void run();

  private:
    class Service;
    explicit WebServer(std::unique_ptr<Service> service);
    std::unique_ptr<Service> service_;
};

}  // namespace castellan
