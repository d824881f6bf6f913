// Runs a shell command and catches what it says.
#pragma once

#include <sys/wait.h>

#include <cstdio>
#include <string>

namespace castellan {

struct ProgramRun {
    int exit_code;       // 128 + signal if it was killed
    std::string output;  // standard output; add 2>&1 to the command for the rest
};

inline ProgramRun run_program(const std::string& command) {
    ProgramRun run{-1, {}};
    std::FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return run;
    char buffer[4096];
    while (const std::size_t length = std::fread(buffer, 1, sizeof buffer, pipe))
        run.output.append(buffer, length);
    const int status = pclose(pipe);
    run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return run;
}

}  // namespace castellan
