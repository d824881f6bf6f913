// Move choice: which of the lines it has looked at a limited player plays.
#pragma once

#include <span>

#include "base/random.h"
#include "chess/position.h"
#include "engine/strength.h"
#include "search/report.h"

namespace castellan {

/// The index of the chosen line. `lines` are exact, best first, at least one.
std::size_t choose_line(const Position& root, std::span<const Report> lines,
                        const Strength& strength, Random& random);

}  // namespace castellan
