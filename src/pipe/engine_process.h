// The program as an engine: a chess interface talks to it through pipes.
#pragma once

namespace castellan {

enum class Protocol {
    uci,
    xboard,
    as_greeted,  // the first line tells
};

/// Speaks with the interface on standard input and output until it quits, closes the pipe, or sends
/// SIGTERM. Gives the exit code.
int run_engine_process(Protocol protocol);

}  // namespace castellan
