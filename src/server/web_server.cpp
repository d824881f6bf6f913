#include "server/web_server.h"

#include "server/service.h"

namespace castellan {

Result<WebServer, ServerError> WebServer::listen(ServerSettings settings, GameStore* store,
                                                 std::string notice) {
    try {
        auto service = std::make_unique<Service>(std::move(settings), store, std::move(notice));
        if (const auto status = service->listen(); !status) return tl::unexpected(status.error());
        return WebServer{std::move(service)};
    } catch (const std::exception&) {
        return fail(ServerError::cannot_start, "there is not enough memory, or too many threads");
    }
}

WebServer::WebServer(std::unique_ptr<Service> service) : service_{std::move(service)} {}
WebServer::WebServer(WebServer&&) noexcept = default;
WebServer::~WebServer() = default;
std::string WebServer::own_url() const { return service_->own_url(); }
std::string WebServer::invitation_url() const { return service_->invitation_url(); }
void WebServer::run() { service_->run(); }

}  // namespace castellan
