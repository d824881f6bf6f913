// The loads that web_bench puts on a server; each prints what it measured.
#pragma once

#include <chrono>

/// So many games against a weak level, and sockets that only listen: how long a move's echo takes.
/// False if no move came back.
bool measure_echo(int port, int games, int idle, std::chrono::seconds duration);

/// People come and go: what the server takes must not grow. False if it does. The process is the
/// server's.
bool measure_churn(int port, int process, std::chrono::seconds duration);

/// Hundreds of people against engines from weak to full strength: how long these take to answer.
/// False if a bar is missed. The process is the server's.
bool measure_thinking(int port, int process, std::chrono::seconds duration);
