// PgnReader: game after game from a PGN source; a bad game never costs the next one.
#pragma once

#include <optional>

#include "chess/pgn/pgn_game.h"
#include "chess/pgn/pgn_lexer.h"

namespace castellan {

enum class PgnDetail {
    headers,    // tags and result; moves are not looked at
    main_line,  // moves are checked; variations, comments and marks are passed over
    everything,
};

class PgnReader {
  public:
    explicit PgnReader(ByteSource source, PgnDetail detail = PgnDetail::everything)
        : lexer_{std::move(source)}, detail_{detail} {}

    /// The next game with all its problems, or nothing at the end of the file.
    std::optional<PgnGame> next();

  private:
    PgnLexer lexer_;
    PgnDetail detail_;
};

/// The games of a text in memory.
ByteSource source_of(std::string_view text);

/// True if the variant name means chess with Chess960's castling; nothing if it is another game.
std::optional<bool> chess960_from_variant(std::string_view variant);

}  // namespace castellan
