// castellan epd --solve: how many positions of a test suite the engine gets right.
#pragma once

#include <vector>

#include "chess/notation/epd.h"
#include "engine/engine_settings.h"
#include "search/limits.h"

namespace castellan {

struct SuiteOptions {
    Limits limits;
    EngineSettings engine;  // one for each search
    int concurrency = 1;    // searches at the same time
};

/// Prints what was missed, and the count. Returns the exit code: a miss is no failure, a wrong
/// mate or a line that does not bear out its score is one.
int solve_suite(const std::vector<EpdRecord>& records, const SuiteOptions& options);

}  // namespace castellan
