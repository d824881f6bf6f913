#include "protocol/engine_client.h"

#include "protocol/uci_client.h"
#include "protocol/xboard_client.h"

namespace castellan {
namespace {

constexpr Milliseconds kDetectionPatience{2'000};
constexpr Milliseconds kGreetingPatience{20'000};

using Client = Result<std::unique_ptr<EngineClient>, ClientError>;

Result<std::unique_ptr<ChildProcess>, ClientError> launch(const ChildCommand& command) {
    auto process = ChildProcess::start(command);
    if (!process) return fail(ClientError::cannot_start, process.error().message);
    return std::move(*process);
}

}  // namespace

Client start_engine(const ChildCommand& command, EngineProtocol protocol,
                    const ClientSettings& settings) {
    auto process = launch(command);
    if (!process) return tl::unexpected(process.error());
    if (protocol == EngineProtocol::xboard)
        return XboardClient::start(std::move(*process), settings, XboardGreeting::known);
    if (protocol == EngineProtocol::uci)
        return UciClient::start(std::move(*process), settings, kGreetingPatience);

    Client client = UciClient::start(std::move(*process), settings, kDetectionPatience);
    if (client || client.error().reason != ClientError::wrong_protocol ||
        command.stop.stop_requested())
        return client;
    process = launch(command);
    if (!process) return tl::unexpected(process.error());
    client = XboardClient::start(std::move(*process), settings, XboardGreeting::detect);
    if (client || client.error().reason != ClientError::wrong_protocol) return client;
    return fail(
        ClientError::wrong_protocol,
        command.argv.front() + " answers neither `uci` nor `xboard`; " + client.error().message);
}

}  // namespace castellan
