// Client: whoever is connected to the server, however it is connected.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "store/people_store.h"

namespace castellan {

/// Shared by everybody it is sent to.
using Message = std::shared_ptr<const std::string>;

class Client {
  public:
    virtual ~Client() = default;
    /// It leaves the house when the lobby has settled, so that what is told has been kept. Who
    /// cannot be told is cut off, and asks again.
    virtual void send(Message message) noexcept = 0;
    /// Its number among all that ever connected.
    virtual std::uint64_t number() const = 0;
    /// The same when it comes back after a lost connection; nobody else's.
    virtual std::string name() const { return '#' + std::to_string(number()); }
    /// Whom it speaks for, and the key by which that is known.
    virtual PersonId person() const { return kHost; }
    virtual std::string key() const { return {}; }
    /// Nobody's any more.
    virtual void hang_up() noexcept {}
};

}  // namespace castellan
