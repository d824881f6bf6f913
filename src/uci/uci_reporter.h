// UciReporter: which of a search's reports an interface is told, and when.
#pragma once

#include <string>
#include <vector>

#include "chess/position.h"
#include "search/report.h"

namespace castellan {

/// An interface gets whole blocks of MultiPV, best line first, and not more lines than it can show:
/// after the first second bounds are left out before exact scores, but the last exact scores
/// always come before the move.
class UciReporter {
  public:
    UciReporter() = default;
    /// `lines` are the lines that a whole block has.
    UciReporter(const Position& root, std::size_t lines, bool shows_chances)
        : root_{root}, lines_{lines}, shows_chances_{shows_chances} {}

    /// What to say now, `seconds` after the search was asked for.
    std::vector<std::string> take(const Report& report, double seconds);
    /// What is still owed, and the move.
    std::vector<std::string> finish(const Verdict& verdict);

  private:
    using Block = std::vector<Report>;

    std::vector<std::string> take_bound(const Report& report, double seconds);
    std::vector<std::string> text_of(const Block& block) const;
    /// May so many lines be said now? Counts them if they may.
    bool affords(double lines, double reserve, double seconds);
    Block completed() const;

    Position root_;
    std::size_t lines_ = 1;
    bool shows_chances_ = false;
    Block growing_;  // not yet complete
    Block newest_;   // the last complete one
    bool owes_newest_ = false;
    double allowance_ = 0;  // lines that may be said; below zero after a block larger than it
    double counted_until_ = 0;
};

}  // namespace castellan
