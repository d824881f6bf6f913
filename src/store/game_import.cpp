#include "store/game_import.h"

#include <algorithm>

#include "chess/pgn/pgn_writer.h"
#include "play/opponents.h"

namespace castellan {
namespace {

constexpr std::size_t kGamesAtOnce = 200;  // in one transaction
constexpr std::size_t kMostProblemsKept = 1'000;

std::string tag_or(const PgnGame& pgn, std::string_view name, std::string_view otherwise) {
    const std::string_view value = pgn.tag(name);
    return std::string{value.empty() ? otherwise : value};
}

/// "2026-05-01 18:30:00" from PGN's "2026.05.01" and "18:30:00"; unknown parts stay "??".
std::string start_of(const PgnGame& pgn) {
    std::string day = tag_or(pgn, "UTCDate", tag_or(pgn, "Date", "????.??.??"));
    std::ranges::replace(day, '.', '-');
    return day + ' ' + tag_or(pgn, "UTCTime", "00:00:00");
}

}  // namespace

StoredGame stored_from(const PgnGame& pgn, const OpeningNames& names) {
    StoredGame stored;
    stored.setup.seats = {person_seat(tag_or(pgn, "White", "?")),
                          person_seat(tag_or(pgn, "Black", "?"))};
    stored.setup.start = pgn.start;
    stored.started = start_of(pgn);
    Game game{pgn.start};
    for (const Move move : pgn.main_line()) {
        stored.moves.push_back({move, Microseconds{0}});
        game.play(move);
    }
    if (pgn.result != PgnResult::unknown)
        stored.end = GameEnd{pgn.result, std::string{to_text(pgn.result)},
                             tag_or(pgn, "Termination", "normal")};
    if (const OpeningLine* const opening = names.find(game)) {
        stored.eco = opening->eco;
        stored.opening = opening->name;
    }
    stored.pgn = to_pgn(pgn);
    return stored;
}

Result<bool, StoreError> GameImport::step() {
    std::vector<StoredGame> games;
    while (games.size() < kGamesAtOnce) {
        const auto game = reader_.next();
        if (!game) break;
        games.push_back(stored_from(*game, names_));
        games.back().access.owner = owner_;
        ++report_.games;
        report_.games_with_problems += game->problems.empty() ? 0 : 1;
        report_.problem_count += game->problems.size();
        for (const PgnProblem& problem : game->problems)
            if (report_.problems.size() < kMostProblemsKept) report_.problems.push_back(problem);
    }
    if (const auto added = store_.add(games); !added) return tl::unexpected(added.error());
    return games.size() == kGamesAtOnce;
}

}  // namespace castellan
