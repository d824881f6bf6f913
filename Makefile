# The front door. Each target first does whatever set-up is missing; CMake does the building.
#   make run | play | xboard | install | test | bench | fuzz | lint | clean   CASTELLAN_ARCH=x86-64-v3 builds for another CPU

CASTELLAN_ARCH ?= native
JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 300
PREFIX ?= /usr/local

BUILD_PACKAGES = g++ cmake ninja-build libexpected-dev libcli11-dev libfathom-dev libsqlite3-dev libncurses-dev \
  libboost1.81-dev nlohmann-json3-dev
TEST_PACKAGES  = $(BUILD_PACKAGES) libgtest-dev tmux
PAGE_PACKAGES  = nodejs npm
BROWSER_PACKAGES = chromium
BENCH_PACKAGES = $(TEST_PACKAGES) stockfish ethereal-chess
ROUND_ROBIN_PACKAGES = gnuchess phalanx hoichess fairymax sjeng toga2 glaurung stockfish
FUZZ_PACKAGES  = $(BUILD_PACKAGES) clang libclang-rt-14-dev
XBOARD_PACKAGES = $(BUILD_PACKAGES) xboard fonts-dejavu-core
LINT_PACKAGES  = $(TEST_PACKAGES) clang-format clang-tidy

# The engine alone: what the protocol layer stands on, and no package but a compiler.
EXE ?= build/castellan-engine
EVALFILE ?= data/castellan.nnue
VERSION = $(shell awk '/^project/ {print $$3}' CMakeLists.txt)
ENGINE_SOURCES = $(shell find src/base src/chess src/eval src/tablebase src/book src/search src/engine \
  src/uci src/xboard src/pipe -name '*.cpp' ! -name '*_test.cpp') src/engine_main.cpp

.PHONY: all build engine run play install xboard test page-test browser-test in-browser sanitize sanitize-units tsan perft-full mates timing match-test round-robin bench fuzz lint format clean
ifeq ($(origin EXE),command line)
all: engine
else
all: build
endif

