// The secrets of `castellan serve`, in a file, so that links are good after a restart, too.
#pragma once

#include <string>

#include "base/durable_file.h"

namespace castellan {

struct ServerSecrets {
    std::string invitation;
    std::string host;
};

/// The file has one secret on a line: the invitation's, then the host's. What it lacks is made; a
/// file that is not there is written, for its owner alone.
Result<ServerSecrets, FileError> read_server_secrets(const std::string& path);
Result<void, FileError> write_server_secrets(const std::string& path, const ServerSecrets& secrets);

}  // namespace castellan
