// LimitedSearch: a search of limited strength, as a weaker player would think.
#pragma once

#include "engine/strength.h"
#include "search/searcher.h"

namespace castellan {

/// It remembers nothing from move to move: what it plays follows from the game, the strength and
/// the seed, so that a game can be repeated, and nothing it believed reaches the full search.
/// It always thinks in one thread with a table of one size, to be the same everywhere.
class LimitedSearch {
  public:
    /// Blocks like Searcher::run. The line that is played is reported, once, at the end.
    /// The clock and all other limits stay in force beside the strength.
    Verdict choose(const Game& game, const Limits& limits, const Strength& strength,
                   std::uint64_t seed, const ReportListener& listener);

    /// To stop it, or to hold its clock.
    Searcher& searcher() { return searcher_; }

  private:
    static constexpr int kTableMegabytes = 2;
    Searcher searcher_{kTableMegabytes};
};

}  // namespace castellan
