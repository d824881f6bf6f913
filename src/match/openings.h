// Openings: the positions that the games of a match start from.
#pragma once

#include <vector>

#include "base/result.h"
#include "chess/position.h"
#include "match/match_settings.h"

namespace castellan {

struct Opening {
    Position start;
    std::vector<Move> moves;
};

enum class OpeningError { cannot_open, bad_line, bad_game, nothing_found };

class Openings {
  public:
    /// Reads the file. The seed decides a random order, and which lines of a book are taken.
    static Result<Openings, OpeningError> load(const OpeningSettings& settings, bool chess960,
                                               std::uint64_t seed);

    std::size_t size() const { return openings_.size(); }
    /// Begins again after the last.
    const Opening& at(std::size_t index) const { return openings_[index % openings_.size()]; }

  private:
    std::vector<Opening> openings_;
};

}  // namespace castellan
