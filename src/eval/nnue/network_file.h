// Networks in files, and the one that is part of the program.
#pragma once

#include <memory>

#include "eval/nnue/network.h"

namespace castellan::nnue {

enum class NetworkFileError { cannot_read, unusable };

/// The reason names the file.
Result<std::shared_ptr<const Network>, NetworkFileError> load_network(const std::string& path);

/// nullptr if the program was built without one.
std::shared_ptr<const Network> embedded_network();

}  // namespace castellan::nnue
