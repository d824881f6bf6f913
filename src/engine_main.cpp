// The engine alone, as rating lists and OpenBench build it: `make engine EXE=name`, which needs a
// compiler and nothing else. `name bench` counts nodes; without arguments it speaks UCI or XBoard.
#include <cstdio>
#include <exception>
#include <string_view>

#include "engine/bench.h"
#include "pipe/engine_process.h"

int main(int argc, char** argv) {
    using namespace castellan;
    try {
        if (argc == 1) return run_engine_process(Protocol::as_greeted);
        if (argc == 2 && std::string_view{argv[1]} == "bench") {
            const BenchResult result = run_bench();
            std::printf("%s\n", to_text(result).c_str());
            return 0;
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "castellan: %s\n", error.what());
        return 1;
    }
    std::fputs("usage: castellan [bench]\n", stderr);
    return 2;
}
