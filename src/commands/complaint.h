// How a subcommand says that something went wrong, and what the program then returns.
#pragma once

#include <cstdio>
#include <string>

namespace castellan {

inline constexpr int kFailure = 1;
inline constexpr int kUsage = 2;
inline constexpr int kInterrupted = 130;  // as shells count it: 128 and the number of SIGINT

/// "castellan games: there is no game 12", on standard error. Returns kFailure, to be passed on.
inline int complain(const char* command, const std::string& message) {
    std::fprintf(stderr, "castellan %s: %s\n", command, message.c_str());
    return kFailure;
}

}  // namespace castellan
