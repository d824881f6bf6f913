# The front door. Each target first does whatever set-up is missing; CMake does the building.
#   make run | play | xboard | install | test | bench | fuzz | lint | compilers | clean
#   make deps installs all that building and testing want; CASTELLAN_ARCH=x86-64-v3 builds for another CPU

CASTELLAN_ARCH ?= native
JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 300
PREFIX ?= /usr/local

# package:what-it-gives, a command or a <header>; nothing is installed where that is there already.
BUILD_PACKAGES = g++:c++ cmake:cmake ninja-build:ninja libexpected-dev:'<tl/expected.hpp>' libcli11-dev:'<CLI/CLI.hpp>' \
  libfathom-dev:'<tbprobe.h>' libsqlite3-dev:'<sqlite3.h>' libncurses-dev:'<ncurses.h>' \
  libboost1.81-dev:'<boost/beast/version.hpp>' nlohmann-json3-dev:'<nlohmann/json.hpp>' libqrencode-dev:'<qrencode.h>'
PAGE_PACKAGES  = nodejs:node npm:npm
TEST_PACKAGES  = $(BUILD_PACKAGES) libgtest-dev:'<gtest/gtest.h>' tmux:tmux
BROWSER_PACKAGES = chromium:chromium
BENCH_PACKAGES = $(TEST_PACKAGES) stockfish:/usr/games/stockfish ethereal-chess:/usr/games/ethereal-chess
ROUND_ROBIN_PACKAGES = gnuchess phalanx hoichess fairymax sjeng toga2 glaurung stockfish
FUZZ_PACKAGES  = $(BUILD_PACKAGES) clang:clang++ libclang-rt-14-dev
XBOARD_PACKAGES = $(BUILD_PACKAGES) xboard fonts-dejavu-core
FORMAT_PACKAGES = clang-format:clang-format
LINT_PACKAGES  = $(TEST_PACKAGES) $(FORMAT_PACKAGES) clang-tidy:clang-tidy
COMPILER_PACKAGES = $(TEST_PACKAGES) clang:clang++ g++-aarch64-linux-gnu:aarch64-linux-gnu-g++ qemu-user:qemu-aarch64

VERSION = $(shell awk '/^project/ {print $$3}' CMakeLists.txt)
RELEASE_FLAGS = $(shell cat release.flags)

ifeq ($(origin EXE),command line)
all: engine
else
all: build
endif
include engine.mk

.PHONY: all deps build run play install xboard test test-programs check-format check-bench page-test browser-test in-browser hosting hosting-test faults \
  sanitize sanitize-units tsan perft-full mates timing match-test round-robin bench fuzz lint format compilers clean

deps:
	@tools/install-packages $(TEST_PACKAGES) $(PAGE_PACKAGES) $(BROWSER_PACKAGES) $(FORMAT_PACKAGES)

