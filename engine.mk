# The engine alone, as rating lists and OpenBench build it: a C++ compiler and make are enough.
#   make engine EXE=name      EVALFILE=network   PGO=1: profile-guided   TUNE=1: every number of the search is an option
EXE ?= build/castellan-engine
EVALFILE ?= data/castellan.nnue
ENGINE_LAYERS = base chess eval book search engine play uci xboard pipe

# Syzygy tables where Fathom is installed; else the program says that it has none.
HAS_FATHOM := $(shell printf '\043include <tbprobe.h>\nint main() {}\n' | \
  $(CXX) -x c++ - -o /dev/null -lfathom $(LDFLAGS) >/dev/null 2>&1 && echo yes)
ENGINE_TABLES = $(if $(HAS_FATHOM),src/tablebase/syzygy,src/tablebase/without_syzygy)
ENGINE_SOURCES = $(shell find $(ENGINE_LAYERS:%=src/%) $(ENGINE_TABLES) -name '*.cpp' ! -name '*_test.cpp') src/engine_main.cpp

# The program's own flags; C++23 for std::expected, where Debian's tl::expected is not installed.
ENGINE_FLAGS = -std=c++23 $(RELEASE_FLAGS) -march=$(CASTELLAN_ARCH) -Isrc -pthread -DCASTELLAN_VERSION='"$(VERSION)"' \
  -DCASTELLAN_NETWORK='"$(abspath $(EVALFILE))"' $(if $(TUNE),-DCASTELLAN_TUNE)

# Objects of other flags, networks or compilers stand in another folder.
ENGINE_FOLDER = build/engine/$(shell printf '%s' '$(CXX) $(ENGINE_FLAGS) $(HAS_FATHOM) $(PROFILE)' | cksum | cut -d' ' -f1)
ENGINE_OBJECTS = $(ENGINE_SOURCES:src/%.cpp=$(ENGINE_FOLDER)/%.o)

.PHONY: engine engine-program engine-profiled
engine:
	@$(if $(HAS_FATHOM),,echo "Fathom is not installed: this engine will have no Syzygy tables" >&2)
	@$(MAKE) --no-print-directory -j $(JOBS) $(if $(filter 1,$(PGO)),engine-profiled PROFILE=guided,engine-program)

engine-program: $(EXE)
$(EXE): $(ENGINE_OBJECTS)
	@mkdir -p $(dir $@)
	$(CXX) $(ENGINE_FLAGS) $(PROFILE_FLAGS) $^ -o $@ $(if $(HAS_FATHOM),-lfathom) $(LDFLAGS)

$(ENGINE_FOLDER)/%.o: src/%.cpp
	@mkdir -p $(dir $@)
	$(CXX) $(ENGINE_FLAGS) $(if $(filter eval/% search/%,$*),$(PROFILE_FLAGS)) -MMD -MP -c $< -o $@
$(ENGINE_FOLDER)/eval/nnue/network_file.o: $(EVALFILE)

# First a program that counts how often everything in search and evaluation is run, then one that was compiled knowing
# it; the bench is what is run. What it does not run would be compiled as if nobody ever did, so the rest has no profile.
# The compiler finds the counts by the names of the objects, so these are the same both times.
COUNTS = $(abspath $(ENGINE_FOLDER))/counts
engine-profiled:
	@rm -rf $(ENGINE_FOLDER)
	@$(MAKE) --no-print-directory engine-program EXE=$(ENGINE_FOLDER)/counting \
	  PROFILE_FLAGS='-fprofile-generate=$(COUNTS) -fprofile-update=single'
	@$(ENGINE_FOLDER)/counting bench
	@find $(ENGINE_FOLDER)/eval $(ENGINE_FOLDER)/search -name '*.o' -delete
	@$(MAKE) --no-print-directory engine-program PROFILE_FLAGS='-fprofile-use=$(COUNTS) -Wno-missing-profile'

-include $(ENGINE_OBJECTS:.o=.d)
