// Networks in files, and the one that is part of the program.
#pragma once

#include <memory>

#include "eval/nnue/network.h"

namespace castellan::nnue {

enum class NetworkFileError { cannot_read, unusable };

/// The reason names the file.
Result<std::shared_ptr<const Network>, NetworkFileError> load_network(const std::string& path);

/// As people name it: nothing for the one that is built in, "classical" for none, else a file.
/// nullptr stands for the classical evaluation.
Result<std::shared_ptr<const Network>, NetworkFileError> network_named(const std::string& name);

/// nullptr if the file that was built in is no network.
std::shared_ptr<const Network> embedded_network();

}  // namespace castellan::nnue
