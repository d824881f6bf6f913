// Many pages at once on one server, which runs already.
//   web_bench echo PORT GAMES IDLE SECONDS
//   web_bench thinking PORT PROCESS SECONDS
//   web_bench churn PORT PROCESS SECONDS
#include <cstdlib>
#include <span>
#include <string_view>

#include "web_load.h"

int main(int argc, char** argv) {
    const std::span arguments{argv, static_cast<std::size_t>(argc)};
    const auto number = [&](std::size_t i) { return std::atoi(arguments[i]); };
    const std::string_view load = argc > 1 ? argv[1] : "";
    if (load == "echo" && argc == 6)
        return measure_echo(number(2), number(3), number(4), std::chrono::seconds{number(5)}) ? 0
                                                                                              : 1;
    if (load == "thinking" && argc == 5)
        return measure_thinking(number(2), number(3), std::chrono::seconds{number(4)}) ? 0 : 1;
    if (load == "churn" && argc == 5)
        return measure_churn(number(2), number(3), std::chrono::seconds{number(4)}) ? 0 : 1;
    return 2;
}