# The page is a part of the program.
PAGE = web/dist/index.html
PAGE_SOURCES = $(shell find web/src web/public web/*.mjs web/package-lock.json -type f 2>/dev/null)
$(PAGE): $(PAGE_SOURCES)
	@tools/install-packages $(PAGE_PACKAGES)
	@cd web && npm ci --silent --no-fund --no-audit && npm run --silent build

# One configuration for everything, so that nothing is compiled twice; tests are built where GoogleTest is.
CONFIGURE = cmake --preset release -DCASTELLAN_ARCH=$(CASTELLAN_ARCH) >/dev/null
build: $(PAGE)
	@tools/install-packages $(BUILD_PACKAGES)
	@$(CONFIGURE)
	@cmake --build build/release -j $(JOBS) --target castellan

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
	@tools/install-packages $(TEST_PACKAGES) $(BROWSER_PACKAGES) $(FORMAT_PACKAGES)
	@$(MAKE) --no-print-directory check-format test-programs check-bench page-test in-browser hosting sanitize-units

test-programs:
	@$(CONFIGURE)
	@cmake --build build/release -j $(JOBS) --target castellan program_test faults_test
	@ctest --test-dir build/release -j $(JOBS) -E 'NOT_BUILT|FuzzCorpus' --output-on-failure

check-format:
	@tools/install-packages $(FORMAT_PACKAGES)
	@git ls-files '*.h' '*.cpp' | xargs clang-format --dry-run -Werror

# The engine searches the nodes that the last change of it announced.
check-bench:
	@tools/check-bench build/castellan

page-test: $(PAGE)
	@cd web && npm run --silent check && npm run --silent test

# The page in a browser, against the program.
browser-test: build in-browser

in-browser:
	@tools/install-packages $(BROWSER_PACKAGES)
	@cd web && CASTELLAN=$(CURDIR)/build/castellan SCREENSHOTS=$(CURDIR)/build/screenshots npm run --silent test:browser

# The page behind a real nginx that speaks TLS, with the configuration that is shipped.
hosting-test: build hosting

hosting:
	@tools/install-packages $(BROWSER_PACKAGES) openssl:openssl
	@tools/fetch-nginx build/nginx
	@cd web && CASTELLAN=$(CURDIR)/build/castellan NGINX_PROGRAM=$(CURDIR)/build/nginx/usr/sbin/nginx npm run --silent test:hosting

# Everything that can be lacking, one at a time: each allocation, each start of a thread, each operation on a file.
faults:
	@tools/install-packages $(TEST_PACKAGES)
	@$(CONFIGURE)
	@cmake --build build/release -j $(JOBS) --target faults_test
	@CASTELLAN_FAULTS=all build/release/tests/faults_test --gtest_filter='*FileOperation'
	@CASTELLAN_FAULTS=all build/release/tests/faults_test --gtest_filter='*StartOfAThread'
	@CASTELLAN_FAULTS=all build/release/tests/faults_test --gtest_filter='*Allocation'

# The unit tests and what fuzzing has found, under AddressSanitizer and UndefinedBehaviorSanitizer, in two halves.
sanitize-units:
	@tools/install-packages $(TEST_PACKAGES)
	@cmake --preset asan -DCASTELLAN_ARCH=$(CASTELLAN_ARCH) >/dev/null
	@cmake --build build/asan -j $(JOBS) --target unit_test replays
	@printf '%s\n' 0 1 | GTEST_TOTAL_SHARDS=2 GTEST_BRIEF=1 xargs -P $(JOBS) -I{} env GTEST_SHARD_INDEX={} build/asan/tests/unit_test
	@ctest --test-dir build/asan -R FuzzCorpus --output-on-failure

# Everything under the same sanitizers, whole programs too.
sanitize tsan:
	@tools/install-packages $(TEST_PACKAGES)
	@cmake --preset $(@:sanitize=asan) -DCASTELLAN_ARCH=$(CASTELLAN_ARCH) >/dev/null
	@cmake --build build/$(@:sanitize=asan) -j $(JOBS) --target castellan unit_test program_test replays
	@ctest --test-dir build/$(@:sanitize=asan) -j $(JOBS) --output-on-failure

# Every perft position to the last depth its file knows; takes long.
perft-full: test
	@CASTELLAN_PERFT_NODES=1000000000000 build/release/tests/program_test --gtest_filter='PerftSuite*'

# All 1,000 positions with a known mate, at 100,000 nodes each, with one and four threads.
mates: test
	@CASTELLAN_MATES=all build/release/tests/program_test --gtest_filter='*Mates*'

# What the tests say about time, taken at its word: for a machine with nothing else to do.
timing:
	@tools/install-packages $(TEST_PACKAGES)
	@$(CONFIGURE)
	@cmake --build build/release -j $(JOBS) --target unit_test program_test
	@CASTELLAN_TIMING=1 build/release/tests/unit_test --gtest_filter='Uci*'
	@CASTELLAN_TIMING=1 build/release/tests/program_test --gtest_filter='Uci*'

# Matches with engines that crash, stall, lie and flood, and matches that are killed midway.
match-test:
	@tools/install-packages $(TEST_PACKAGES)
	@$(CONFIGURE)
	@cmake --build build/release -j $(JOBS) --target program_test
	@build/release/tests/program_test --gtest_filter='Match*'

# Debian's engines, half of them by the XBoard protocol, against each other.
round-robin: build
	@tools/install-packages $(ROUND_ROBIN_PACKAGES)
	@tools/debian-round-robin

bench: build
	@tools/install-packages $(BENCH_PACKAGES)
	@$(CONFIGURE)
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

lint: check-format
	@tools/install-packages $(LINT_PACKAGES)
	@cmake --preset debug -DCASTELLAN_ARCH=$(CASTELLAN_ARCH) >/dev/null
	@git ls-files 'src/*.cpp' | grep -v _test.cpp | xargs -P $(JOBS) -n 4 clang-tidy --quiet -p build/debug

# Another compiler, and another CPU: the same tests, the same nodes.
compilers: build
	@tools/install-packages $(COMPILER_PACKAGES)
	@cmake --preset clang -DCASTELLAN_ARCH=$(CASTELLAN_ARCH) >/dev/null
	@cmake --build build/clang -j $(JOBS) --target castellan unit_test program_test replays
	@ctest --test-dir build/clang -j $(JOBS) --output-on-failure
	@tools/check-bench build/clang/src/castellan
	@$(MAKE) --no-print-directory engine EXE=build/castellan-aarch64 CXX=aarch64-linux-gnu-g++ CASTELLAN_ARCH=armv8-a LDFLAGS=-static
	@tools/check-bench qemu-aarch64 build/castellan-aarch64
	@tools/check-perft qemu-aarch64 build/castellan-aarch64

format:
	@tools/install-packages $(FORMAT_PACKAGES)
	@git ls-files '*.h' '*.cpp' | xargs clang-format -i

clean:
	@rm -rf build
