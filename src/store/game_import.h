// Games from elsewhere into the store.
#pragma once

#include "chess/openings/opening_names.h"
#include "chess/pgn/pgn_reader.h"
#include "store/game_store.h"

namespace castellan {

/// The players become people, whoever they were; the moves are those of the main line.
StoredGame stored_from(const PgnGame& pgn, const OpeningNames& names);

struct ImportReport {
    std::size_t games = 0;
    std::size_t games_with_problems = 0;  // kept as far as they could be read
    std::vector<PgnProblem> problems;     // the first of them
    std::size_t problem_count = 0;
};

/// Reads and keeps games a few at a time, so that whoever waits for something else need not wait
/// for all of them.
class GameImport {
  public:
    /// All are lent. The games are the owner's.
    GameImport(GameStore& store, PgnReader& reader, const OpeningNames& names,
               PersonId owner = kHost)
        : store_{store}, reader_{reader}, names_{names}, owner_{owner} {}

    /// True as long as there is more to do. After an error the last games read are not kept.
    Result<bool, StoreError> step();
    const ImportReport& report() const { return report_; }

  private:
    GameStore& store_;
    PgnReader& reader_;
    const OpeningNames& names_;
    PersonId owner_;
    ImportReport report_;
};

}  // namespace castellan