# The page is a part of the program. An npm that is there already may not be Debian's, which would not install beside it.
PAGE = web/dist/index.html
PAGE_SOURCES = $(shell find web/src web/public web/*.mjs web/package-lock.json -type f 2>/dev/null)
$(PAGE): $(PAGE_SOURCES)
	@command -v npm >/dev/null || tools/install-packages $(PAGE_PACKAGES)
	@cd web && npm ci --silent --no-fund --no-audit && npm run --silent build

build: $(PAGE)
	@tools/install-packages $(BUILD_PACKAGES)
	@cmake --preset release -DCASTELLAN_ARCH=$(CASTELLAN_ARCH) -DCASTELLAN_TESTS=OFF >/dev/null
	@cmake --build build/release -j $(JOBS) --target castellan

# C++23 for std::expected, where Debian's tl::expected is not installed.
engine:
	@mkdir -p $(dir $(EXE))
	$(CXX) -std=c++23 -O3 -DNDEBUG -flto=auto -march=$(CASTELLAN_ARCH) -DCASTELLAN_VERSION='"$(VERSION)"' \
	  -DCASTELLAN_NETWORK='"$(abspath $(EVALFILE))"' \
	  -Isrc $(ENGINE_SOURCES) -o $(EXE) -pthread

run: build
	@build/castellan serve

# The menu, or the list of commands where nobody can choose.
play: build
	@if [ -t 0 ]; then build/castellan; else build/castellan --help; fi

install: build
	@cmake --install build/release --prefix $(PREFIX)

# Debian keeps xboard where root's PATH may not look.
xboard: build
	@tools/install-packages $(XBOARD_PACKAGES)
	@[ -n "$$DISPLAY" ] || { echo "make xboard needs a graphical display, and DISPLAY is not set." >&2; exit 1; }
	@PATH="$$PATH:/usr/games" xboard -fcp "./castellan xboard" -fd "$(CURDIR)/build"

# Whole programs as people get them; the page in a browser; the units under sanitizers.
test: $(PAGE)
	@tools/install-packages $(TEST_PACKAGES)
	@$(CONFIGURE_TESTS)
	@cmake --build build/release -j $(JOBS)
	@ctest --test-dir build/release -j $(JOBS) --output-on-failure
	@$(MAKE) --no-print-directory page-test in-browser sanitize-units

CONFIGURE_TESTS = cmake --preset release -DCASTELLAN_ARCH=$(CASTELLAN_ARCH) -DCASTELLAN_TESTS=ON -DCASTELLAN_UNIT_TESTS=OFF >/dev/null

page-test: $(PAGE)
	@cd web && npm run --silent check && npm run --silent test

# The page in a browser, against the program.
browser-test: build in-browser

in-browser:
	@tools/install-packages $(BROWSER_PACKAGES)
	@cd web && CASTELLAN=$(CURDIR)/build/castellan SCREENSHOTS=$(CURDIR)/build/screenshots npm run --silent test:browser

# The unit tests and what fuzzing has found, under AddressSanitizer and UndefinedBehaviorSanitizer, in two halves.
sanitize-units:
	@tools/install-packages $(TEST_PACKAGES)
	@cmake --preset asan -DCASTELLAN_ARCH=$(CASTELLAN_ARCH) >/dev/null
	@cmake --build build/asan -j $(JOBS) --target unit_test replays
	@printf '%s\n' 0 1 | GTEST_TOTAL_SHARDS=2 GTEST_BRIEF=1 xargs -P $(JOBS) -I{} env GTEST_SHARD_INDEX={} build/asan/tests/unit_test
	@ctest --test-dir build/asan -R FuzzCorpus --output-on-failure

# Everything under the same sanitizers, whole programs too.
sanitize:
	@tools/install-packages $(TEST_PACKAGES)
	@cmake --preset asan -DCASTELLAN_ARCH=$(CASTELLAN_ARCH) >/dev/null
	@cmake --build build/asan -j $(JOBS)
	@ctest --test-dir build/asan -j $(JOBS) --output-on-failure

tsan:
	@tools/install-packages $(TEST_PACKAGES)
	@cmake --preset tsan -DCASTELLAN_ARCH=$(CASTELLAN_ARCH) >/dev/null
	@cmake --build build/tsan -j $(JOBS)
	@ctest --test-dir build/tsan -j $(JOBS) --output-on-failure

# Every perft position to the last depth its file knows; takes long.
perft-full: test
	@CASTELLAN_PERFT_NODES=1000000000000 build/release/tests/program_test --gtest_filter='PerftSuite*'

# All 1,000 positions with a known mate, at 100,000 nodes each, with one and four threads.
mates: test
	@CASTELLAN_MATES=all build/release/tests/program_test --gtest_filter='*Mates*'

# What the tests say about time, taken at its word: for a machine with nothing else to do.
timing:
	@tools/install-packages $(TEST_PACKAGES)
	@$(CONFIGURE_TESTS) -DCASTELLAN_UNIT_TESTS=ON
	@cmake --build build/release -j $(JOBS) --target unit_test program_test
	@CASTELLAN_TIMING=1 build/release/tests/unit_test --gtest_filter='Uci*'
	@CASTELLAN_TIMING=1 build/release/tests/program_test --gtest_filter='Uci*'

# Matches with engines that crash, stall, lie and flood, and matches that are killed midway.
match-test:
	@tools/install-packages $(TEST_PACKAGES)
	@$(CONFIGURE_TESTS)
	@cmake --build build/release -j $(JOBS) --target program_test
	@build/release/tests/program_test --gtest_filter='Match*'

# Debian's engines, half of them by the XBoard protocol, against each other.
round-robin: build
	@tools/install-packages $(ROUND_ROBIN_PACKAGES)
	@tools/debian-round-robin

bench: build
	@tools/install-packages $(BENCH_PACKAGES)
	@$(CONFIGURE_TESTS)
	@cmake --build build/release -j $(JOBS) --target castellan pgn_bench mock_engine web_bench network_bench
	@bench/perft-versus-stockfish
	@bench/pgn-speed
	@bench/search-speed
	@bench/match-overhead
	@bench/web
	@build/release/bench/network_bench

fuzz:
	@tools/install-packages $(FUZZ_PACKAGES)
	@cmake --preset fuzz -DCASTELLAN_ARCH=$(CASTELLAN_ARCH) >/dev/null
	@cmake --build build/fuzz -j $(JOBS) --target $(patsubst fuzz/corpus/%,fuzz_%,$(wildcard fuzz/corpus/*))
	@fuzz/run-all build/fuzz/fuzz $(FUZZ_SECONDS)

lint:
	@tools/install-packages $(LINT_PACKAGES)
	@git ls-files '*.h' '*.cpp' | xargs clang-format --dry-run -Werror
	@cmake --preset debug -DCASTELLAN_ARCH=$(CASTELLAN_ARCH) >/dev/null
	@git ls-files 'src/*.cpp' | grep -v _test.cpp | xargs -P $(JOBS) -n 4 clang-tidy --quiet -p build/debug

format:
	@tools/install-packages $(LINT_PACKAGES)
	@git ls-files '*.h' '*.cpp' | xargs clang-format -i

clean:
	@rm -rf build
