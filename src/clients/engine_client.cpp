#include "clients/engine_client.h"

#include "clients/uci_client.h"
#include "clients/xboard_client.h"

namespace castellan {
namespace {

constexpr Milliseconds kDetectionPatience{2'000};
constexpr Milliseconds kGreetingPatience{20'000};

using Client = Result<std::unique_ptr<EngineClient>, PlayerError>;

Result<std::unique_ptr<ChildProcess>, PlayerError> launch(const ChildCommand& command) {
    auto process = ChildProcess::start(command);
    if (!process) return fail(PlayerError::cannot_start, process.error().message);
    return std::move(*process);
}

}  // namespace

std::optional<Answer> missing_answer(const ReadLine& line, Microseconds spent) {
    switch (line.status) {
        case ReadStatus::closed:
            return Answer{.kind = AnswerKind::crashed, .spent = spent};
        case ReadStatus::interrupted:
            return Answer{.kind = AnswerKind::interrupted};
        case ReadStatus::timeout:
            return Answer{.kind = AnswerKind::out_of_time, .spent = spent};
        case ReadStatus::line:
            break;
    }
    return std::nullopt;
}

Client start_engine(const ChildCommand& command, EngineProtocol protocol,
                    const ClientSettings& settings) {
    auto process = launch(command);
    if (!process) return tl::unexpected(process.error());
    if (protocol == EngineProtocol::xboard)
        return XboardClient::start(std::move(*process), settings, XboardGreeting::known);
    if (protocol == EngineProtocol::uci)
        return UciClient::start(std::move(*process), settings, kGreetingPatience);

    Client client = UciClient::start(std::move(*process), settings, kDetectionPatience);
    if (client || client.error().reason != PlayerError::wrong_protocol ||
        command.stop.stop_requested())
        return client;
    process = launch(command);
    if (!process) return tl::unexpected(process.error());
    client = XboardClient::start(std::move(*process), settings, XboardGreeting::detect);
    if (client || client.error().reason != PlayerError::wrong_protocol) return client;
    return fail(
        PlayerError::wrong_protocol,
        command.argv.front() + " answers neither `uci` nor `xboard`; " + client.error().message);
}

}  // namespace castellan
