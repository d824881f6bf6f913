// MatchLog: every finished game on the disk, so that a match can go on after any kind of end.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/durable_file.h"
#include "base/result.h"
#include "match/match_settings.h"
#include "play/referee.h"

namespace castellan {

/// A finished game as the log has it.
struct LoggedGame {
    int number = 0;
    PgnResult result = PgnResult::unknown;
    Ending ending = Ending::by_rule;
    std::optional<Color> at_fault;
    int plies = 0;
    int warnings[2] = {0, 0};  // by colour
    std::string reason;
    std::string pgn;

    friend bool operator==(const LoggedGame&, const LoggedGame&) = default;
};

/// What is needed to go on.
struct SavedMatch {
    std::vector<std::string> arguments;  // of the command that began it
    std::string signature;               // the settings that must not change
    std::uint64_t seed = 0;
    std::vector<LoggedGame> games;
    long long valid_length = 0;    // of the log; anything behind is half a line
    long long last_pgn_start = 0;  // where in the PGN file the last game belongs
};

enum class MatchLogError { cannot_read, cannot_write, not_a_log, damaged };

Result<SavedMatch, MatchLogError> read_match_log(const std::string& path);

/// The games of a match depend on these; rounds may be added and concurrency may change.
std::string signature_of(const MatchSettings& settings);

/// The log comes first, the PGN file after it: a game that was only logged when the power went is
/// written to the PGN when the match goes on.
class MatchLog {
  public:
    static Result<MatchLog, MatchLogError> create(const MatchSettings& settings,
                                                  const std::vector<std::string>& arguments);
    static Result<MatchLog, MatchLogError> resume(const MatchSettings& settings,
                                                  const SavedMatch& saved);

    Result<void, MatchLogError> append(const LoggedGame& game);

  private:
    MatchLog() = default;
    static Result<MatchLog, MatchLogError> open(const MatchSettings& settings);
    Result<void, MatchLogError> repair_pgn(const SavedMatch& saved, const std::string& path);

    std::optional<DurableFile> log_;
    std::optional<DurableFile> pgn_;
};

}  // namespace castellan
