// Whether a command names a program that can be started, before anything depends on it.
#pragma once

#include <string>

namespace castellan {

/// What is wrong with it, in one sentence; empty if it can be started. With a slash it is a file,
/// in `directory` if that is given and the path is relative; without one, it is looked for along
/// PATH.
std::string program_problem(const std::string& command, const std::string& directory = {});

}  // namespace castellan
