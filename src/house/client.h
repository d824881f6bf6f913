// Client: whoever is connected to the server, however it is connected.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace castellan {

/// Shared by everybody it is sent to.
using Message = std::shared_ptr<const std::string>;

class Client {
  public:
    virtual ~Client() = default;
    /// It leaves the house when the lobby has settled, so that what is told has been kept.
    virtual void send(Message message) = 0;
    /// Its number among all that ever connected.
    virtual std::uint64_t number() const = 0;
};

}  // namespace castellan
